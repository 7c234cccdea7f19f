import { shown } from "../../../contract/arguments";
import { RefusedFile } from "./text";
import type { Column } from "./rows-of";
import type { TableLine } from "./table";

/**
 * Maps the columns after the date to series. `seriesBy` returns a series, null for a known column that is left out, or undefined for an unknown one.
 *
 * @throws RefusedFile for an unknown or repeated column, or if no column would be imported.
 */
export function columnsOf(header: TableLine, title: string, seriesBy: (name: string) => string | null | undefined, advice: (name: string) => string): Column[] {
  const columns = header.cells.slice(1).map((name, i, names): Column => {
    const series = seriesBy(name);
    if (series === undefined) throw new RefusedFile(`${shown(name)} is not a column of ${title} that this service knows; ${advice(name)}`, header.number);
    if (names.indexOf(name) !== i) throw new RefusedFile(`the column ${shown(name)} appears twice; download the file again`, header.number);
    return { name, series: series ?? undefined };
  });
  if (!columns.some((c) => c.series !== undefined))
    throw new RefusedFile(`the header names no column of ${title} that this service stores; download the whole table`, header.number);
  return columns;
}
