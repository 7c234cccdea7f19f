import type { AsOf } from "../../contract/as-of";
import { shown } from "../../contract/arguments";
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
