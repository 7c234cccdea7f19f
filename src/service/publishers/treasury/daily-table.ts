import { readUsDate } from "../reading/text";
import { columnsOf } from "../reading/columns-of";
import type { Layout } from "../publisher";
import { rowsOf } from "../reading/rows-of";

/**
 * Creates the layout of a daily Treasury table of yields as CSV: percent a year, one line per business day, dates MM/DD/YYYY, blank or N/A for an unpublished
 * value.
 *
 * @param columns the columns after the date, exactly as written; null for a known one without a series
 */
export const dailyTable = (title: string, header: string, columns: ReadonlyMap<string, string | null>): Layout => ({
  title,
  header,
  recognises: ({ cells }) => cells[0] === "Date" && cells.slice(1).some((name) => columns.has(name)),
  read({ lines: [first, ...lines], ended }) {
    const read = columnsOf(
      first,
      title,
      (name) => columns.get(name),
      () => "remove the column, or update the service if the Treasury has added a tenor",
    );
    return rowsOf(lines, { ended }, { source: "treasury", columns: read, readDate: readUsDate, missing: ["N/A"], exactDecimals: true });
  },
});
