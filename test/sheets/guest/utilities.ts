import { instantOf, localOf } from "../zone";
import { ask, exception } from "./outside";

const MAX_SLEEP = 300_000;
const MEMBERS = { yyyy: "year", MM: "month", dd: "day", HH: "hour", mm: "minute", ss: "second" } as const;
type Token = { readonly member: keyof typeof MEMBERS } | { readonly text: string };

/** Parts of a date pattern: the letters of Java's patterns that this project uses, with quoted text or signs between them. Anything else throws. */
function tokensOf(pattern: string): Token[] {
  const tokens: Token[] = [];
  for (const [whole, quoted] of pattern.matchAll(/'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+/g)) {
    if (quoted !== undefined) tokens.push({ text: quoted === "" ? "'" : quoted.replace(/''/g, "'") });
    else if (whole in MEMBERS) tokens.push({ member: whole as keyof typeof MEMBERS });
    else if (/[A-Za-z]/.test(whole)) throw exception(`The pattern "${pattern}" holds ${whole}, which the world of the tests does not know.`);
    else tokens.push({ text: whole });
  }
  return tokens;
}

const zoneOf = (timeZone: unknown): string => {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: String(timeZone) }).resolvedOptions().timeZone;
  } catch {
    throw exception(`Invalid argument: timeZone (${String(timeZone)})`);
  }
};

function formatDate(date: unknown, timeZone: unknown, pattern: unknown): string {
  if (Object.prototype.toString.call(date) !== "[object Date]")
    throw exception(`The parameters (${typeof date},String,String) don't match the method signature for Utilities.formatDate.`);
  const instant = (date as Date).getTime();
  if (Number.isNaN(instant)) throw exception("Invalid argument: date");
  const local = localOf(instant, zoneOf(timeZone));
  return tokensOf(String(pattern))
    .map((token) => ("text" in token ? token.text : String(local[MEMBERS[token.member]]).padStart(token.member.length, "0")))
    .join("");
}

function parseDate(text: unknown, timeZone: unknown, pattern: unknown): Date {
  const tokens = tokensOf(String(pattern));
  const literal = (s: string) => s.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
  const form = tokens.map((token) => ("text" in token ? literal(token.text) : `(\\d{1,${token.member.length}})`)).join("");
  const m = new RegExp(`^${form}`).exec(String(text));
  if (!m) throw exception(`Unparseable date: "${String(text)}"`);
  const local = { year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 0 };
  tokens
    .filter((token) => "member" in token)
    .forEach(({ member }, i) => {
      local[MEMBERS[member]] = Number(m[i + 1]);
    });
  return new Date(instantOf(local, zoneOf(timeZone)));
}

export const Utilities = {
  sleep: (ms: unknown): void => {
    if (typeof ms !== "number" || !Number.isFinite(ms) || ms < 0) throw exception("Invalid argument: milliseconds");
    if (ms > MAX_SLEEP) throw exception(`Invalid argument: milliseconds (${MAX_SLEEP} at most)`);
    ask("sleep", ms);
  },
  formatDate,
  parseDate,
};
