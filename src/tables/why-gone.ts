import { serialOf, type IsoDate } from "../contract/dates";
import type { PlainContent } from "../workbook/sheet-edits";
import type { TableColumn } from "./memory";
import { showsDay } from "./row-words";

/** Why a row of a table is not in the answer any more. */
export type WhyGone = (row: readonly PlainContent[]) => string;

/** Columns with the day that a start counts from, besides keys. */
const DAYS: ReadonlySet<string> = new Set(["observed", "first_seen"]);

/** The day of a row's observation as a serial number; Infinity if it has none. */
const dayOf = (columns: readonly TableColumn[], row: readonly PlainContent[]): number =>
  columns.reduce((day, { id, key, format }, c) => {
    const value = row[c];
    return typeof value === "number" && (DAYS.has(id) || key) && showsDay(format) ? Math.min(day, value) : day;
  }, Infinity);

/**
 * @param asOf the moment of the answer; undefined for now
 * @param from the day of a start that moves with each refresh
 */
export function whyGone(columns: readonly TableColumn[], asOf: string | undefined, from: IsoDate | undefined): WhyGone {
  const start = (from === undefined ? undefined : serialOf(from)) ?? -Infinity;
  return (row) => (dayOf(columns, row) < start ? `before ${from ?? ""}` : asOf === undefined ? "no longer published" : `not public by ${asOf}`);
}
