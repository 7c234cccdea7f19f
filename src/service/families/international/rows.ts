import type { IsoDate } from "../../../contract/dates";
import type { Indicator } from "../../../contract/vocabulary";
import type { Awaited } from "../awaited";
import type { IndicatorFacts } from "./indicators";

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

/** An indicator whose source stopped publishing. Its values are withheld. */
export interface StoppedEconomyRow {
  readonly kind: "stopped";
  readonly last: IsoDate;
}

/** No loaded period is public; `first` is the end of the first one. */
export interface NoEconomyRow {
  readonly kind: "not_yet";
  readonly first: IsoDate;
  /** The last known day of a month that is not complete. */
  readonly known?: IsoDate;
  /** Set if the first period has ended and is not public by its release rule. */
  readonly awaited?: Awaited;
}

export type EconomyAnswerRow = EconomyRow | StoppedEconomyRow | NoEconomyRow;
