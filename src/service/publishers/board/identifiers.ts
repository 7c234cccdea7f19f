import { TENOR_SERIES } from "../../../contract/series";

/** The measure that a column must state. Dollars have a multiplier and are converted to the series' own unit. */
export type Measure = "percent a year" | "percent" | "dollars" | "index of January 2006";

/** A series of the Board that this service stores. */
export interface KeptSeries {
  readonly series: string;
  readonly measure: Measure;
}

const of = (measure: Measure, ids: Readonly<Record<string, string>>): [string, KeptSeries][] =>
  Object.entries(ids).map(([id, series]) => [id, { series, measure }]);

/**
 * Series by the Board's identifiers. The ending is the frequency: `.B` business days, `.D` all days, `.WW` weeks that end on Wednesday, `.M` months. RIFLGFC…
 * are nominal constant maturities, …_XII the inflation-indexed one, RIFSGFS… Treasury bills in the secondary market on discount basis, RIFSPFF the effective
 * federal funds rate, RIFSRP_F02 the primary credit rate, RIFSPP… commercial paper.
 * _XAW is a weekly average. The same identifier without it is the Wednesday level; do not mix them.
 */
export const IDENTIFIERS: ReadonlyMap<string, KeptSeries> = new Map([
  ...of("percent a year", {
    "RIFLGFCM01_N.B": TENOR_SERIES["1M"],
    "RIFLGFCM03_N.B": TENOR_SERIES["3M"],
    "RIFLGFCM06_N.B": TENOR_SERIES["6M"],
    "RIFLGFCY01_N.B": TENOR_SERIES["1Y"],
    "RIFLGFCY02_N.B": TENOR_SERIES["2Y"],
    "RIFLGFCY03_N.B": TENOR_SERIES["3Y"],
    "RIFLGFCY05_N.B": TENOR_SERIES["5Y"],
    "RIFLGFCY07_N.B": TENOR_SERIES["7Y"],
    "RIFLGFCY10_N.B": TENOR_SERIES["10Y"],
    "RIFLGFCY20_N.B": TENOR_SERIES["20Y"],
    "RIFLGFCY30_N.B": TENOR_SERIES["30Y"],
    "RIFLGFCY10_XII_N.B": "DFII10",
    "RIFSGFSW04_N.B": "DTB4WK",
    "RIFSGFSM03_N.B": "DTB3",
    "RIFSGFSM06_N.B": "DTB6",
    "RIFSGFSY01_N.B": "DTB1YR",
    "RIFSPFF_N.B": "EFFR",
    "RIFSPFF_N.M": "FEDFUNDS",
    "RIFSRP_F02_N.B": "DPCREDIT",
  }),
  ...of("percent", {
    "RESBM_N.D": "IORB",
    "RIFSPPNAAD30_N.B": "DCPN30",
    "RIFSPPNAAD90_N.B": "RIFSPPNAAD90NB",
    "RIFSPPFAAD90_N.B": "RIFSPPFAAD90NB",
  }),
  ...of("dollars", {
    "RESPPMA_N.WW": "WALCL",
    "RESPPLLDT_XAW_N.WW": "WTREGEN",
    "RESH4R_XAW_N.WW": "WRESBAL",
    "M2.M": "M2SL",
  }),
  ...of("index of January 2006", { "JRXWTFB_N.B": "DTWEXBGS" }),
]);

/** Short names in a retyped excerpt: M01 for RIFLGFCM01_N.B. */
export const SHORT_NAMES: ReadonlyMap<string, string> = new Map(
  [...IDENTIFIERS].flatMap(([id, { series }]) => {
    const short = /^RIFLGFC([MY]\d\d)_N\.B$/.exec(id)?.[1];
    return short ? [[short, series] as const] : [];
  }),
);

/** Says what to do about an identifier that is not stored. */
export function adviceOn(identifier: string): string {
  const daily = identifier.replace(/\.[A-Z]+$/, ".B");
  if (daily !== identifier && IDENTIFIERS.has(daily)) return `it is not the business-day series; choose the frequency Business day, which names it ${daily}`;
  return "leave it out of the package and download it again";
}
