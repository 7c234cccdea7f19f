import { addDays, type IsoDate } from "../../../contract/dates";
import type { FetchRequest, Schedule } from "../publisher";

const BASE = "https://data-api.ecb.europa.eu/service/data";

/** The euro area and its members, as the ECB writes them in a key. */
export const EURO_AREA_KEY = "U2+AT+BE+BG+CY+DE+EE+ES+FI+FR+GR+HR+IE+IT+LT+LU+LV+MT+NL+PT+SI+SK";

/** Weekly, because figures are published on varying days around the middle of the month. An unchanged document is not sent again. */
export const weeklyAt = (at: string): Schedule => ({ timeZone: "Europe/Berlin", on: { weekday: 3 }, at });

/** The last complete month. A first estimate is published before the end of its month, and a date in the future is refused. */
export const lastFullMonth = (today: IsoDate): string => addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7);

/** Requests one key of a dataflow such as `FM`, up to a month or a day. */
export const ecbRequest = (dataflow: string, key: string, until: string, since?: string): FetchRequest => ({
  part: dataflow,
  url: `${BASE}/${dataflow}/${key}?${since === undefined ? "" : `startPeriod=${since}&`}endPeriod=${until}&format=csvdata`,
  headers: { Accept: "text/csv" },
});
