import { TENOR_SERIES } from "../../../contract/series";
import { dailyTable } from "./daily-table";

/**
 * Column names of the daily par yield curve, exactly as written. Real yields have "10 YR" instead of "10 Yr"; nothing else distinguishes the two tables. Null:
 * no such series is served.
 */
const COLUMNS: ReadonlyMap<string, string | null> = new Map([
  ["1 Mo", TENOR_SERIES["1M"]],
  ["1.5 Month", null],
  ["2 Mo", null],
  ["3 Mo", TENOR_SERIES["3M"]],
  ["4 Mo", null],
  ["6 Mo", TENOR_SERIES["6M"]],
  ["1 Yr", TENOR_SERIES["1Y"]],
  ["2 Yr", TENOR_SERIES["2Y"]],
  ["3 Yr", TENOR_SERIES["3Y"]],
  ["5 Yr", TENOR_SERIES["5Y"]],
  ["7 Yr", TENOR_SERIES["7Y"]],
  ["10 Yr", TENOR_SERIES["10Y"]],
  ["20 Yr", TENOR_SERIES["20Y"]],
  ["30 Yr", TENOR_SERIES["30Y"]],
]);

/**
 * Daily Treasury Par Yield Curve Rates, the CSV of any year: percent a year, bond-equivalent, one line per business day, dates MM/DD/YYYY. The tenors differ by
 * year; a blank or N/A is a tenor that was not published on the day.
 * Source: U.S. Department of the Treasury, home.treasury.gov, Daily Treasury Par Yield Curve Rates.
 */
export const parYieldCurve = dailyTable("the Treasury's daily par yield curve", 'Date,"1 Mo","3 Mo",…,"30 Yr"', COLUMNS);
