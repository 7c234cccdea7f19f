import type { Context } from "./context";

/** Stops the clock, so that all answers of a request have the same day even if midnight passes, and reads the rows that were public then. */
export function fixed(context: Context): Context {
  const clock = context.clock.fixed();
  return { ...context, clock, store: context.store.at(clock.moment()) };
}
