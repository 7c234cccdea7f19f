import type { IsoDate } from "../../../contract/dates";
import type { Indicator } from "../../../contract/vocabulary";

/** One value of one indicator of one economy. */
export interface EconomyRow {
  readonly kind: "row";
  /** ISO 3166-1, two letters. */
  readonly country: string;
  readonly indicator: Indicator;
  /** Last day of the period that the value describes. */
  readonly period_end: IsoDate;
  /** In the indicator's unit. */
  readonly value: number;
  /** The value of the same period a year earlier; null where there is none. */
  readonly year_before: number | null;
  /** Line that must stay with the value. */
  readonly attribution: string;
}

/** An economy whose source stopped publishing; nothing is served of it. */
export interface StoppedEconomyRow {
  readonly kind: "stopped";
  readonly last: IsoDate;
}

/** No period had been published yet; `first` is the end of the first that will be. */
export interface NoEconomyRow {
  readonly kind: "not_yet";
  readonly first: IsoDate;
}

export type EconomyAnswerRow = EconomyRow | StoppedEconomyRow | NoEconomyRow;
