import { TENOR_SERIES } from "../../../contract/series";

/**
 * Series of the H.15 release by the Board's identifiers, business-day frequency (`.B`). RIFLGFC… are nominal constant maturities, …_XII the
 * inflation-indexed one, RIFSGFS… Treasury bills in the secondary market on discount basis, RIFSPFF the effective federal funds rate.
 */
export const IDENTIFIERS: ReadonlyMap<string, string> = new Map([
  ["RIFLGFCM01_N.B", TENOR_SERIES["1M"]],
  ["RIFLGFCM03_N.B", TENOR_SERIES["3M"]],
  ["RIFLGFCM06_N.B", TENOR_SERIES["6M"]],
  ["RIFLGFCY01_N.B", TENOR_SERIES["1Y"]],
  ["RIFLGFCY02_N.B", TENOR_SERIES["2Y"]],
  ["RIFLGFCY03_N.B", TENOR_SERIES["3Y"]],
  ["RIFLGFCY05_N.B", TENOR_SERIES["5Y"]],
  ["RIFLGFCY07_N.B", TENOR_SERIES["7Y"]],
  ["RIFLGFCY10_N.B", TENOR_SERIES["10Y"]],
  ["RIFLGFCY20_N.B", TENOR_SERIES["20Y"]],
  ["RIFLGFCY30_N.B", TENOR_SERIES["30Y"]],
  ["RIFLGFCY10_XII_N.B", "DFII10"],
  ["RIFSGFSW04_N.B", "DTB4WK"],
  ["RIFSGFSM03_N.B", "DTB3"],
  ["RIFSGFSM06_N.B", "DTB6"],
  ["RIFSGFSY01_N.B", "DTB1YR"],
  ["RIFSPFF_N.B", "EFFR"],
]);

/** Short names of a re-typed excerpt: the tail of the identifier, M01 for RIFLGFCM01_N.B. */
export const SHORT_NAMES: ReadonlyMap<string, string> = new Map(
  [...IDENTIFIERS].flatMap(([id, series]) => {
    const short = /^RIFLGFC([MY]\d\d)_N\.B$/.exec(id)?.[1];
    return short ? [[short, series] as const] : [];
  }),
);

/** What to do about an identifier that is not kept. */
export function adviceOn(identifier: string): string {
  const daily = identifier.replace(/\.[A-Z]+$/, ".B");
  if (daily !== identifier && IDENTIFIERS.has(daily)) return `it is not the business-day series; choose the frequency Business day, which names it ${daily}`;
  return "leave it out of the package and download it again";
}
