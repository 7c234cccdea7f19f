import { shown } from "../../../contract/arguments";
import type { IsoDate } from "../../../contract/dates";
import type { LiveObservation } from "../../records/macro";
import { readSeries } from "../own/series";
import { createPublisher } from "../publisher";
import { dayIn, isObject, type JsonObject, listIn, readJson } from "../reading/read-json";
import { refuseFile } from "../reading/text";

const TITLE = "FRED's observations";

/** @throws RefusedFile if the reply has another number of observations than it states, transformed values, or the values of another day than asked for. */
function refuseOtherForm(reply: unknown, count: number, asOf: IsoDate | undefined): void {
  const { units, count: stated, realtime_start: start, realtime_end: end } = (isObject(reply) ? reply : {}) as JsonObject;
  if (asOf !== undefined && (start !== asOf || end !== asOf))
    refuseFile(`expected the values known on ${asOf}, got those known from ${shown(start)} to ${shown(end)}; try again later`);
  if (units !== undefined && units !== "lin") refuseFile(`expected the values as published (units lin), got ${shown(units)}; update the service`);
  if (stated !== undefined && stated !== count) refuseFile(`expected ${shown(stated)} observations, got ${count}: the reply is cut; try again later`);
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
    if (typeof value !== "string") refuseFile(`expected text as value of ${TITLE}, got ${shown(value)}; try again later`);
    return `${dayIn(row, "date", TITLE)},${value.trim()}`;
  });
  // The same rules apply as for a file with two columns.
  return readSeries(id, `${lines.join("\n")}\n`).map(({ date, value }) => ({ date, value }));
}

/** FRED, of the Federal Reserve Bank of St. Louis: fetched with the operator's own key while a cell waits. Nothing is stored. */
export const fred = createPublisher({
  id: "fred",
  name: "FRED, Federal Reserve Bank of St. Louis",
  feeds: [],
  live: true,
  // FRED allows 120 requests a minute.
  msBetween: 500,
});
