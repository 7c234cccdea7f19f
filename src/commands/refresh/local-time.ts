import { shown } from "../../contract/arguments";
import type { AsOf } from "../../contract/as-of";
import { isIsoDate, serialOf } from "../../contract/dates";
import { AS_OF_SETTING, asOfFrom, isUnreadable } from "../../core/as-of-setting";
import { createClock, futureReason } from "../../service/time/clock";
import type { Book } from "../../workbook/book";
import { FileRefusal } from "../../workbook/xlsx/file-refusal";
import type { Io } from "../io";

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

const two = (n: number): string => String(n).padStart(2, "0");

/** The local date and time of this machine, to the second: `2026-06-30T13:00:00`. */
export function localTimeOf(ms: number): string {
  const at = new Date(ms);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/**
 * The local time of TODAY and NOW in a refreshed book: now, or that of the day or moment that `--as-of` names. A day counts to its end.
 *
 * @param now in milliseconds since 1970
 */
export function bookTime(asOf: string | undefined, now: number): string {
  if (asOf === undefined) return localTimeOf(now);
  return isIsoDate(asOf) ? `${asOf}T23:59:59` : localTimeOf(Date.parse(asOf));
}

/** A local time as a serial number of the 1900 system. */
export function serialOfTime(time: string): number {
  const [day = "", clock = ""] = time.split("T");
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(":").map(Number);
  const serial = serialOf(day);
  if (serial === undefined) throw new Error(`${time} is no local time.`);
  return serial + (hours * 3600 + minutes * 60 + seconds) / 86_400;
}
