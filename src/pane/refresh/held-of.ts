import { isIsoDate, serialOf } from "../../contract/dates";
import type { Held } from "../../core/outcome";
import { BUSY, isError, type ShownCell } from "../../workbook/cell";

/** What a failing call gives back for a cell that shows this; undefined where there is nothing to keep. */
export function heldOf({ value, text }: ShownCell): Held | undefined {
  if (value === null || value === "") return undefined;
  if (isError(value)) return value.error === BUSY ? undefined : { value: value.error, kind: "error" };
  // A date is a number that is shown as one; it goes back as a date, so that a cell without a format of its own shows it again.
  return typeof value === "number" && isIsoDate(text) && serialOf(text) === value ? { value: text, kind: "date" } : { value };
}
