import type { Indicator } from "../../contract/vocabulary";

/** How often an indicator is observed. */
export type IndicatorFrequency = "monthly" | "quarterly" | "yearly";

/** One series of an indicator. Levels on two bases are not comparable, so each basis has its own series, and no answer mixes them. */
export interface SeriesBasis {
  /** Suffix to the name of the preferred series. */
  readonly suffix: "" | ".HICP25" | ".HICP15" | ".Q" | ".ECB";
  /** Set if it differs from the indicator's own. */
  readonly frequency?: IndicatorFrequency;
  /** A note for readers of its values. */
  readonly note?: string;
}

/** The series of each indicator, the preferred one first. */
export const SERIES_BASES: Readonly<Record<Indicator, readonly SeriesBasis[]>> = {
  policy_rate: [{ suffix: "" }],
  cpi: [
    { suffix: ".HICP25", note: "harmonised index of consumer prices, 2025 = 100" },
    { suffix: ".HICP15", note: "harmonised index of consumer prices, 2015 = 100" },
    { suffix: "", note: "consumer price index, 2010 = 100" },
    { suffix: ".Q", frequency: "quarterly", note: "consumer price index by quarter, 2010 = 100" },
  ],
  gdp: [{ suffix: "" }],
  IRLT: [{ suffix: ".ECB", note: "long-term interest rate for convergence purposes" }, { suffix: "" }],
  reer: [{ suffix: "", note: "2020 = 100" }],
  house_prices: [{ suffix: "", note: "2010 = 100" }],
  credit_to_gdp: [{ suffix: "" }],
  credit_gap: [{ suffix: "" }],
};

/** Series id of one indicator of one economy (two letters). Observations are dated by the last day of their period. */
export const economySeries = (country: string, indicator: Indicator, basis: SeriesBasis["suffix"] = ""): string => `ECON.${indicator}.${country}${basis}`;

/** The last day of a month, `YYYY-MM`; a quarter, `YYYY-Q1`; or a year. Undefined for other text. */
export function periodEnd(text: string): string | undefined {
  const quarter = /^(\d{4})-?Q([1-4])$/.exec(text);
  const month = quarter ? `${quarter[1]}-${String(Number(quarter[2]) * 3).padStart(2, "0")}` : text;
  if (/^\d{4}$/.test(text)) return `${text}-12-31`;
  const m = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month);
  if (!m) return undefined;
  return `${month}-${String(new Date(Date.UTC(Number(m[1]), Number(m[2]), 0)).getUTCDate()).padStart(2, "0")}`;
}
