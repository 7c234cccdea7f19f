import { DAYS_1904, isIsoDate, serialOf } from "../../contract/dates";
import type { Held } from "../../core/outcome";
import { BUSY, isError, type ShownCell } from "../../workbook/cell";

/** The value that a cell keeps if its call fails; undefined for an empty or busy cell. */
export function heldOf({ value, text }: ShownCell): Held | undefined {
  if (value === null || value === "") return undefined;
  if (isError(value)) return value.error === BUSY ? undefined : { value: value.error, kind: "error" };
  // A number displayed as a date is held as a date, so that a cell without a number format shows a date again.
  const serial = typeof value === "number" && isIsoDate(text) ? serialOf(text) : undefined;
  return serial !== undefined && (value === serial || value === serial - DAYS_1904) ? { value: text, kind: "date" } : { value };
}
