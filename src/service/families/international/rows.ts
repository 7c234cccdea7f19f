import type { IsoDate } from "../../../contract/dates";
import type { Indicator } from "../../../contract/vocabulary";
import type { IndicatorFacts } from "./indicators";

/** One value of one indicator of one economy. */
export interface EconomyRow {
  readonly kind: "row";
  /** ISO 3166-1, two letters, or a code of the BIS for a group of countries. */
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
  /** How long a period is. */
  readonly frequency: IndicatorFacts["frequency"];
  /** What must be known of the value, in words: the base of an index. */
  readonly note?: string;
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
  /** Where the period is one of which some days are known: the last of them. */
  readonly known?: IsoDate;
}

export type EconomyAnswerRow = EconomyRow | StoppedEconomyRow | NoEconomyRow;
