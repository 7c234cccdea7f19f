import { readAsOf } from "../../contract/as-of";
import type { IsoDate } from "../../contract/dates";
import { NOW } from "../store/publication";
import { clockAt, futureReason } from "../time/clock";
import { lastDayEndedBy } from "../time/time-zone";
import type { Context } from "./context";

/** Stops the clock, so that all answers of a request have the same day even if midnight passes, and reads the rows that were public then. */
export function atFixedMoment(context: Context): Context {
  const clock = context.clock.fixed();
  return { ...context, clock, store: context.store.at(clock.moment()) };
}

/** The context as of the day or moment that a request names, else as of now, with its clock stopped. If the text is wrong or in the future, why. */
export function contextAt(context: Context, text: string | undefined): Context | { readonly detail: string } {
  if (text === undefined) return atFixedMoment(context);
  const read = readAsOf(text);
  if (!read.ok) return { detail: read.message };
  const detail = futureReason(read.asOf, context.clock);
  return detail === undefined ? atFixedMoment({ ...context, clock: clockAt(read.asOf, context.clock) }) : { detail };
}

/**
 * The last day whose filings are public. A statement's row dates each of its values by the filing day alone, which counts from its end; if every stored row was
 * public by the moment, the values of a filing of the same day were too.
 */
export function lastPublicDay({ clock, store }: Context): IsoDate {
  const today = clock.today();
  if (store.moment === NOW) return today;
  const ended = lastDayEndedBy(clock.moment());
  return ended < today ? ended : today;
}
