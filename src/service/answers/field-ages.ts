import type { Argument } from "../../contract/arguments";
import type { SourceId } from "../records/attribution";
import type { AgeName } from "./maximum-age";

/**
 * What a field claims about time. It decides how the service avoids showing an old value as a current one:
 * - `latest`: the newest value. Beyond its maximum age at the service's date the answer is `stale`.
 * - `last before`: the newest value on or before the day asked. Beyond its maximum age at that day the answer is `stale`, by the family.
 * - `asked`: the value of the day or period asked.
 * - `day`: names the day of the newest value, and always answers.
 * - `constant`: a property that does not age, such as a unit.
 * - `window`: counts back from the service's date; the family refuses a window that its rows do not reach.
 * - `parts`: computed from several inputs; the family holds each input to its own maximum age.
 * - `event`: a dated fact that stays true, such as the price of an offering.
 */
export type TimeClaim = "latest" | "last before" | "asked" | "day" | "constant" | "window" | "parts" | "event";

export interface FunctionAges<N extends string = string> {
  /** What each field claims about time. A function without fields has one claim, under `""`. */
  readonly fields: Readonly<Record<N, TimeClaim>>;
  /** The maximum age of `latest` and `last before` fields, by the question; an answer may name another one. */
  readonly age?: (args: readonly Argument[]) => AgeName;
  /** Sources that date a row by another event than its value. Their age counts from the last fetch; importing a file from disk is not a fetch. */
  readonly fetched?: readonly SourceId[];
  /** The field that gives the day of a stale value. The `stale` reason names it. */
  readonly dayField?: N;
}

/** The same claim for several fields. */
export const all = <T extends string>(claim: TimeClaim, ...fields: readonly T[]): Record<T, TimeClaim> =>
  Object.fromEntries(fields.map((f) => [f, claim])) as Record<T, TimeClaim>;

/** The claim of a function without fields. */
export const only = (claim: TimeClaim): Record<"", TimeClaim> => ({ "": claim });
