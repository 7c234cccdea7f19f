import { seriesOf } from "../../../contract/series";
import type { IsoDate } from "../../../contract/dates";
import type { SourceId } from "../../records/attribution";

import { isWhole, readNumber, refuseCut, refuseImplausible } from "./cells";
import type { PublishedRow } from "../../records/published-row";
import { RefusedFile } from "./refused-file";
import type { Line, Table } from "./table";

/** A column after the date: its name in the file, and the series that it is; undefined for one that is known and left out. */
export interface Column {
  readonly name: string;
  readonly series: string | undefined;
}

/** How the lines under a header are read. */
interface Reading {
  readonly source: SourceId;
  readonly columns: readonly Column[];
  readonly readDate: (text: string, line: number) => IsoDate;
  /** How this layout writes a missing value, beside a blank. */
  readonly missing: readonly string[];
  /** True where the publisher never prints more decimals than the series has: more of them are a fraction in place of percent. */
  readonly printed?: true;
}

/** Published yields show two decimals; the series that a left-out column would be is not asked. */
const YIELD_DECIMALS = 2;

/**
 * Reads the lines under a header of one date column and one column a series, oldest day first. A missing value becomes a null row, so that
 * a holiday is known as one. The same day twice is fine when it says the same.
 *
 * A blank that ends a file without a line end is neither a value nor a missing one (the value may have been cut off), so it yields no row.
 *
 * @throws RefusedFile for a wrong number of cells, a date or value that cannot be read, a day stated twice with different values, an implausible yield, a value that
 *   may be cut short, and no line at all.
 */
export function rowsOf(lines: readonly Line[], { ended }: Pick<Table, "ended">, reading: Reading): PublishedRow[] {
  const { columns, source } = reading;
  if (lines.length === 0) throw new RefusedFile("there is no line of data under the header; download the file again");
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
      if (last && value !== null && !isWhole(text, decimalsOf(column))) refuseCut(text, line.number);
      if (column.series === undefined) return;
      const key = `${column.series} ${date}`;
      const before = taken.get(key);
      if (before && before.row.value !== value)
        throw new RefusedFile(
          `${date} stands twice under ${column.name} with different values: ${say(before.row.value)} on line ${before.line} and ${say(value)} here; keep the right one`,
          line.number,
        );
      if (!before) taken.set(key, { row: { series: column.series, date, value, source }, line: line.number });
    });
  });
  const rows = [...taken.values()].map((t) => t.row);
  if (rows.length === 0) throw new RefusedFile("there is no value in the file that can be told from one cut off; download the file again");
  return rows.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

function refuseWrongCount({ cells, number }: Line, expected: number): void {
  if (cells.length === expected) return;
  const what = cells.length < expected ? "the line seems to be cut" : "a value may hold a comma";
  throw new RefusedFile(`expected ${expected} cells, as in the header, got ${cells.length}: ${what}; download the file again`, number);
}

function valueOf(text: string, column: Column, line: number, { missing, printed }: Reading): number | null {
  if (text === "" || missing.includes(text)) return null;
  const value = readNumber(text, column.name, line);
  if (column.series === undefined || seriesOf(column.series)?.unit === "%") {
    refuseImplausible(value, column.name, line);
    // The bounds take a fraction for a very low yield; its decimals tell.
    const scaled = value * 10 ** decimalsOf(column);
    if (printed && Math.abs(scaled - Math.round(scaled)) > 1e-6)
      throw new RefusedFile(
        `expected a yield in percent with ${decimalsOf(column)} decimals under ${column.name}, got ${value}: is it a fraction? Download the file again`,
        line,
      );
  }
  return value;
}

const decimalsOf = (column: Column): number => (column.series === undefined ? undefined : seriesOf(column.series))?.decimals ?? YIELD_DECIMALS;

const say = (value: number | null): string => (value === null ? "missing" : String(value));
