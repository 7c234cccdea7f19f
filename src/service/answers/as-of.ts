import { readAsOf } from "../../contract/as-of";
import { clockAt, futureReason } from "../time/clock";
import type { Context } from "./context";

/** Stops the clock, so that all answers of a request have the same day even if midnight passes, and reads the rows that were public then. */
export function fixed(context: Context): Context {
  const clock = context.clock.fixed();
  return { ...context, clock, store: context.store.at(clock.moment()) };
}

/** The context as of a day or moment that a request names; unchanged if it names none. If the text is wrong or in the future, why. */
export function contextAt(context: Context, text: string | undefined): Context | { readonly detail: string } {
  if (text === undefined) return context;
  const read = readAsOf(text);
  if (!read.ok) return { detail: read.message };
  const detail = futureReason(read.asOf, context.clock);
  return detail === undefined ? fixed({ ...context, clock: clockAt(read.asOf, context.clock) }) : { detail };
}
