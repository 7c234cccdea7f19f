import { shown } from "../../../contract/arguments";
import { RefusedFile } from "./refused-file";
import type { Column } from "./rows-of";
import type { Line } from "./table";

/**
 * The columns after the date, by a layout's own names. `seriesBy` gives a series, null for a column that is known and left out, or undefined.
 *
 * @throws RefusedFile naming a column that is not known or stands twice, or where no column would be taken.
 */
export function columnsOf(header: Line, title: string, seriesBy: (name: string) => string | null | undefined, advice: (name: string) => string): Column[] {
  const columns = header.cells.slice(1).map((name, i, names): Column => {
    const series = seriesBy(name);
    if (series === undefined) throw new RefusedFile(`${shown(name)} is not a column of ${title} that this service knows; ${advice(name)}`, header.number);
    if (names.indexOf(name) !== i) throw new RefusedFile(`the column ${shown(name)} stands twice; download the file again`, header.number);
    return { name, series: series ?? undefined };
  });
  if (!columns.some((c) => c.series !== undefined))
    throw new RefusedFile(`the header names no column of ${title} that this service keeps; download the whole table`, header.number);
  return columns;
}
