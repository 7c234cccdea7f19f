import type { Argument } from "../../contract/arguments";
import { functionSpec, type FunctionName } from "../../contract/functions";
import { isMomentOfFetch } from "../store/freshness";
import { HOUR, isReason, type FamilyAnswer, type Evaluate, type FamilyFunction, type Reason } from "../answers/family";
import { answering } from "../answers/answering";
import type { Context } from "../answers/context";
import type { TimeClaim } from "../answers/field-ages";
import { isStale, staleText, type AgeName } from "../answers/maximum-age";
import { nextStep } from "./awaited";

/** What the field of a question claims about time. A function whose default field depends on its arguments passes none. */
export function claimsOf(fn: FunctionName, { fields }: Pick<FamilyFunction["ages"], "fields">): (args: readonly Argument[]) => TimeClaim | undefined {
  const fieldAt = functionSpec(fn).parameters.findIndex((p) => p.name === "field");
  const [first = ""] = Object.keys(fields);
  return (args) => fields[String(args[fieldAt] ?? first)];
}

/** The question for use in a sentence: `MMRATE SOFR`. */
const nameOf = (fn: FunctionName, args: readonly Argument[], fieldAt: number): string =>
  [fn, ...args.filter((a, i) => i !== fieldAt && a !== null && i < 2)].join(" ");

/** The day on which an answer's rows were last fetched, at most the service's date. For rows from a file, their own day. */
export const fetchedDay = (
  { provenance, observation_date }: Pick<FamilyAnswer, "provenance" | "observation_date">,
  { store, clock }: Context,
): string | undefined => {
  const moment = provenance && store.freshness.oldest(provenance);
  if (moment === undefined || !isMomentOfFetch(moment)) return observation_date;
  const [day, today] = [moment.slice(0, 10), clock.today()];
  return day < today ? day : today;
};

/** Replaces a published value that is too old to be the latest with a reason that names its day. */
export function withMaximumAge(fn: FunctionName, { evaluate, ages }: Pick<FamilyFunction, "ages"> & { readonly evaluate: Evaluate }): Evaluate {
  const { fields, age, dayField, fetched } = ages;
  const fieldAt = functionSpec(fn).parameters.findIndex((p) => p.name === "field");
  if (!age || !Object.values(fields).includes("latest")) return evaluate;
  const claimOf = claimsOf(fn, ages);

  const stale = (answer: FamilyAnswer, name: AgeName, day: string, args: readonly Argument[], context: Context): Reason => {
    const { caveats, components, provenance = [] } = answer;
    const [today, of] = [context.clock.today(), nameOf(fn, args, fieldAt)];
    const load = dayField ? `Load newer data; field ${dayField} gives the last day.` : "Load newer data.";
    const then = nextStep(of.slice(fn.length + 1), provenance, day, today, context, load);
    return { ...answering(answer, HOUR, caveats).reasonOn(day, "stale", staleText(name, of, day, today, then)), components };
  };

  return (args, context: Context) => {
    const answer = evaluate(args, context);
    if (answer.sample || isReason(answer)) return answer;
    const day = fetched?.includes(answer.source) ? fetchedDay(answer, context) : (answer.newest ?? answer.observation_date);
    if (day === undefined || answer.claim === "asked" || claimOf(args) !== "latest") return answer;
    const name = answer.ageName ?? age(args);
    return isStale(name, day, context.clock.today()) ? stale(answer, name, day, args, context) : answer;
  };
}
