import { type AsOf, readAsOf } from "../contract/as-of";
import { createClock, futureReason } from "../service/time/clock";
import { type Io, UsageError } from "./io";

/** Reads `--as-of`. */
export function asOfOption(text: string | undefined): AsOf | undefined {
  if (text === undefined) return undefined;
  const read = readAsOf(text, "--as-of");
  if (!read.ok) throw new UsageError(read.message);
  return read.asOf;
}

/**
 * Refuses a day after today, or a moment after now, with the sentence of a running service. Today is allowed: a service that answers as of its end has all data
 * that is public by now.
 */
export function refuseFuture(asOf: AsOf | undefined, now: Io["now"]): void {
  const clock = createClock(undefined, now);
  if (asOf === undefined || ("day" in asOf && asOf.day <= clock.today())) return;
  const reason = futureReason(asOf, clock);
  if (reason !== undefined) throw new UsageError(reason.replace("as_of:", "--as-of:"));
}
