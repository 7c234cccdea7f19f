import { shown } from "../../../contract/arguments";
import { addDays, type IsoDate } from "../../../contract/dates";
import { groupedBy, smallest } from "../../../contract/lists";
import type { RecordRow } from "../../records/record";
import { keywordOf, queryOf, type ReportHour } from "../../records/report-counts";
import { HOUR_MS } from "../../time/durations";
import { createPublisher, type Feed, type FetchRequest, type RequestedKeyword } from "../publisher";
import { headOf, isObject, type JsonObject, listIn, readJson, requiredNumber, textIn } from "../reading/read-json";
import { refuseFile, notEmpty } from "../reading/text";

const GDELT_TITLE = "GDELT's timeline of article counts";
/** GDELT's steps are quarters of an hour in windows up to three days, hours up to a week, days beyond. */
const WINDOW_DAYS = 6;
const QUARTER_MS = HOUR_MS / 4;

function count(row: JsonObject, member: string): number {
  const value = requiredNumber(row, member, GDELT_TITLE);
  if (!Number.isInteger(value) || value < 0)
    refuseFile(
      `expected a whole number as ${member} of ${GDELT_TITLE}, got ${value}: shares and smoothed counts are not accepted; fetch it with mode=timelinevolraw`,
    );
  return value;
}

function stepOf(row: JsonObject) {
  const text = textIn(row, "date", GDELT_TITLE);
  const m = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/.exec(text);
  const at = m ? Date.parse(`${m[1]}-${m[2]}-${m[3]}T${m[4]}:${m[5]}:${m[6]}Z`) : Number.NaN;
  if (Number.isNaN(at)) refuseFile(`expected a time such as 20240625T140000Z as date of ${GDELT_TITLE}, got ${shown(text)}; fetch it again`);
  const step = { at, reports: count(row, "value"), monitored: count(row, "norm") };
  if (step.reports > step.monitored) refuseFile(`${text} has ${step.reports} matching reports but only ${step.monitored} monitored ones; fetch it again`);
  return step;
}

type Step = ReturnType<typeof stepOf>;

/** The length of a step in milliseconds: an hour, or a quarter of one. */
function lengthOf(steps: readonly Step[]): number {
  const gaps = steps.slice(1).map((step, i) => step.at - (steps[i]?.at ?? 0));
  const least = smallest(gaps);
  if (gaps.some((gap) => gap <= 0)) refuseFile("the steps are not in order of time; fetch it again");
  if (![QUARTER_MS, HOUR_MS].includes(least) || steps.some((step) => step.at % least !== 0))
    refuseFile(
      gaps.length === 0
        ? "there is only one step, so its length is unknown; fetch a window of at least a day"
        : `expected steps of an hour or a quarter of an hour, got steps of ${least / 60_000} minutes; fetch a window of at most ${WINDOW_DAYS} days`,
    );
  return least;
}

/**
 * Sums a timeline's steps to full hours. The first and last step are left out: the window cuts through them, and the last may not be over. An hour of quarters
 * needs all four. A missing step, or one in which nothing was monitored, is not zero.
 *
 * @throws RefusedFile for steps that are not whole counts, not in order, or neither hours nor quarters.
 */
function fullHours(data: readonly JsonObject[]): ReportHour[] {
  const steps = data.map(stepOf);
  const parts = HOUR_MS / lengthOf(steps);
  const hours = groupedBy(
    steps.slice(1, -1).filter(({ monitored }) => monitored !== 0),
    ({ at }) => Math.floor(at / HOUR_MS) * HOUR_MS,
  );
  const sum = (of: readonly Step[], what: "reports" | "monitored"): number => of.reduce((n, step) => n + step[what], 0);
  return [...hours].flatMap(([hour_ms, of]) => (of.length === parts ? [{ hour_ms, reports: sum(of, "reports"), monitored: sum(of, "monitored") }] : []));
}

const ENDPOINT = "https://api.gdeltproject.org/api/v2/doc/doc";
const SERIES = "Article Count";
/** Windows overlap by a day, because the first and last step of each are left out. */
const EVERY_DAYS = 5;
/** The longest window of a cell is 720 hours; it may end hours ago. */
const OLDER_WINDOWS = 6;
const NAMED = /^gdelt-(.+)\.json$/i;

/** The query stated in the document, without the quotes that GDELT adds. */
function statedIn(reply: unknown): string | undefined {
  const details = isObject(reply) && isObject(reply["query_details"]) ? reply["query_details"] : {};
  const title = details["title"];
  return typeof title === "string" && title.trim() !== "" ? keywordOf(title.replaceAll('"', "")) : undefined;
}

/** The keyword from the file's name, or from the document. @throws RefusedFile if neither has it, or they differ. */
function keywordFor(name: string, reply: unknown): string {
  const stated = statedIn(reply);
  const encoded = NAMED.exec(name)?.[1];
  const named = encoded === undefined ? undefined : keywordOf(decoded(encoded));
  const keyword = named ?? stated;
  if (keyword === undefined || queryOf(keyword) === undefined)
    refuseFile(
      `the document does not state its keyword${keyword === undefined ? "" : ` in plain words (${shown(keyword)})`}; name the file gdelt-KEYWORD.json, for example "gdelt-oil tariff.json", and import it again`,
    );
  if (stated !== undefined && !keyword.split(" ").every((word) => stated.includes(word)))
    refuseFile(`the file is named after ${shown(keyword)}, but the document counts ${shown(stated)}; rename the file`);
  return keyword;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function recordOf(keyword: string, body: ReportHour): RecordRow {
  const moment = new Date(body.hour_ms).toISOString();
  const date = moment.slice(0, 10);
  return { dataset: "report_count", entity: keyword, date, key: moment.slice(11, 13), known: date, body, source: "gdelt" };
}

const address = (query: string, window: string): string => `${ENDPOINT}?query=${encodeURIComponent(query)}&mode=timelinevolraw&format=json&${window}`;
const moment = (day: IsoDate): string => `${day.replaceAll("-", "")}000000`;

const newestPart = (keyword: string): string => `${keyword}, last ${WINDOW_DAYS} days`;

/** Creates the requests for a keyword: the newest days first, because cells wait for them, then earlier windows with missing days. */
function requestsFor({ keyword, storedDays }: RequestedKeyword, today: IsoDate): { readonly newest: FetchRequest[]; readonly older: FetchRequest[] } {
  const query = queryOf(keyword);
  if (query === undefined) return { newest: [], older: [] };
  const name = `gdelt-${encodeURIComponent(keyword)}.json`;
  const newest = { part: newestPart(keyword), name, url: address(query, `timespan=${WINDOW_DAYS * 24}h`) };
  const older = Array.from({ length: OLDER_WINDOWS }, (_, i): FetchRequest[] => {
    const end = addDays(today, 1 - EVERY_DAYS * (i + 1));
    const start = addDays(end, -WINDOW_DAYS);
    const whole = Array.from({ length: EVERY_DAYS }, (_day, d) => addDays(start, d + 1)).every((day) => storedDays.has(day));
    return whole
      ? []
      : [{ part: `${keyword}, from ${EVERY_DAYS * (i + 1)} days ago`, name, url: address(query, `startdatetime=${moment(start)}&enddatetime=${moment(end)}`) }];
  });
  return { newest: [newest], older: older.flat() };
}

/**
 * Articles that matched a keyword by hour, and all monitored articles. Never counted from the list of articles, which ends at 250. If GDELT rejects a query or
 * gets too many requests, it returns a plain sentence with status 200; that is refused with GDELT's own words.
 * Source: The GDELT Project, DOC 2.0 API, mode timelinevolraw.
 */
const reportCounts: Feed = {
  id: "gdelt.report-counts",
  title: GDELT_TITLE,
  looksLike: '{"query_details":{…},"timeline":[{"series":"Article Count","data":[…',
  // Plain sentences are recognised too: `parse` refuses them with their text.
  recognises: ({ bytes }) => /^\s*[^<\s]/.test(headOf(bytes)),
  parse: ({ name, bytes }) => {
    const head = headOf(bytes).trim();
    if (!/^[[{]/.test(head)) refuseFile(`expected data, got a message from GDELT: ${shown(head.replace(/\s+/g, " "))}; check the keyword, or try again later`);
    const reply = readJson(bytes);
    if (isObject(reply) && "articles" in reply)
      refuseFile("this is a list of articles, which ends at 250 and cannot be counted; fetch it with mode=timelinevolraw");
    const timeline = notEmpty(listIn(reply, "timeline", GDELT_TITLE), "the timeline is empty, which does not mean zero articles; try another keyword");
    const [series, ...more] = timeline;
    if (more.length > 0 || series?.["series"] !== SERIES)
      refuseFile(`expected one series, ${SERIES}, got ${timeline.map((s) => shown(s["series"])).join(", ")}; fetch it with mode=timelinevolraw`);
    const hours = notEmpty(fullHours(listIn(series, "data", GDELT_TITLE)), "there is no full hour in this document; fetch a window of at least a day");
    const keyword = keywordFor(name, reply);
    return { title: `${GDELT_TITLE} for ${keyword}`, records: hours.map((hour) => recordOf(keyword, hour)) };
  },
  fetching: {
    schedule: { timeZone: "UTC", on: { everyMinutes: 60 }, at: "00:20" },
    partOfKeyword: newestPart,
    requests: ({ today, keywords = [] }) => {
      const of = keywords.map((k) => requestsFor(k, today));
      return [...of.flatMap((k) => k.newest), ...of.flatMap((k) => k.older)];
    },
    missing: ({ keywords = [] }) =>
      keywords.length === 0 ? "No keyword is set yet. Enter =SERVICE.OSINT(…) in a cell, or add --keywords oil,bitcoin." : undefined,
  },
};

/** The GDELT Project: how many news articles match a keyword. */
export const gdelt = createPublisher({
  id: "gdelt",
  name: "The GDELT Project",
  feeds: [reportCounts],
  // GDELT allows one request in five seconds.
  msBetween: 5_500,
});
