import { counted } from "../../contract/counted";
import type { IsoDate } from "../../contract/dates";
import type { RowCounts } from "../../service/store/insert-batches";

/** Says how many dates a document has, and from when to when; of rows without dates, how many there are. */
export function spanInWords(dates: readonly IsoDate[], rows: number): string {
  const days = [...new Set(dates)].sort();
  if (days.length > 0) return `${counted(days.length, "date")}, ${days[0]} to ${days[days.length - 1]}`;
  return rows > 0 ? counted(rows, "name") : "contains no data that the service uses";
}

/** One line of the changes by an import: of a series, or of all rows. */
export const changesLine = (name: string, { added, changed, unchanged }: RowCounts): string =>
  `  ${name.padEnd(12)} ${added} new, ${changed} changed, ${unchanged} unchanged`;

export const NOTHING_CHANGED = "Nothing changed: all rows were already imported.";
