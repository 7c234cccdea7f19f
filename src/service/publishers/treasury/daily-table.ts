import { readUsDate } from "../reading/cells";
import { columnsOf } from "../reading/columns-of";
import type { Layout } from "../publisher";
import { rowsOf } from "../reading/rows-of";

/**
 * One of the Treasury's daily tables of yields as CSV: percent per year, a line a business day, dates MM/DD/YYYY, blank or N/A for what was not published.
 * @param columns the columns after the date, exactly as written; null is known and left out, because the interface has no such series
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
      () => "take the column out, or update the service if the Treasury has added a tenor",
    );
    return rowsOf(lines, { ended }, { source: "treasury", columns: read, readDate: readUsDate, missing: ["N/A"], printed: true });
  },
});
