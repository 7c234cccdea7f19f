import { readUsDate } from "../cells";
import { columnsOf } from "../columns-of";
import type { Layout } from "../publisher";
import { rowsOf } from "../rows-of";

/** Column names as written, in capitals: "10 Yr" is the nominal curve. Null is left out: the interface has no such series. */
const COLUMNS: ReadonlyMap<string, string | null> = new Map([
  ["5 YR", null],
  ["7 YR", null],
  ["10 YR", "DFII10"],
  ["20 YR", null],
  ["30 YR", null],
]);

const TITLE = "the Treasury's daily par real yield curve";

/**
 * Daily Treasury Par Real Yield Curve Rates (inflation-indexed securities), the CSV of any year from 2003: percent per year, a line a business day, newest
 * first, dates MM/DD/YYYY. A real yield below zero is real.
 * Source: U.S. Department of the Treasury, home.treasury.gov, Daily Treasury Par Real Yield Curve Rates.
 */
export const realYieldCurve: Layout = {
  publisher: "treasury",
  title: TITLE,
  header: 'Date,"5 YR","7 YR","10 YR",…',
  recognises: ({ cells }) => cells[0] === "Date" && cells.slice(1).some((name) => COLUMNS.has(name)),
  read({ lines: [header, ...lines], ended }) {
    const columns = columnsOf(
      header,
      TITLE,
      (name) => COLUMNS.get(name),
      () => "take the column out, or update the service if the Treasury has added a tenor",
    );
    return rowsOf(lines, { ended }, { source: "treasury", columns, readDate: readUsDate, missing: ["N/A"] });
  },
};
