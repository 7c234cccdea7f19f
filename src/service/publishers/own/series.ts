import { shown } from "../../../contract/arguments";
import { isIsoDate, type IsoDate } from "../../../contract/dates";
import { endWithNearest } from "../../../contract/nearest";
import { SERIES_IDS, seriesOf, type Series } from "../../../contract/series";
import { decodedText, readIsoDate, refuseFile } from "../reading/text";
import type { PublishedRow } from "../../records/record";
import type { Document, Feed } from "../publisher";
import { refuseOtherFrequency, rowsOf } from "../reading/rows-of";
import { readTextTable, type TableLine, type TextTable } from "../reading/table";
import { hasVintages, readVintages, refuseVintagesOfOther } from "./vintages";

const DATE_NAMES = ["date", "observation_date"];
const LAYOUT = "two columns, a date as YYYY-MM-DD and a value";

/**
 * Finds the curated series of an id, in any case.
 *
 * @throws RefusedFile that names the nearest ids.
 */
export function curated(id: string, line?: number): Series {
  return (
    seriesOf(id.trim().toUpperCase()) ??
    refuseFile(`${shown(id)} is not one of the ${SERIES_IDS.length} series that this service serves${endWithNearest(id, SERIES_IDS)}`, line)
  );
}

/** True for a header, false for data. @throws RefusedFile for a header that names another series: it is the wrong file. */
function isHeader(line: TableLine, id: string): boolean {
  const [date = "", value = ""] = line.cells;
  if (isIsoDate(date)) return false;
  if (!DATE_NAMES.includes(date.toLowerCase()))
    refuseFile(`expected ${LAYOUT}, with or without a header such as date,value; got ${shown(date)} first`, line.number);
  if (line.cells.length !== 2) refuseFile(`expected ${LAYOUT}; the header has ${line.cells.length} columns, so take the others out`, line.number);
  if (value.toLowerCase() === "value" || value.toUpperCase() === id) return true;
  refuseFile(
    `expected the header date,value or date,${id}, got ${shown(value)}: the file may contain another series or another transformation; check it, and rename the column if it is ${id}`,
    line.number,
  );
}

function readValues(id: string, table: TextTable, readDate: (cell: string, line: number) => IsoDate): PublishedRow[] {
  const lines = isHeader(table.lines[0], id) ? table.lines.slice(1) : table.lines;
  return rowsOf(lines, table, { source: "user", columns: [{ name: id, series: id }], readDate, missing: ["."] });
}

/**
 * Reads one curated series from two columns: an ISO date and a value in the series' own unit, separated by commas or tabs. The header is optional
 * (`date,value`, `DATE,DGS10`, `observation_date,DGS10`). A blank or `.` is a missing value. The source is "user": the operator is responsible for the data.
 * Vintages have their own layouts (`vintages.ts`). `seen` is the day, `received` the moment on which the file was received.
 *
 * @throws RefusedFile for an unknown id, another layout, and dates that the series cannot have: a monthly one is dated by the first of its month.
 */
export function readSeries(id: string, text: string, { seen, received }: Pick<Document, "seen" | "received"> = {}): PublishedRow[] {
  const series = curated(id);
  const table = readTextTable(text, true);
  const readDate = (cell: string, line: number): string => {
    const date = readIsoDate(cell, line);
    if (series.frequency === "monthly" && !date.endsWith("-01"))
      refuseFile(`${series.id} is monthly and dated by the first of the month, got ${date}; check that the file contains ${series.id}`, line);
    return date;
  };
  refuseVintagesOfOther(table, series.id);
  const rows = hasVintages(table, series.id) ? readVintages(table, { series, readDate, seen, received }) : readValues(series.id, table, readDate);
  const dates = rows.filter((row, i) => row.date !== rows[i - 1]?.date);
  // Three firsts of a month in a row are never three business days: they are monthly averages under a daily series' name.
  if (series.frequency === "daily" && dates.length >= 3 && dates.every((r) => r.date.endsWith("-01")))
    refuseFile(
      `${series.id} is daily, but every date is the first of a month, so these are monthly values; download the series without changing its frequency`,
    );
  refuseOtherFrequency(dates);
  return rows;
}

/** Creates the feed of an operator's file of one series. It accepts any document, because the operator has named the series. */
export function ownSeries(id: string): Feed {
  const series = curated(id);
  const title = `${series.id}, ${series.title}`;
  return {
    id: `user.${series.id}`,
    title,
    looksLike: `date,${series.id}`,
    recognises: () => true,
    parse: ({ bytes, ...when }) => ({ rows: readSeries(series.id, decodedText(bytes), when) }),
  };
}
