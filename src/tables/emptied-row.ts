import { MAX_REASON, shortened } from "../contract/reason";
import type { PlainContent } from "../workbook/sheet-edits";
import type { TableColumn } from "./memory";

const isReason = (value: PlainContent): boolean => typeof value === "string" && value.startsWith("n/a: ");

/**
 * What a row holds that stays although it is not in the answer: its key, and none of its values, so that no sum counts them. A number that a formula refers to
 * becomes the reason, because the formula would take an empty cell for 0. If none does, the row's first text is the reason, so that the row says why it is empty.
 */
export function emptiedRow(
  columns: readonly TableColumn[],
  row: readonly PlainContent[],
  why: string,
  isReferredTo: (column: number) => boolean,
): PlainContent[] {
  const values = columns.map((_, c) => row[c] ?? null);
  const isValue = (c: number): boolean => !columns[c]?.key;
  const isNumber = (c: number): boolean =>
    typeof values[c] === "number" || isReason(values[c] ?? null) || (values[c] === null && columns[c]?.format !== undefined);
  const needed = values.flatMap((_, c) => (isValue(c) && isNumber(c) && isReferredTo(c) ? [c] : []));
  const text = values.findIndex((value, c) => isValue(c) && typeof value === "string" && value !== "");
  const reasons = new Set(needed.length > 0 ? needed : [text]);
  return values.map((value, c) => (columns[c]?.key ? value : reasons.has(c) ? `n/a: ${shortened(why, MAX_REASON)}` : null));
}
