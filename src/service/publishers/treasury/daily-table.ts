import type { Layout } from "../publisher";
import { columnsOf, rowsOf } from "../reading/rows-of";
import { readUsDate } from "../reading/text";

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

/** Column names exactly as written, in capitals: "10 Yr" is the nominal curve. Null: no such series is served. */
const COLUMNS: ReadonlyMap<string, string | null> = new Map([
  ["5 YR", null],
  ["7 YR", null],
  ["10 YR", "DFII10"],
  ["20 YR", null],
  ["30 YR", null],
]);

/**
 * Daily Treasury Par Real Yield Curve Rates (inflation-indexed securities), the CSV of any year from 2003: percent a year, one line per business day, newest
 * first, dates MM/DD/YYYY. Real yields can be negative.
 * Source: U.S. Department of the Treasury, home.treasury.gov, Daily Treasury Par Real Yield Curve Rates.
 */
export const realYieldCurve = dailyTable("the Treasury's daily par real yield curve", 'Date,"5 YR","7 YR","10 YR",…', COLUMNS);
