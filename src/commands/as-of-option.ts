import { shown } from "../contract/arguments";
import { type AsOf, readAsOf } from "../contract/as-of";
import { AS_OF_SETTING, asOfFrom, isUnreadable } from "../core/as-of-setting";
import { createClock, futureReason } from "../service/time/clock";
import type { Book } from "../workbook/book";
import { FileRefusal } from "../workbook/xlsx/file-refusal";
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

/**
 * The day or moment that all cells of a workbook are as of, which is set in the task pane and saved in the workbook. Excel with the add-in shows the figures of
 * that day, so a refresh has to write them too.
 *
 * @throws FileRefusal if it cannot be read, or is in the future.
 */
export function ownAsOf(settings: Book["settings"], now: Io["now"]): AsOf | undefined {
  const asOf = asOfFrom(settings[AS_OF_SETTING]);
  const it = "The as-of date saved in the workbook";
  const correct = "Correct it in the task pane's Settings, or type --as-of.";
  if (isUnreadable(asOf)) throw new FileRefusal(`${it} cannot be read: ${shown(asOf.unreadable)}. ${correct}`);
  const future = asOf && futureReason(asOf, createClock(undefined, now));
  if (future !== undefined) throw new FileRefusal(`${future.replace("as_of:", `${it}:`)} ${correct}`);
  return asOf;
}
