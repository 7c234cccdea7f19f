import { type IsoDate, serialOf } from "../../contract/dates";
import type { PlainContent } from "../../workbook/edits/sheet-edits";
import type { TableColumn } from "../memory";
import { isDayFormat } from "../row-words";
import { MAX_REASON, shortened } from "../../contract/reason";

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

/** Why a row of a table is not in the answer any more. */
export type WhyGone = (row: readonly PlainContent[]) => string;

/** Columns with the day that a start counts from, besides keys. */
const DAYS: ReadonlySet<string> = new Set(["observed", "first_seen"]);

/** The day of a row's observation as a serial number; Infinity if it has none. */
const dayOf = (columns: readonly TableColumn[], row: readonly PlainContent[]): number =>
  columns.reduce((day, { id, key, format }, c) => {
    const value = row[c];
    return typeof value === "number" && (DAYS.has(id) || key) && isDayFormat(format) ? Math.min(day, value) : day;
  }, Infinity);

/**
 * @param asOf the moment of the answer; undefined for now
 * @param from the day of a start that moves with each refresh
 */
export function whyGone(columns: readonly TableColumn[], asOf: string | undefined, from: IsoDate | undefined): WhyGone {
  const start = (from === undefined ? undefined : serialOf(from)) ?? -Infinity;
  return (row) => (dayOf(columns, row) < start ? `before ${from ?? ""}` : asOf === undefined ? "no longer published" : `not public by ${asOf}`);
}
