import { shown } from "../../../contract/arguments";
import type { IsoDate } from "../../../contract/dates";
import type { LiveObservation } from "../../records/macro";
import { readSeries } from "../own/series";
import type { Publisher } from "../publisher";
import { dayIn, isObject, type JsonObject, listIn, readJson } from "../reading/read-json";
import { RefusedFile } from "../reading/text";

const TITLE = "FRED's observations";

/** @throws RefusedFile if the reply has another number of observations than it states, transformed values, or the values of another day than asked for. */
function refuseOtherForm(reply: unknown, count: number, asOf: IsoDate | undefined): void {
  const { units, count: stated, realtime_start: start, realtime_end: end } = (isObject(reply) ? reply : {}) as JsonObject;
  if (asOf !== undefined && (start !== asOf || end !== asOf))
    throw new RefusedFile(`expected the values known on ${asOf}, got those known from ${shown(start)} to ${shown(end)}; try again later`);
  if (units !== undefined && units !== "lin") throw new RefusedFile(`expected the values as published (units lin), got ${shown(units)}; update the service`);
  if (stated !== undefined && stated !== count)
    throw new RefusedFile(`expected ${shown(stated)} observations, got ${count}: the reply is cut; try again later`);
}

/**
 * Reads the observations of one curated series from FRED's API, oldest first. `.` is a missing value; binary noise such as 5.326980000000001 is removed.
 *
 * @param asOf the day whose values were asked for; undefined for the current ones
 * @throws RefusedFile for another format, a day or a value that the series cannot have, and a day with two values (revisions).
 */
export function readObservations(id: string, bytes: Uint8Array, asOf?: IsoDate): LiveObservation[] {
  const reply = readJson(bytes);
  const list = listIn(reply, "observations", TITLE);
  refuseOtherForm(reply, list.length, asOf);
  const lines = list.map((row) => {
    const { value } = row;
    if (typeof value !== "string") throw new RefusedFile(`expected text as value of ${TITLE}, got ${shown(value)}; try again later`);
    return `${dayIn(row, "date", TITLE)},${value.trim()}`;
  });
  // The same rules apply as for a file with two columns.
  return readSeries(id, `${lines.join("\n")}\n`).map(({ date, value }) => ({ date, value }));
}

/** FRED, of the Federal Reserve Bank of St. Louis: fetched with the operator's own key while a cell waits. Nothing is stored. */
export const fred: Publisher = {
  id: "fred",
  name: "FRED, Federal Reserve Bank of St. Louis",
  attribution:
    "FRED®, Federal Reserve Bank of St. Louis, fetched with the operator's own key; each series belongs to its own publisher. This product uses the FRED® API but is not endorsed or certified by the Federal Reserve Bank of St. Louis.",
  terms: {
    licence: "FRED API terms of use: with your own key; storing, caching and archiving are forbidden without permission",
    url: "https://fred.stlouisfed.org/docs/api/terms_of_use.html",
    text: "The data may not be stored, cached, archived, put into a database, or used to train models; many series belong to others (Freddie Mac, the University of Michigan, Cboe), whose own terms bind you too. So this service stores none of it: it fetches a series from FRED while a cell waits, only if it has no published rows of that series, and discards the reply. Check for yourself whether your workbook may keep what it shows. You need your own key, in the variable SERVICE_FRED_KEY; it is never stored. This product uses the FRED® API but is not endorsed or certified by the Federal Reserve Bank of St. Louis.",
    defaultOn: false,
    redistribution: "forbidden",
  },
  feeds: [],
  live: true,
  // FRED allows 120 requests a minute.
  politeness: { msBetween: 500 },
};
