import type { IsoDate } from "../../../contract/dates";
import type { Indicator } from "../../../contract/vocabulary";
import type { IndicatorFrequency } from "../../records/economies";
import { EURO_MEMBERS, type NotYetRow, type StoppedRow } from "../central-banks/banks";

/** One value of one indicator of one economy. */
export interface EconomyRow {
  readonly kind: "row";
  /** ISO 3166-1 alpha-2 code, or the BIS code of a group of countries. */
  readonly country: string;
  readonly indicator: Indicator;
  /** Last day of the period that the value describes. */
  readonly period_end: IsoDate;
  /** In the indicator's unit. */
  readonly value: number;
  /** The value of the same period a year earlier; null if there is none. */
  readonly year_before: number | null;
  /** The attribution to quote with the value. */
  readonly attribution: string;
  readonly frequency: IndicatorFacts["frequency"];
  /** A note for the reader, such as the base of an index. */
  readonly note?: string;
}

/** No loaded period is public. */
interface NoEconomyRow extends NotYetRow {
  /** The last known day of a month that is not complete. */
  readonly known?: IsoDate;
}

export type EconomyAnswerRow = EconomyRow | StoppedRow | NoEconomyRow;

/** Properties of an indicator that are the same in every economy. */
export interface IndicatorFacts {
  readonly title: string;
  readonly unit: "%" | "idx" | "USD" | "pp";
  readonly frequency: IndicatorFrequency;
  /** Unit of a change: percent for levels, percentage points for rates and ratios. */
  readonly yoyUnit: "%" | "pp";
  /** Publisher of its series, with the article. */
  readonly publisher: string;
  readonly decimals: number;
}

const BIS = "the Bank for International Settlements";
const OECD = "the Organisation for Economic Co-operation and Development";
const WORLD_BANK = "the World Bank";

export const INDICATOR_FACTS: Record<Indicator, IndicatorFacts> = {
  policy_rate: { title: "policy rate, end of month", unit: "%", frequency: "monthly", yoyUnit: "pp", publisher: BIS, decimals: 4 },
  cpi: { title: "consumer prices, 2015 = 100", unit: "idx", frequency: "monthly", yoyUnit: "%", publisher: BIS, decimals: 2 },
  gdp: { title: "gross domestic product, current US dollars", unit: "USD", frequency: "yearly", yoyUnit: "%", publisher: WORLD_BANK, decimals: 0 },
  IRLT: { title: "long-term government bond yield, month average", unit: "%", frequency: "monthly", yoyUnit: "pp", publisher: OECD, decimals: 2 },
  reer: { title: "real effective exchange rate, broad, 2020 = 100", unit: "idx", frequency: "monthly", yoyUnit: "%", publisher: BIS, decimals: 2 },
  house_prices: { title: "residential property prices, nominal, 2010 = 100", unit: "idx", frequency: "quarterly", yoyUnit: "%", publisher: BIS, decimals: 2 },
  credit_to_gdp: {
    title: "credit to the private non-financial sector, percent of GDP",
    unit: "%",
    frequency: "quarterly",
    yoyUnit: "pp",
    publisher: BIS,
    decimals: 1,
  },
  credit_gap: { title: "credit-to-GDP gap, actual less trend", unit: "pp", frequency: "quarterly", yoyUnit: "pp", publisher: BIS, decimals: 1 },
};

const UNCOVERED: Partial<Record<Indicator, ReadonlySet<string>>> = {
  IRLT: new Set(["AR", "HK", "SG", "TH"]),
  house_prices: new Set(["AR"]),
};

/** Why an indicator does not exist for a country, as the end of a sentence; undefined if it is covered. */
export function whyNotCovered(country: string, indicator: Indicator): string | undefined {
  if (indicator === "policy_rate" && EURO_MEMBERS[country] !== undefined) return `it has the euro area's rate; use CBRATE("XM")`;
  if (indicator === "policy_rate" && country === "SG") return "its central bank targets the exchange rate; use reer";
  return UNCOVERED[indicator]?.has(country) ? "the indicator does not cover it; use another indicator" : undefined;
}

const LATE_STARTERS: ReadonlySet<string> = new Set("AR BR CL CN CO CZ GR HU ID IL IN KR MX PL SG TH TR ZA".split(" "));

/** The end of the first period that a country has of an indicator, other than the policy rate. */
export function firstPeriod(country: string, indicator: Indicator): IsoDate {
  if (!LATE_STARTERS.has(country)) return "1980-12-31";
  if (indicator === "house_prices") return "2005-03-31";
  if (indicator === "IRLT") return "2001-01-31";
  return indicator === "credit_to_gdp" || indicator === "credit_gap" ? "1993-12-31" : "1980-12-31";
}
