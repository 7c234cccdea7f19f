import type { IsoDate } from "../../../contract/dates";
import type { Bank } from "../../../contract/vocabulary";
import type { SourceId } from "../../records/attribution";
import type { ReasonText } from "../../answers/answering";
import type { Awaited } from "../awaited";
import type { RateSource } from "./banks";

/** The level of one bank's policy rate on one day, with its history. Rates in percent, changes in percentage points. */
export interface PolicyRateRow {
  readonly kind: "row";
  readonly bank: Bank;
  /** The day that the rate describes. */
  readonly date: IsoDate;
  readonly rate: number;
  readonly rate_source: RateSource;
  /** The lagging source's level, if a faster source gave `rate`. */
  readonly superseded: { readonly rate: number; readonly date: IsoDate; readonly source: SourceId } | null;
  /** Change over a year; null with less than a year of history. */
  readonly change_over_year: number | null;
  /** Dated by the first of its month if only the month is known; null if the rate never changed. */
  readonly last_change: { readonly points: number; readonly date: IsoDate; readonly precision: "day" | "month" } | null;
  /** Which of the bank's rates it is, if that needs a note. */
  readonly note?: string;
}

/** The source stopped publishing. Its values are withheld. */
export interface StoppedRow {
  readonly kind: "stopped";
  readonly last: IsoDate;
}

/** No loaded value is public. */
export interface NotYetRow {
  readonly kind: "not_yet";
  /** The day of the first value, or the end of its period. */
  readonly first: IsoDate;
  /** Set if the first value is not after the service's date, and not public by its release rule. */
  readonly awaited?: Awaited;
}

export type BankRow = PolicyRateRow | StoppedRow | NotYetRow;

/** Why a policy rate is withheld. `of` names the country or area. */
export const stoppedText = (of: string, { last }: StoppedRow): ReasonText => ({
  short: `The source stopped publishing on ${last}.`,
  full: `The source of the policy rate of ${of} stopped publishing on ${last}. The last level is withheld, because it may have changed since.`,
});
