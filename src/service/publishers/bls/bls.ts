import { shown } from "../../../contract/arguments";
import { own } from "../../../contract/json";
import type { PublishedRow } from "../../records/record";
import { createPublisher, type Feed } from "../publisher";
import { refuseOtherFrequency } from "../reading/rows-of";
import { headOf, isObject, type JsonObject, listIn, numberIn, readJson, textIn } from "../reading/read-json";
import { refuseFile } from "../reading/text";

const TITLE = "the time series of the Bureau of Labor Statistics";
const API = "https://api.bls.gov/publicAPI/v1/timeseries/data";

/** The served series. CUSR is seasonally adjusted, CUUR is not. */
const SERIES: Readonly<Record<string, string>> = { CUSR0000SA0: "CPIAUCSL" };
const FIRST_YEAR = 1947;
/** Maximum years per request without a key. */
const MAX_YEARS = 10;
/** Years whose seasonal adjustment is recalculated each February. */
const REVISED_YEARS = 5;

/** Reads one month. Undefined for M13, the average of a year. A dash is a month that was never published. */
function rowOf(row: JsonObject, series: string): PublishedRow | undefined {
  const [year, period] = [textIn(row, "year", TITLE), textIn(row, "period", TITLE)];
  if (period === "M13") return undefined;
  const month = /^M(0[1-9]|1[0-2])$/.exec(period)?.[1];
  if (!/^\d{4}$/.test(year) || month === undefined)
    refuseFile(
      `expected a year and a month (M01 to M12), got ${shown(year)} and ${shown(period)}; fetch it again, or update the service if the format has changed`,
    );
  const value = row["value"] === "-" ? undefined : numberIn(row, "value", TITLE);
  return { series, date: `${year}-${month}-01`, value: value ?? null, source: "bls" };
}

function seriesIn(entry: JsonObject): PublishedRow[] {
  const id = textIn(entry, "seriesID", TITLE);
  const series = own(SERIES, id);
  if (series === undefined)
    refuseFile(`${shown(id)} is not a series that this service stores (${Object.keys(SERIES).join(", ")}); fetch the seasonally adjusted one, not CUUR`);
  const rows = listIn(entry, "data", TITLE).flatMap((row) => rowOf(row, series) ?? []);
  const days = new Map<string, PublishedRow>();
  for (const row of rows) {
    const before = days.get(row.date);
    if (before && before.value !== row.value) refuseFile(`${row.date.slice(0, 7)} appears twice with different values; fetch it again`);
    days.set(row.date, row);
  }
  return [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
}

/**
 * A reply of the public API, version 1 or 2: months as a year and M01 to M12, newest first, values as text. The consumer price index is in points of 1982–84 =
 * 100 and dated by the first of its month.
 * Source: U.S. Bureau of Labor Statistics, api.bls.gov.
 */
const timeSeries: Feed = {
  id: "bls.time-series",
  title: TITLE,
  looksLike: '{"status":"REQUEST_SUCCEEDED",…,"Results":{"series":[{"seriesID":"CUSR0000SA0",…',
  recognises: ({ bytes }) => /^\s*\{\s*"status"\s*:\s*"REQUEST_/.test(headOf(bytes)),
  parse: ({ bytes }) => {
    const document = readJson(bytes);
    const { status, message, Results } = isObject(document) ? document : {};
    if (status !== "REQUEST_SUCCEEDED") {
      const said = Array.isArray(message) ? message.filter((m) => typeof m === "string").join(" ") : "";
      refuseFile(
        `expected REQUEST_SUCCEEDED, got ${shown(status)}${said ? `: ${said}` : ""}; without a key the Bureau allows 25 requests a day, so try again tomorrow`,
      );
    }
    const rows = listIn(Array.isArray(Results) ? Results[0] : Results, "series", TITLE).flatMap(seriesIn);
    if (rows.length === 0) refuseFile("there is no month in the document: nothing was published for the requested years");
    refuseOtherFrequency(rows);
    return { rows };
  },
  fetching: {
    // The index is published at 08:30, on a day in the middle of the month. A daily request is cheaper than a calendar of these days.
    schedule: { timeZone: "America/New_York", on: "business", at: "08:45" },
    requests: ({ today, newest }) => {
      const last = Number(today.slice(0, 4));
      const first = newest === undefined ? FIRST_YEAR : Number(newest.slice(0, 4)) - REVISED_YEARS;
      const spans = Math.max(1, Math.ceil((last - first + 1) / MAX_YEARS));
      return Object.keys(SERIES).flatMap((id) =>
        Array.from({ length: spans }, (_, i) => {
          const from = first + i * MAX_YEARS;
          const to = Math.min(last, from + MAX_YEARS - 1);
          return {
            part: newest !== undefined && i === 0 ? id : `${id} ${from}`,
            url: `${API}/${id}?startyear=${from}&endyear=${to}`,
            headers: { Accept: "application/json" },
          };
        }),
      );
    },
  },
};

/** U.S. Bureau of Labor Statistics: the consumer price index. */
export const bls = createPublisher({ id: "bls", name: "U.S. Bureau of Labor Statistics", feeds: [timeSeries], msBetween: 2_000 });
