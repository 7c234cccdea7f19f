import { shown } from "./arguments";
import { addDays, isIsoDate, type IsoDate, isoOf } from "./dates";

/** A time to the minute, in UTC. */
export const momentWords = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** `as_of` from the service; a time to the minute, a date as it is. */
export function asOfWords(asOf: string): string {
  const ms = Date.parse(asOf);
  return /T\d/.test(asOf) && !Number.isNaN(ms) ? momentWords(ms) : asOf;
}

/** The moment that a question is asked as of: a day, which means its end in New York, or a moment in milliseconds since 1970. */
export type AsOf = { readonly day: IsoDate } | { readonly moment: number };

type ReadAsOf = { readonly ok: true; readonly asOf: AsOf } | { readonly ok: false; readonly message: string };

const MOMENT = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?Z$/;
const FIRST: IsoDate = "1900-01-01";
const LAST: IsoDate = "2199-12-31";

/** The form of an as-of text, for messages and descriptions. */
const FORM = "a day such as 2024-06-25 or a moment in UTC such as 2024-06-25T14:30Z";

/** Reads a day (`YYYY-MM-DD`) or a moment in UTC to the minute or second (`2024-06-25T14:30Z`). `name` is the parameter in the message. */
export function readAsOf(raw: unknown, name = "as_of"): ReadAsOf {
  const wrong = (expected: string): ReadAsOf => ({ ok: false, message: `${name}: expected ${expected}, got ${shown(raw)}.` });
  if (typeof raw !== "string") return wrong(FORM);
  const text = raw.trim();
  const day = text.slice(0, 10);
  if (!isIsoDate(day) || (text.length > 10 && !MOMENT.test(text))) return wrong(FORM);
  if (day < FIRST || day > LAST) return wrong(`a day from ${FIRST.slice(0, 4)} to ${LAST.slice(0, 4)}`);
  return { ok: true, asOf: text.length === 10 ? { day } : { moment: Date.parse(text) } };
}

/** ISO 8601 in UTC, to the second. */
export const momentText = (moment: number): string => `${isoOf(moment)}T${new Date(moment).toISOString().slice(11, 19)}Z`;

/** The text of an as-of in one spelling: the day, or the moment to the second. */
export const asOfText = (asOf: AsOf): string => ("day" in asOf ? asOf.day : momentText(asOf.moment));

/**
 * True if `echo`, the `meta.as_of` of a reply, is the moment of this as-of. A day ends in New York at 03:59:59 UTC of the next day in summer, else at 04:59:59:
 * clients do not have the rules of daylight saving, so they accept both.
 */
export function isEchoOf(echo: unknown, asOf: AsOf): boolean {
  if ("moment" in asOf) return echo === momentText(asOf.moment);
  const next = addDays(asOf.day, 1);
  return echo === `${next}T03:59:59Z` || echo === `${next}T04:59:59Z`;
}
