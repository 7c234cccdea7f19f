import { shown } from "../../../contract/arguments";
import { addDays, isIsoDate, type IsoDate } from "../../../contract/dates";
import { memoized } from "../../../contract/memoized";
import type { Series } from "../../../contract/series";
import type { PublishedRow } from "../../records/record";
import { declaredSeries } from "../../records/series/declared";
import { mayBeRevised, nextRelease, releaseOfObservation, type ReleaseMoment } from "../../releases/releases";
import { monthEnd } from "../../time/calendar";
import { dayAt, endOfDay, instantOf } from "../../time/time-zone";
import { refuseFile } from "../reading/text";
import { rowsOf } from "../reading/rows-of";
import type { TableLine, TextTable } from "../reading/table";
import { ownColumns } from "./own-columns";

/**
 * Vintages: the values of a series with the day or the moment on which each was published. Two layouts, both of ALFRED's: one line per value with a column
 * `realtime_start` (or `known`), and one column per vintage, such as `CPIAUCSL_20240515`.
 */

const HEADER = "date,value,realtime_start";
const NEW_YORK = "America/New_York";

/** The names of each column, as they appear in ALFRED's files and as users write them. */
const ALIASES: Readonly<Record<string, string>> = {
  observation_date: "date",
  period_start_date: "date",
  known: "realtime_start",
  realtime_start_date: "realtime_start",
  realtime_end_date: "realtime_end",
};

/** More dates that were all published in one moment are the file of one day, not a history. */
const MOST_OF_ONE_DAY = 24;
/** The download of one day has only the newest date, or the newest two, from its release. */
const MOST_ON_TIME = 2;

interface Reading {
  readonly series: Series;
  readonly timeOn: (day: IsoDate, date: IsoDate) => number;
  readonly readDate: (text: string, line: number) => IsoDate;
  /** The day on which the file was received. */
  readonly seen: IsoDate | undefined;
  /** The moment at which it was received. */
  readonly received: number | undefined;
}

/** The lines of one vintage, each with a date and a value. */
interface Vintage {
  readonly text: string;
  readonly lines: TableLine[];
}

const nameOf = (header: string, id: string): string => {
  const name = header.toLowerCase();
  return ALIASES[name] ?? (name === id.toLowerCase() ? "value" : name);
};

/** The series and the day of a column such as `CPIAUCSL_20240515`. */
function vintageIn(header: string): { readonly of: string; readonly day: IsoDate } | undefined {
  const [, name = "", year, month, day] = /^(\w+)_(\d{4})(\d{2})(\d{2})$/.exec(header) ?? [];
  const iso = `${year}-${month}-${day}`;
  return isIsoDate(iso) ? { of: name.toUpperCase(), day: iso } : undefined;
}

function dayOfColumn(header: string, id: string): IsoDate | undefined {
  const vintage = vintageIn(header);
  return vintage?.of === id ? vintage.day : undefined;
}

/** @throws RefusedFile if the header's columns are vintages of another series. */
export function refuseVintagesOfOther({ lines: [head] }: TextTable, id: string): void {
  for (const cell of head.cells) {
    const other = vintageIn(cell)?.of;
    if (other !== undefined && other !== id)
      refuseFile(`the column ${shown(cell)} is a vintage of ${other}, not of ${id}; choose the file of ${id}, or import this one as ${other}`, head.number);
  }
}

/** True if the header names vintages, in either layout. */
export const hasVintages = ({ lines: [head] }: TextTable, id: string): boolean =>
  head.cells.some((cell) => nameOf(cell, id) === "realtime_start" || dayOfColumn(cell, id) !== undefined);

/**
 * The moment of a day or of a UTC time. A day counts to its end in New York, unless the series is released on it at a known time.
 *
 * @throws RefusedFile for other text, and for a day or a moment after the import.
 */
function momentOf(text: string, date: IsoDate, line: number, { series: { id, frequency }, timeOn, seen, received }: Reading): number {
  const declared = declaredSeries(id);
  const isDay = isIsoDate(text);
  const moment = isDay || /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(moment) || !isIsoDate(text.slice(0, 10)))
    refuseFile(`expected the day of publication as YYYY-MM-DD, or a moment in UTC such as 2024-05-15T12:30:00Z, got ${shown(text)}`, line);
  const day = text.slice(0, 10);
  if ((seen !== undefined && day > seen) || (!isDay && received !== undefined && moment > received))
    refuseFile(`${date} is said to be published on ${isDay ? day : text}, which is in the future; correct it`, line);
  if (day < addDays(date, -(declared?.setAhead ?? 0)))
    refuseFile(`${date} is said to be published on ${day}, before the period that it describes; are the columns swapped?`, line);
  if (frequency === "monthly" && day < monthEnd(date) && !declared?.withinMonth)
    refuseFile(`${date} is said to be published on ${day}, before its month has ended; correct the day of publication`, line);
  return isDay ? timeOn(day, date) : moment;
}

/** Says when a series is released on a day, as far as a rule says so; else the end of the day. Each day is calculated once: a history repeats them often. */
function timesOf({ id, frequency }: Series): Reading["timeOn"] {
  const ruled = (release: Pick<ReleaseMoment, "at" | "basis"> | undefined) =>
    release?.basis === "rule" ? { day: dayAt(release.at, NEW_YORK), at: release.at } : undefined;
  const ownRelease = memoized((date: IsoDate) => ruled(releaseOfObservation(id, date, "user")));
  const onDay = memoized((day: IsoDate): number => {
    // A revision of a monthly or weekly series comes with the release of a later period. Daily ones are published daily, so this search would be long.
    const next = frequency === "daily" ? undefined : ruled(nextRelease(id, instantOf(day, "00:00", NEW_YORK) - 1, "user"));
    return next?.day === day ? next.at : endOfDay(day);
  });
  return (day, date) => {
    const own = ownRelease(date);
    return own?.day === day ? own.at : onDay(day);
  };
}

/** The lines of each vintage of a file with one line per value. @throws RefusedFile if a value's last day is before its first, or after the next value's first. */
function ofLines({ lines: [head, ...rest], ended }: TextTable, id: string): Vintage[] {
  const named: TableLine = { number: head.number, cells: head.cells.map((cell) => nameOf(cell, id)) };
  const { lines, cellsOf } = ownColumns({ lines: [named, ...rest], ended }, ["date", "value", "realtime_start"], ["realtime_end"], HEADER);
  const vintages = new Map<string, Vintage>();
  const spans = new Map<string, { readonly from: string; readonly to: string; readonly line: number }[]>();
  for (const line of lines) {
    const cell = cellsOf(line);
    const [date, from, to] = [cell("date"), cell("realtime_start"), cell("realtime_end")];
    const vintage = vintages.get(from) ?? { text: from, lines: [] };
    vintages.set(from, vintage);
    vintage.lines.push({ number: line.number, cells: [date, cell("value")] });
    if (to === "") continue;
    if (!isIsoDate(to)) refuseFile(`expected a day as YYYY-MM-DD under realtime_end, got ${shown(to)}; leave that column out`, line.number);
    const span = { from: from.slice(0, 10), to, line: line.number };
    const of = spans.get(date);
    if (of) of.push(span);
    else spans.set(date, [span]);
  }
  for (const [date, of] of spans)
    for (const [i, { from, to, line }] of of.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0)).entries()) {
      const next = of[i + 1];
      if (to < from || (next && next.from > from && to >= next.from))
        refuseFile(
          `the value of ${date} is said to count from ${from} to ${to}${next && to >= from ? `, and the next one from ${next.from}` : ""}; correct the days, or leave the column realtime_end out`,
          line,
        );
    }
  return [...vintages.values()];
}

/** The lines of each vintage of a file with one column per vintage. @throws RefusedFile for another column between them. */
function ofColumns({ lines: [head, ...rest], ended }: TextTable, id: string): Vintage[] {
  const header = `date,${id}_YYYYMMDD,${id}_YYYYMMDD`;
  const names = head.cells.map((cell) => nameOf(cell, id));
  const odd = head.cells.find((cell, i) => (i === 0 ? names[i] !== "date" : dayOfColumn(cell, id) === undefined));
  if (odd !== undefined) refuseFile(`${shown(odd)} is unknown; expected one column per vintage: ${header}`, head.number);
  const { lines, cellsOf } = ownColumns({ lines: [{ ...head, cells: names }, ...rest], ended }, names, [], header);
  const published = new Set<string>();
  return names
    .slice(1)
    .sort()
    .map((name) => ({
      text: dayOfColumn(name, id) ?? "",
      lines: lines.flatMap((line): TableLine[] => {
        const cell = cellsOf(line);
        const [date, value] = [cell("date"), cell(name)];
        // Blank until the first publication.
        if (["", "."].includes(value) && !published.has(date)) return [];
        published.add(date);
        return [{ number: line.number, cells: [date, value] }];
      }),
    }))
    .filter(({ lines: of }) => of.length > 0);
}

/**
 * Marks the values of a file's oldest vintage that it did not publish first: all but that of the newest period, and that too if it was released on an earlier day.
 * ALFRED's oldest vintage has all earlier periods as they were known then.
 */
function ofOldest<R extends PublishedRow>(rows: readonly R[], text: string, { series: { id } }: Reading): R[] {
  const newest = rows.reduce((date, row) => (row.date > date ? row.date : date), "");
  const { at, basis } = releaseOfObservation(id, newest, "user");
  const isFirst = basis !== "rule" || dayAt(at, NEW_YORK) >= text.slice(0, 10);
  return rows.map((row) => (isFirst && row.date === newest ? row : { ...row, olderThanFile: true }));
}

/**
 * @throws RefusedFile for the download of one day with some values of other days: nothing is revised, almost no date has a vintage from its release, and many share
 * one day.
 */
function refuseFewDays(rows: readonly (PublishedRow & { readonly published: number })[], days: number, id: string): void {
  const dates = new Set(rows.map(({ date }) => date)).size;
  if (rows.length > dates || dates <= MOST_OF_ONE_DAY * days) return;
  const late = rows.filter((row) => mayBeRevised(id, row.date, "user", row.published)).length;
  if (dates - late > MOST_ON_TIME) return;
  refuseFile(
    `${late} of ${dates} dates are said to be published after the next release and none has an earlier value, so this looks like the download of one day: download all vintages in one file, or leave out the days of publication`,
  );
}

/**
 * Reads the vintages of a series, by date, the oldest first. A value that only repeats the one before is left out.
 *
 * @throws RefusedFile as `readSeries`, and for days of publication that cannot be.
 */
export function readVintages(table: TextTable, { series, readDate, seen, received }: Omit<Reading, "timeOn">): PublishedRow[] {
  const { id } = series;
  const reading: Reading = { series, timeOn: timesOf(series), readDate, seen, received };
  const vintages = table.lines[0].cells.some((cell) => dayOfColumn(cell, id) !== undefined) ? ofColumns(table, id) : ofLines(table, id);
  const [oldest] = vintages.map(({ text }) => text).sort();
  const rows = vintages.flatMap(({ text, lines }) => {
    const of = rowsOf(lines, { ended: true }, { source: "user", columns: [{ name: id, series: id }], readDate, missing: ["."] });
    const lineOf = new Map(lines.map(({ cells: [date = ""], number }) => [date, number]));
    const dated = of.map((row) => ({ ...row, published: momentOf(text, row.date, lineOf.get(row.date) ?? 0, reading) }));
    return text === oldest ? ofOldest(dated, text, reading) : dated;
  });
  if (rows.length === 0) refuseFile("there is no value under the header; download the file again");
  rows.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.published - b.published));
  const same = rows.find((row, i) => rows[i - 1]?.date === row.date && rows[i - 1]?.published === row.published && rows[i - 1]?.value !== row.value);
  if (same) {
    const numbers = vintages.flatMap(({ text, lines }) =>
      lines
        .filter(({ cells: [date], number }) => date === same.date && momentOf(text, same.date, number, reading) === same.published)
        .map((line) => line.number),
    );
    refuseFile(`${same.date} has two values that were published in the same moment; keep the right one of lines ${numbers.join(" and ")}`);
  }
  if (rows.length > MOST_OF_ONE_DAY && new Set(vintages.map(({ text }) => text)).size === 1)
    refuseFile(
      `every value is said to be published on ${vintages[0]?.text ?? ""}, so no earlier day would have any: download all vintages in one file, or leave out the days of publication`,
    );
  const distinct = rows
    .filter((row, i) => rows[i - 1]?.date !== row.date || rows[i - 1]?.value !== row.value)
    .map((row, i, all) =>
      row.date !== all[i - 1]?.date && mayBeRevised(id, row.date, "user", row.published) ? { ...row, olderThanFile: true as const } : row,
    );
  refuseFewDays(distinct, vintages.length, id);
  return distinct;
}
