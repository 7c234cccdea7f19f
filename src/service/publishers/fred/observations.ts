import { shown } from "../../../contract/arguments";
import type { LiveObservation } from "../../records/live-series";
import { dayIn, isObject, listIn, readJson, type JsonObject } from "../reading/read-json";
import { RefusedFile } from "../reading/refused-file";
import { readSeries } from "../own/series";

const TITLE = "FRED's observations";

/** @throws RefusedFile where the reply holds another number of observations than it says, or values that are not those that the series was published with. */
function refuseOtherForm(reply: unknown, count: number): void {
  const { units, count: stated } = (isObject(reply) ? reply : {}) as JsonObject;
  if (units !== undefined && units !== "lin") throw new RefusedFile(`expected the values as published (units lin), got ${shown(units)}`);
  if (stated !== undefined && stated !== count)
    throw new RefusedFile(`the reply says that there are ${shown(stated)} observations, and holds ${count}: it is cut`);
}

/**
 * The observations of one curated series as FRED's API gives them, oldest first. `.` is a missing value, and binary noise such as 5.326980000000001 goes.
 *
 * @throws RefusedFile for another form, a day or a value that the series cannot have, and a day that stands there twice with different values (revisions).
 */
export function readObservations(id: string, bytes: Uint8Array): LiveObservation[] {
  const reply = readJson(bytes);
  const list = listIn(reply, "observations", TITLE);
  refuseOtherForm(reply, list.length);
  const lines = list.map((row) => {
    const { value } = row;
    if (typeof value !== "string") throw new RefusedFile(`expected text as value of ${TITLE}, got ${shown(value)}`);
    return `${dayIn(row, "date", TITLE)},${value.trim()}`;
  });
  // The rules for a series in two columns are those for a file of it, whoever gives it.
  return readSeries(id, `${lines.join("\n")}\n`).map(({ date, value }) => ({ date, value }));
}
