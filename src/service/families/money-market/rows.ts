import type { IsoDate } from "../../../contract/dates";

/** One day of one rate. Volume and percentiles exist for the five overnight rates that are computed from transactions. */
export interface RateRow {
  readonly date: IsoDate;
  readonly rate: number;
  readonly volume_bn: number | null;
  readonly percentile_1: number | null;
  readonly percentile_99: number | null;
}
