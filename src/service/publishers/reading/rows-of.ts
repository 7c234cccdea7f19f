import { shown } from "../../../contract/arguments";
import { daysBetween, type IsoDate } from "../../../contract/dates";
import { groupedBy } from "../../../contract/lists";
import { type Frequency, seriesOf } from "../../../contract/series";
import type { SourceId } from "../../records/attribution";
import type { PublishedRow } from "../../records/record";
import { declaredSeries } from "../../records/series/declared";
import type { TableLine, TextTable } from "./table";
import { HIGHEST_YIELD, isComplete, LOWEST_YIELD, readNumber, refuseFile, refuseImplausible, refuseTruncated, notEmpty } from "./text";

/** With fewer rows the spacing of dates proves nothing. */
const FEWEST_ROWS = 6;

/** The frequency of a file's dates, if they are regular. A few days picked from a series have none. */
function frequencyOf(rows: readonly PublishedRow[]): Frequency | undefined {
  if (rows.length < FEWEST_ROWS) return undefined;
  if (rows.every((r) => r.date.endsWith("-01"))) return "monthly";
  const gaps = rows.slice(1).map((r, i) => daysBetween(rows[i]!.date, r.date));
  if (gaps.every((g) => g >= 6 && g <= 8)) return "weekly";
  return gaps.filter((g) => g === 1).length > gaps.length / 2 ? "daily" : undefined;
}

/** @throws RefusedFile if the dates of a curated series have another frequency than it: it is another frequency, or another series. */
export function refuseOtherFrequency(rows: readonly PublishedRow[]): void {
  for (const [id, of] of groupedBy(rows, ({ series }) => series)) {
    const [series, frequency] = [seriesOf(id), frequencyOf(of)];
    if (series && frequency && frequency !== series.frequency)
      refuseFile(`${id} is ${series.frequency}, but the dates of the file are ${frequency}; download the series without changing its frequency`);
  }
}

/** The refusal of a value that a curated series cannot have in its own unit. Undefined if it can. */
export function outsideBounds(series: string, date: IsoDate, value: number | null): string | undefined {
  const declared = declaredSeries(series);
  if (value === null || !declared) return undefined;
  const { unit, bounds = [LOWEST_YIELD, HIGHEST_YIELD] } = declared;
  if (value >= bounds[0] && value <= bounds[1]) return undefined;
  return `expected ${series} in ${unit}, from ${bounds[0]} to ${bounds[1]}, got ${value} on ${date}; check the unit and the scale of the file`;
}

/**
 * Maps the columns after the date to series. `seriesBy` returns a series, null for a known column that is left out, or undefined for an unknown one.
 *
 * @throws RefusedFile for an unknown or repeated column, or if no column would be imported.
 */
export function columnsOf(header: TableLine, title: string, seriesBy: (name: string) => string | null | undefined, advice: (name: string) => string): Column[] {
  const columns = header.cells.slice(1).map((name, i, names): Column => {
    const series = seriesBy(name);
    if (series === undefined) refuseFile(`${shown(name)} is not a column of ${title} that this service knows; ${advice(name)}`, header.number);
    if (names.indexOf(name) !== i) refuseFile(`the column ${shown(name)} appears twice; download the file again`, header.number);
    return { name, series: series ?? undefined };
  });
  if (!columns.some((c) => c.series !== undefined))
    refuseFile(`the header names no column of ${title} that this service stores; download the whole table`, header.number);
  return columns;
}

/** A column after the date: its name in the file, and its series. Undefined for a known column that is left out. */
export interface Column {
  readonly name: string;
  readonly series: string | undefined;
}

/** How the lines under a header are read. */
interface Reading {
  readonly source: SourceId;
  readonly columns: readonly Column[];
  readonly readDate: (text: string, line: number) => IsoDate;
  /** Missing values of this layout, besides a blank. */
  readonly missing: readonly string[];
  /** True if the publisher never prints more decimals than the series has. More decimals mean a fraction instead of percent. */
  readonly exactDecimals?: true;
}

/** Decimals of a left-out column, whose series is unknown. Published yields have two. */
const YIELD_DECIMALS = 2;

/**
 * Reads lines of one date column and one column per series, oldest day first. A missing value becomes a null row, which marks a holiday. A repeated day is
 * accepted if its values are equal.
 *
 * A blank at the end of a file without a final line end yields no row: its value may be truncated.
 *
 * @throws RefusedFile for a wrong number of cells, an unreadable date or value, a day with two values, an implausible yield, a truncated value, and a file
 * without lines.
 */
export function rowsOf(lines: readonly TableLine[], { ended }: Pick<TextTable, "ended">, reading: Reading): PublishedRow[] {
  const { columns, source } = reading;
  if (lines.length === 0) refuseFile("there is no line of data under the header; download the file again");
  const taken = new Map<string, { row: PublishedRow; line: number }>();
  lines.forEach((line, index) => {
    const cut = !ended && index === lines.length - 1;
    refuseWrongCount(line, columns.length + 1);
    const date = reading.readDate(line.cells[0] ?? "", line.number);
    columns.forEach((column, i) => {
      const text = line.cells[i + 1] ?? "";
      const last = cut && i === columns.length - 1;
      if (last && text === "") return;
      const value = valueOf(text, column, line.number, reading);
      if (last && value !== null && !isComplete(text, decimalsOf(column))) refuseTruncated(text, line.number);
      if (column.series === undefined) return;
      // The check of units compares rows, which have no lines.
      const outside = source === "user" ? outsideBounds(column.series, date, value) : undefined;
      if (outside !== undefined) refuseFile(outside, line.number);
      const key = `${column.series} ${date}`;
      const before = taken.get(key);
      if (before && before.row.value !== value)
        refuseFile(
          `${date} appears twice under ${column.name} with different values: ${say(before.row.value)} on line ${before.line} and ${say(value)} here; keep the right one`,
          line.number,
        );
      if (!before) taken.set(key, { row: { series: column.series, date, value, source }, line: line.number });
    });
  });
  const rows = [...taken.values()].map((t) => t.row);
  return notEmpty(rows, "the only value in the file may be cut off; download the file again").sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

function refuseWrongCount({ cells, number }: TableLine, expected: number): void {
  if (cells.length === expected) return;
  const what = cells.length < expected ? "the line seems to be cut" : "a value may contain a comma";
  refuseFile(`expected ${expected} cells, as in the header, got ${cells.length}: ${what}; download the file again`, number);
}

function valueOf(text: string, column: Column, line: number, { missing, exactDecimals }: Reading): number | null {
  if (text === "" || missing.includes(text)) return null;
  const value = readNumber(text, column.name, line);
  if (column.series === undefined || seriesOf(column.series)?.unit === "%") {
    refuseImplausible(value, column.name, line);
    // The bounds accept a fraction as a very low yield. Its decimals give it away.
    const scaled = value * 10 ** decimalsOf(column);
    if (exactDecimals && Math.abs(scaled - Math.round(scaled)) > 1e-6)
      refuseFile(
        `expected a yield in percent with ${decimalsOf(column)} decimals under ${column.name}, got ${value}: is it a fraction? Download the file again`,
        line,
      );
  }
  return value;
}

const decimalsOf = (column: Column): number => (column.series === undefined ? undefined : seriesOf(column.series))?.decimals ?? YIELD_DECIMALS;

const say = (value: number | null): string => (value === null ? "missing" : String(value));
