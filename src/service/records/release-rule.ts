import type { IsoDate } from "../../contract/dates";
import type { SourceId } from "./attribution";
import type { Dataset } from "./record";

/**
 * The working days that publishers count.
 * - `government`: federal holidays. A Saturday holiday moves to Friday.
 * - `offices`: without days on which the President closed federal offices, too.
 * - `board`: the Federal Reserve Board: as `offices`, and without Inauguration Day.
 * - `board at the earliest`: the same, with the days on which federal offices were closed, but the Board may have worked.
 * - `reserve banks`: the Reserve Banks. A Saturday holiday does not move.
 * - `bonds`: the market in government securities, as SIFMA recommends. Closed on Good Friday, except when the employment report is due on that day.
 * - `exchange`: sessions of the New York exchanges.
 */
export type Calendar = "government" | "offices" | "board" | "board at the earliest" | "reserve banks" | "bonds" | "exchange";

/** How the moment is known: the publisher states it; a rule of the release calendar; or a bound that is late enough, because the rule could not be confirmed. */
export type ReleaseBasis = "stated" | "rule" | "late bound";

/** Days of publication by observation date: `2018-12-24:2019-02-01 2018-12-31:2019-02-05`. */
export const listedDays = (text: string): Readonly<Record<IsoDate, IsoDate>> =>
  Object.fromEntries(
    text
      .trim()
      .split(/\s+/)
      .map((pair) => pair.split(":")),
  ) as Record<IsoDate, IsoDate>;

const known = (basis: ReleaseBasis) => (confirmedBy: string) => ({ basis, confirmedBy });
/** How the moment of a rule is known, with the address or document of the publisher that confirms it; for a late bound, what is not confirmed. */
export const statedMoment = known("stated");
export const confirmedRule = known("rule");
export const lateBound = known("late bound");

/** The day of publication, counted from the day of the observation. */
export type Timing =
  /** Calendar days later; 0 is the same day. With a calendar: that day, or the next working day. */
  | { readonly kind: "days"; readonly n: number; readonly calendar?: Calendar }
  /** Working days later; 0 is the same day, or the next working day. */
  | { readonly kind: "working days"; readonly n: number; readonly calendar: Calendar }
  /** The first such weekday after the observation (0 Sunday … 6 Saturday). On a holiday, the working day before or after it. */
  | { readonly kind: "weekday"; readonly weekday: number; readonly calendar: Calendar; readonly onHoliday: "before" | "after" }
  /** The n-th such weekday of the month that is `months` later. On a holiday, the next working day. */
  | { readonly kind: "weekday of month"; readonly nth: number; readonly weekday: number; readonly months: number; readonly calendar: Calendar }
  /** The first working day of the month that is `months` later. */
  | { readonly kind: "first working day"; readonly months: number; readonly calendar: Calendar }
  /** The last day of the month that is `months` later. */
  | { readonly kind: "month end"; readonly months: number }
  /** The last day of the year that is `years` later. */
  | { readonly kind: "year end"; readonly years: number }
  /** One day for all observations of the rule. */
  | { readonly kind: "on"; readonly day: IsoDate }
  /** The day of each observation. The rule applies to no other observation. */
  | { readonly kind: "listed"; readonly days: Readonly<Record<IsoDate, IsoDate>> };

/** What a record itself says about the moment. */
export type StatedMoment =
  /** The end of its day `known`. */
  | { readonly kind: "known" }
  /** Milliseconds or ISO 8601 text in this member of the body, and hours that are added. Without the member: the end of the record's date. */
  | { readonly kind: "moment"; readonly member: string; readonly plusHours?: number }
  /** The end of the day in this member of the body. */
  | { readonly kind: "day"; readonly member: string }
  /** The latest of these, as far as the record states them. */
  | { readonly kind: "latest"; readonly of: readonly (Timing | StatedMoment)[] }
  /** Like the series whose id is the record's entity. */
  | { readonly kind: "series" };

/** One rule of the release calendar. In the table, the first rule that applies to an observation counts. */
export interface ReleaseRule {
  readonly id: string;
  /** What is published, in words. */
  readonly what: string;
  /** Ids of series. `*` stands for any letters and digits, or, alone, for every id. */
  readonly series?: readonly string[];
  /** Datasets, and `holdings` for institutions' reports, which have tables of their own. */
  readonly datasets?: readonly (Dataset | "holdings")[];
  /** Applies only to records with this member in the body. */
  readonly having?: string;
  /** The sources whose rows it applies to. Undefined for all. */
  readonly sources?: readonly SourceId[];
  /** The first and the last observation date that it applies to. */
  readonly from?: IsoDate;
  readonly until?: IsoDate;
  readonly when: Timing | StatedMoment;
  /** Time of publication in New York. Undefined if no time is stated: the end of the day in New York. */
  readonly at?: string;
  readonly basis: ReleaseBasis;
  /** Address or document of the publisher that confirms the rule; for a late bound, what is not confirmed. */
  readonly confirmedBy: string;
}
