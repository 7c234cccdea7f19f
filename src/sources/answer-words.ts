import { CODES, type Code } from "../contract/codes";
import type { PublicationBasis } from "../contract/publication";
import { reasonInCell, type Answer, type Published } from "../core/outcome";

const numbers = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 15 });

const UNIT_WORDS: Readonly<Record<string, string>> = {
  $M: "USD million",
  $B: "USD billion",
  $T: "USD trillion",
  idx: "index points",
  pp: "percentage points",
  bps: "basis points",
  "USD/shares": "USD per share",
};

/** A unit in words, such as "USD million" for `$M`. A unit that needs no words stays. */
export const unitWords = (unit: string): string => UNIT_WORDS[unit] ?? unit.replace(/^([A-Z]{3})\/shares$/, "$1 per share");

/** A number with thousands separators and all published digits; with `decimals`, at least that many, so that a column aligns. */
export const numberWords = (value: number, decimals?: number): string =>
  decimals === undefined
    ? numbers.format(value)
    : value.toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: Math.max(decimals, 10) });

/** An answer's value with its unit, or the reason that a cell shows. */
export function valueWords(answer: Pick<Answer, "value" | "unit" | "reason">): string {
  const { value, unit } = answer;
  if (value === null) return reasonInCell(answer);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (typeof value === "string") return value;
  return unit === undefined ? numberWords(value) : `${numberWords(value)} ${unitWords(unit)}`;
}

/** True for a figure of sample data. A reason is no figure. */
export const isSampleFigure = ({ sample, value }: Pick<Answer, "sample" | "value">): boolean => sample && value !== null;

/** The full reason for a missing value, else the meaning of its code. */
export function whyWords({ code, explanation }: Pick<Answer, "code" | "explanation">): string | undefined {
  return explanation ?? (code !== undefined && Object.hasOwn(CODES, code) ? CODES[code as Code].meaning : undefined);
}

const plural = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;

/** A duration in its largest unit, rounded down: 90 seconds are "1 minute", 25 hours "1 day". */
export function durationWords(ms: number): string {
  const minutes = Math.floor(Math.abs(ms) / 60_000);
  if (minutes < 1) return "less than a minute";
  if (minutes < 60) return plural(minutes, "minute");
  if (minutes < 24 * 60) return plural(Math.floor(minutes / 60), "hour");
  const days = Math.floor(minutes / (24 * 60));
  return days < 60 ? plural(days, "day") : days < 730 ? plural(Math.floor(days / 30.44), "month") : plural(Math.floor(days / 365.25), "year");
}

export const agoWords = (then: number, now: number): string => (then > now ? `in ${durationWords(then - now)}` : `${durationWords(now - then)} ago`);

const BASIS_WORDS: Readonly<Record<PublicationBasis, string>> = {
  stated: ", stated by the publisher",
  rule: ", by the release rule",
  "late bound": " at the latest",
  "first seen": ", when the service first saw it",
};
/** The operator's own files. */
const OWN_SOURCE = "user";

const newYork = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

/** A moment to the minute in New York, where most figures are published. Its last second is the end of a day of which no time is known. */
function newYorkWords(at: string): string {
  const part = new Map(newYork.formatToParts(Date.parse(at)).map(({ type, value }) => [type, value]));
  const day = `${part.get("year")}-${part.get("month")}-${part.get("day")}`;
  const time = `${part.get("hour")}:${part.get("minute")}`;
  return time === "23:59" && part.get("second") === "59" ? `the end of ${day} in New York` : `${day} ${time} New York`;
}

/** When a value became public, and how that is known: "2024-05-15 08:30 New York, by the release rule". */
export function publicWords({ at, basis }: Pick<Published, "at" | "basis">, source?: string): string {
  const when = /T\d/.test(at) && !Number.isNaN(Date.parse(at)) ? newYorkWords(at) : at;
  return `${when}${basis === "stated" && source === OWN_SOURCE ? ", stated in your file" : BASIS_WORDS[basis]}`;
}
