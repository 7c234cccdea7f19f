import { shown } from "../../../contract/arguments";
import { addDays, isIsoDate, weekdayOf, type IsoDate } from "../../../contract/dates";
import { SERIES, type Frequency, type Series } from "../../../contract/series";
import type { StatedForecast } from "../../records/macro";
import type { RecordRow } from "../../records/record";
import { isUnpublished, releaseOfObservation } from "../../releases/releases";
import { isoOfParts, quarterEnd, yearOf } from "../../time/calendar";
import { dayAt, endOfDay } from "../../time/time-zone";
import type { Document, Publisher } from "../publisher";
import { readNumber, refuseFile } from "../reading/text";
import { type CellUnder, ownList, ownPublisher } from "./own-columns";
import { curated } from "./series";

/** The first day that a question may be asked as of. */
const FIRST_DAY: IsoDate = "1900-01-01";
/** A later period is mistyped: nobody forecasts a single release so far ahead. */
const MOST_YEARS_AHEAD = 10;
const DAYS_OF_WEEK = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** The series of an id or a title, in any case. */
const seriesNamed = (name: string, line: number): Series => SERIES.find(({ title }) => title.toLowerCase() === name.toLowerCase()) ?? curated(name, line);

/** The Monday of an ISO week such as 2024-W23. Undefined if the year has no such week. */
function mondayOf(text: string): IsoDate | undefined {
  const [, year, week] = /^(\d{4})-?W(\d{2})$/i.exec(text) ?? [];
  if (year === undefined) return undefined;
  // 4 January is always in the first week.
  const fourth = isoOfParts(Number(year), 1, 4);
  const monday = addDays(fourth, 7 * (Number(week) - 1) - ((weekdayOf(fourth) + 6) % 7));
  return Number(week) >= 1 && yearOf(addDays(monday, 3)) === Number(year) ? monday : undefined;
}

/** How the period of a forecast may be written, by the frequency of its series. `read` returns the date of the observation. */
const PERIODS: { readonly [F in Frequency]: { readonly form: (of: Series) => string; readonly read: (text: string, of: Series) => IsoDate | undefined } } = {
  daily: { form: () => "a day such as 2024-06-12", read: (text) => (isIsoDate(text) ? text : undefined) },
  weekly: {
    form: ({ weekday = 0 }) => `a ${DAYS_OF_WEEK[weekday]} such as ${addDays("2024-06-02", weekday)}, or its ISO week such as 2024-W23`,
    read: (text, { weekday = 0 }) => {
      if (isIsoDate(text)) return weekdayOf(text) === weekday ? text : undefined;
      const monday = mondayOf(text);
      return monday === undefined ? undefined : addDays(monday, (weekday + 6) % 7);
    },
  },
  monthly: {
    form: () => "a month such as 2024-05, or its first day",
    read: (text) => [text, `${text}-01`].find((date) => isIsoDate(date) && date.endsWith("-01")),
  },
  quarterly: {
    form: () => "a quarter such as 2024-Q2, or its last day",
    read: (text) => {
      const [, year, quarter] = /^(\d{4})-?Q([1-4])$/i.exec(text) ?? [];
      if (year !== undefined) return quarterEnd(isoOfParts(Number(year), 3 * Number(quarter), 1));
      return isIsoDate(text) && quarterEnd(text) === text ? text : undefined;
    },
  },
};

/** When a forecast was made: its day in New York, and the moment if the file states it. */
function readMade(text: string, line: number): { readonly day: IsoDate; readonly moment?: string; readonly at: number } {
  // A day has no time, so it counts to its end.
  if (isIsoDate(text)) return { day: text, at: endOfDay(text) };
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?Z$/.test(text) && isIsoDate(text.slice(0, 10)) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at))
    refuseFile(`expected under date the day of the forecast, such as 2024-06-11, or a moment in UTC, such as 2024-06-11T14:30:00Z; got ${shown(text)}`, line);
  return { day: dayAt(at, "America/New_York"), moment: `${new Date(at).toISOString().slice(0, 19)}Z`, at };
}

function readForecast(text: string, line: number): number {
  if (text === "") refuseFile("expected a number under forecast, got none; leave out lines without a forecast", line);
  return readNumber(text, "forecast", line);
}

function rowOf(cell: CellUnder, line: number, { seen, received }: Pick<Document, "seen" | "received">): RecordRow {
  const series = seriesNamed(cell("series"), line);
  const { form, read } = PERIODS[series.frequency];
  const period = read(cell("period"), series);
  if (period === undefined) refuseFile(`${series.id} is ${series.frequency}: expected under period ${form(series)}; got ${shown(cell("period"))}`, line);
  const value = readForecast(cell("forecast"), line);
  const { day, moment, at } = readMade(cell("date"), line);
  if (day < FIRST_DAY) refuseFile(`the forecast is dated ${day}; expected a day from ${FIRST_DAY.slice(0, 4)} on; correct its date`, line);
  if ((seen !== undefined && day > seen) || (moment !== undefined && received !== undefined && at > received))
    refuseFile(`the forecast is dated ${moment ?? day}, which is in the future; correct its date`, line);
  refuseImpossiblePeriod(series, period, day, line);
  refuseAfterRelease(series, period, { day, moment, at }, line);
  const body: StatedForecast = { value, ...(moment === undefined ? {} : { moment }) };
  return { dataset: "forecast", entity: series.id, date: period, key: moment ?? day, known: day, body, source: "user" };
}

/** @throws RefusedFile for a period that is never released, or that is mistyped. */
function refuseImpossiblePeriod({ id }: Series, period: IsoDate, made: IsoDate, line: number): void {
  if (period < FIRST_DAY) refuseFile(`the period ${period} is before ${FIRST_DAY.slice(0, 4)}; correct it`, line);
  if (yearOf(period) > yearOf(made) + MOST_YEARS_AHEAD)
    refuseFile(`the period ${period} is more than ${MOST_YEARS_AHEAD} years after the forecast of ${made}; correct it`, line);
  if (isUnpublished(id, period)) refuseFile(`${id} of ${period} was never published, so leave out its forecasts`, line);
}

/** @throws RefusedFile for a forecast that was made when the figure was public. */
function refuseAfterRelease(
  { id }: Series,
  period: IsoDate,
  made: { readonly day: IsoDate; readonly moment: string | undefined; readonly at: number },
  line: number,
): void {
  const release = releaseOfObservation(id, period, "user").at;
  if (made.at < release) return;
  const released = `${new Date(release).toISOString().slice(0, 19)}Z`;
  const sameDay = made.moment === undefined && dayAt(release, "America/New_York") === made.day;
  refuseFile(
    sameDay
      ? `${id} of ${period} was released on ${made.day}, the day of the forecast; give the moment of the forecast if it was made before ${released}, or leave it out`
      : `the forecast of ${id} for ${period} is dated ${made.moment ?? made.day}, after its release by ${released}; correct its date, or leave it out`,
    line,
  );
}

const valueIn = ({ body }: RecordRow): number => (body as StatedForecast).value;

/** One forecast per line. A series and period may have several, made on different days. */
const forecastList = ownList({
  id: "forecasts.list",
  title: "your own forecasts",
  required: ["series", "period", "forecast", "date"],
  recognised: ["series", "forecast"],
  what: "forecast",
  rowOf,
  twice: (before, row) => `${row.entity} of ${row.date} has two forecasts of ${row.key}, ${valueIn(before)} and ${valueIn(row)}; keep the right one`,
  comparesRows: true,
});

/** The operator's own forecasts. Every collection of forecasters' consensus is proprietary. */
export const forecasts: Publisher = ownPublisher("forecasts", "Your own forecasts", [forecastList]);
