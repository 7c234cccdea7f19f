import type { IsoDate } from "../../contract/dates";

/** What is known of one rate on one day. Percent a year, volume in $ billions; volume and percentiles exist for the five overnight rates that are computed from transactions. */
export interface MoneyRate {
  readonly rate: number;
  readonly volume_bn: number | null;
  readonly percentile_1: number | null;
  readonly percentile_99: number | null;
}

export interface RateRow extends MoneyRate {
  readonly date: IsoDate;
}
