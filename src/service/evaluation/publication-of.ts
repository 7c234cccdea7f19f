import type { FunctionName } from "../../contract/functions";
import type { RowsName } from "../store/freshness";
import type { NewestRead } from "../store/rows-read";
import { isReason, type Answer } from "../answers/family";
import type { Context } from "../answers/context";
import { publishedRow, type PublishedValue } from "../answers/published-value";
import type { Argument } from "../../contract/arguments";
import { claimOf } from "../families/families";
import { provenanceOf } from "../answers/answering";

/**
 * When an answer's value became public: as its family states it, else with the newest of the rows that were read under the names of its provenance. A reason
 * has no such moment, nor has sample data, nor a property that does not age, such as a unit.
 */
export function publicMoment(
  fn: FunctionName,
  args: readonly Argument[],
  answer: Answer,
  newestOf: (names: readonly RowsName[]) => NewestRead | undefined,
  { clock, store }: Context,
): PublishedValue | undefined {
  if (isReason(answer) || answer.sample || claimOf(fn, args) === "constant") return undefined;
  const newest = answer.published ? undefined : newestOf(provenanceOf(answer));
  const found = answer.published ?? (newest && publishedRow(store, newest));
  if (!found) return undefined;
  const now = clock.moment();
  // A filing counts to the end of its day, also on the day itself.
  return found.at > now ? { ...found, at: now } : found;
}
