import type { IsoDate } from "../../../contract/dates";
import type { Indicator } from "../../../contract/vocabulary";
import type { NotYetRow, StoppedRow } from "../central-banks/rows";
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

/** No loaded period is public. */
interface NoEconomyRow extends NotYetRow {
  /** The last known day of a month that is not complete. */
  readonly known?: IsoDate;
}

export type EconomyAnswerRow = EconomyRow | StoppedRow | NoEconomyRow;
