import { shown } from "../../../contract/arguments";
import { addDays, DAY_MS, isIsoDate, isoOf, msOf } from "../../../contract/dates";
import type { RequestRefusal } from "../server/refuse";

/** Moments of the feed, in microseconds since 1970: each row has one of its own, and a millisecond has place for a thousand. */

const DAYS = 7;
const MICROS = 1000;
const FORM = "a day such as 2026-11-20 or a moment such as 2026-11-20T14:30:00Z";
const MOMENT = /^(?<minute>\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(?<second>:\d{2}(?:[.,](?<fraction>\d{1,9}))?)?(?<zone>Z|[+-]\d{2}(?::?\d{2})?)?$/i;

/** ISO 8601 in UTC, to the microsecond. */
export function microsText(at: number): string {
  const ms = Math.floor(at / MICROS);
  return `${new Date(ms).toISOString().slice(0, -1)}${String(at - ms * MICROS).padStart(3, "0")}Z`;
}

/** Reads a date or a timestamp; without a zone it is in UTC. Undefined for other text. */
function readMicros(text: string): number | undefined {
  if (isIsoDate(text)) return msOf(text) * MICROS;
  const { minute, second = ":00", fraction = "", zone = "Z" } = MOMENT.exec(text)?.groups ?? {};
  if (minute === undefined || !isIsoDate(minute.slice(0, 10))) return undefined;
  const offset = zone.toUpperCase() === "Z" ? "Z" : `${zone.slice(0, 3)}:${zone.slice(3).replace(":", "") || "00"}`;
  const ms = Date.parse(`${minute.toUpperCase()}${second.slice(0, 3)}${offset}`);
  return Number.isNaN(ms) ? undefined : ms * MICROS + Number(fraction.padEnd(6, "0").slice(0, 6));
}

/**
 * Reads `since`: from seven days ago to now, or to `newest` if that is later, because moments can be ahead of the clock. A date counts from its start, so the date of
 * seven days ago is allowed. A plus sign that was not encoded arrives as a space.
 */
export function readSince(raw: string, now: number, newest: number): { readonly after: number } | RequestRefusal {
  const text = raw.trim().replace(/^(\S{16,}) (?=\d{2}:?\d{2}$)/, "$1+");
  const after = readMicros(text);
  if (after === undefined) return { code: "invalid_request", detail: `since: expected ${FORM}, got ${shown(raw)}.` };
  const first = isIsoDate(text) ? msOf(addDays(isoOf(now), -DAYS)) : now - DAYS * DAY_MS;
  const expected = `since: expected a moment of the last ${DAYS} days, from ${new Date(first).toISOString().slice(0, 19)}Z, got ${shown(raw)}.`;
  if (after < first * MICROS)
    return { code: "since_out_of_range", detail: `${expected} Read the endpoints of the families once, then ask for changes since that moment.` };
  if (after > Math.max((now + 1) * MICROS, newest)) return { code: "since_out_of_range", detail: `${expected} It is in the future.` };
  return { after };
}
