import { MAX_REASON, shortened } from "../contract/reason";
import type { PlainContent } from "../workbook/sheet-edits";
import type { TableColumn } from "./memory";

/**
 * What a row holds that stays although it is not in the answer: its key, and none of its values, so that no sum counts them. A number that a formula refers to
 * becomes the reason, because the formula would take an empty cell for 0.
 */
export const emptiedRow = (
  columns: readonly TableColumn[],
  row: readonly PlainContent[],
  why: string,
  isReferredTo: (column: number) => boolean,
): PlainContent[] =>
  columns.map(({ key }, c) => {
    const value = row[c] ?? null;
    if (key) return value;
    const hadNumber = typeof value === "number" || (typeof value === "string" && value.startsWith("n/a: "));
    return hadNumber && isReferredTo(c) ? `n/a: ${shortened(why, MAX_REASON)}` : null;
  });
