import { dailyTable } from "./daily-table";

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
