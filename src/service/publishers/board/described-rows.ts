import { shown } from "../../../contract/arguments";
import { seriesOf } from "../../../contract/series";
import { RefusedFile } from "../reading/refused-file";
import type { TableLine } from "../reading/table";
import type { KeptSeries, Measure } from "./identifiers";

/** Normalizes a row's name: "Unique Identifier: " becomes "unique identifier". */
export const describedName = (line: TableLine): string => (line.cells[0] ?? "").replace(/:\s*$/, "").trim().toLowerCase();

/** The rows above the row of series names. */
export const DESCRIBING: ReadonlySet<string> = new Set(["series description", "unit", "multiplier", "currency", "unique identifier"]);

/** The unit text of each measure. An index names its base date; another base is another series. */
const UNITS: Readonly<Record<Measure, { readonly fits: RegExp; readonly expected: string }>> = {
  "percent a year": { fits: /^percent[:_\s]*per[_\s]*year$/i, expected: "Percent:_Per_Year" },
  percent: { fits: /^percent([:_\s]*per[_\s]*year)?$/i, expected: "Percent" },
  dollars: { fits: /^currency$/i, expected: "Currency" },
  "index of January 2006": { fits: /^index([:_\s]*(2006[_\s]*jan|jan[_\s]*2006)[_\s]*=?100)?$/i, expected: "Index:_2006_Jan_100" },
};

const SCALES: Readonly<Record<string, number>> = { $M: 1e6, $B: 1e9 };
const MULTIPLIERS: readonly number[] = [1, 1e3, 1e6, 1e9];

const refuse = (expected: string, what: string, identifier: string, cell: string, line: number): never => {
  throw new RefusedFile(`expected ${expected} as ${what} of ${identifier}, got ${shown(cell)}; download the package again as the release offers it`, line);
};

/** The cell of a column in the named row. Undefined if the package has no such row. */
function cellIn(above: readonly TableLine[], name: string, column: number): { readonly cell: string; readonly line: number } | undefined {
  const row = above.find((line) => describedName(line) === name);
  return row && { cell: row.cells[column] ?? "", line: row.number };
}

/**
 * Returns the factor that converts a column to the series' own unit, from the rows above it. A blank is allowed for percentages and indices, which have only
 * one scale, but not for dollars.
 *
 * @throws RefusedFile for another unit or currency, and for a missing or invalid multiplier.
 */
export function factorOf({ series, measure }: KeptSeries, identifier: string, above: readonly TableLine[], column: number): number {
  const unit = cellIn(above, "unit", column);
  const { fits, expected } = UNITS[measure];
  if (unit && unit.cell !== "" && !fits.test(unit.cell)) refuse(expected, "unit", identifier, unit.cell, unit.line);
  const multiplier = cellIn(above, "multiplier", column);
  if (measure !== "dollars") {
    if (multiplier && multiplier.cell !== "" && !/^1(\.0*)?$/.test(multiplier.cell)) refuse("1", "multiplier", identifier, multiplier.cell, multiplier.line);
    return 1;
  }
  const currency = cellIn(above, "currency", column);
  if (currency && currency.cell !== "" && currency.cell !== "USD") refuse("USD", "currency", identifier, currency.cell, currency.line);
  if (!multiplier || multiplier.cell === "")
    throw new RefusedFile(
      `the row Multiplier is blank or missing for ${identifier}, so the scale of its dollars is unknown; download the package with the labels included`,
    );
  const times = /^\d+(\.\d+)?(e\+?\d{1,2})?$/i.test(multiplier.cell) ? Number(multiplier.cell) : Number.NaN;
  if (!MULTIPLIERS.includes(times)) refuse("1, 1000, 1000000 or 1000000000", "multiplier", identifier, multiplier.cell, multiplier.line);
  return times / (SCALES[seriesOf(series)?.unit ?? ""] ?? 1);
}
