import type { IsoDate } from "../../contract/dates";

/** One rate on one day, in percent a year. Volume, in $ billions, and percentiles exist for the five transaction-based overnight rates. */
export interface MoneyRate {
  readonly rate: number;
  readonly volume_bn: number | null;
  readonly percentile_1: number | null;
  readonly percentile_99: number | null;
}

export interface RateRow extends MoneyRate {
  readonly date: IsoDate;
}

/** Body of a `rate_average` record: the average of one tenor's yield over a month, in percent a year. */
export interface RateAverage {
  readonly rate: number;
}
