import { COUNTRIES, type Indicator } from "../../../contract/vocabulary";

/** The name under which the observations of one indicator of one economy (two letters) are kept, dated by the last day of each period. */
export const economySeries = (country: string, indicator: Indicator): string => `ECON.${indicator}.${country}`;

const twoLetters = new Map(
  COUNTRIES.flatMap(
    ([two, three]) =>
      [
        [two, two],
        [three, two],
      ] as [string, string][],
  ),
);

/** The two letters of one of the 39 economies, by its two or three letters; undefined for another area. */
export const economyOf = (area: string): string | undefined => twoLetters.get(area);

/** The last day of a month, `YYYY-MM`; a quarter, `YYYY-Q1`; or a year. Undefined for what is none. */
export function periodEnd(text: string): string | undefined {
  const quarter = /^(\d{4})-?Q([1-4])$/.exec(text);
  const month = quarter ? `${quarter[1]}-${String(Number(quarter[2]) * 3).padStart(2, "0")}` : text;
  if (/^\d{4}$/.test(text)) return `${text}-12-31`;
  const m = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month);
  if (!m) return undefined;
  return `${month}-${String(new Date(Date.UTC(Number(m[1]), Number(m[2]), 0)).getUTCDate()).padStart(2, "0")}`;
}
