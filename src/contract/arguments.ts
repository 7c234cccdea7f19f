import { isIsoDate, isYear } from "./dates";
import { functionSpec, type FunctionName, type Parameter } from "./functions";
import { didYouMean, orList } from "./nearest";
import { forCell, shortened } from "./reason";
import { visible } from "./text";

/** An argument on the wire: text, number, or null if it is left out. */
export type Argument = string | number | null;

/**
 * `short` is the message for a cell: at most `MAX_REASON` characters. `blank` is the name of the required argument that is wrong only because it was given as a
 * blank, such as an empty cell, or left out; undefined if something else is wrong.
 */
type ReadArguments =
  | { readonly ok: true; readonly args: readonly Argument[] }
  | { readonly ok: false; readonly message: string; readonly short: string; readonly blank?: string };

/** A received value in words, for a message: text in quotes, "nothing", "a blank". */
export function shown(raw: unknown): string {
  if (raw === null || raw === undefined) return "nothing";
  if (typeof raw === "string") return raw.trim() === "" ? "a blank" : `"${shortened(raw, 58)}"`;
  if (typeof raw === "boolean") return raw ? "TRUE" : "FALSE";
  if (typeof raw === "number") return Number.isNaN(raw) ? "not a number" : String(raw);
  if (Array.isArray(raw)) return "several values";
  return "a value of another kind";
}

/** Symbols in any vendor's notation: "AAPL US Equity", NASDAQ:AAPL, "S&P 500". No comma or semicolon, because it is one name. */
const TICKER = /^[\p{L}\p{N}^.$][\p{L}\p{N} .\-/^=:&'!_$]*$/u;
/** A symbol that needs no normalization, as in most cells. */
const PLAIN_TICKER = /^[A-Z]{1,5}$/;
/** A series or country in its one spelling. */
const PLAIN_NAME = /^[A-Z\d]{1,30}$/;
const MAX_TICKER = 40;
const MAX_NAME = 64;

class Wrong extends Error {
  constructor(
    message: string,
    readonly short: string,
    readonly blank?: string,
  ) {
    super(message);
  }
}
/** Two texts with a semicolon between them, which the workbench's grid reads as one text. */
const SEMICOLON = /"\s*;\s*"/;

const wrong = (p: Parameter, expected: string, came: unknown, hint = ""): never => {
  const advice = typeof came === "string" && SEMICOLON.test(came) ? "write a comma between arguments" : hint;
  throw new Wrong(
    `${p.name}: expected ${expected}, got ${shown(came)}${advice ? `; ${advice}` : ""}`.replace(/\??$/, (end) => end || "."),
    isBlank(came) ? forCell`${p.name} is missing.` : forCell`${p.name} cannot be ${shown(came)}.`,
    isBlank(came) ? p.name : undefined,
  );
};

/** Converts a name to text. A number is accepted, because 7203 is a ticker in Tokyo. A boolean is refused: the ticker TRUE needs quotes. */
function textOf(p: Parameter, raw: unknown, expected: string): string {
  if (typeof raw === "number" && Number.isFinite(raw)) return String(raw);
  if (typeof raw === "string") return raw.trim();
  return wrong(p, expected, raw, typeof raw === "boolean" ? `put it in quotes: "${raw ? "TRUE" : "FALSE"}"` : "");
}

function choice(p: Parameter & { kind: "choice" }, raw: unknown): string {
  // Fast path: the message below is costly to build, and most cells use the exact spelling.
  if (typeof raw === "string" && p.of.includes(raw)) return raw;
  const expected = `one of ${p.of.length > 12 ? `${p.of.slice(0, 12).join(", ")}, … (${p.of.length} in all)` : orList(p.of)}`;
  const text = textOf(p, raw, expected);
  const found = p.of.find((c) => c.toLowerCase() === text.toLowerCase());
  return found ?? wrong(p, expected, raw, text === "" ? "" : didYouMean(text, p.of, 2));
}

/** Trims the text and collapses blanks. */
const oneLine = (text: string): string => text.trim().replace(/\s+/g, " ");

function name(p: Parameter & { kind: "name" }, raw: unknown): string {
  if (p.upper && typeof raw === "string" && PLAIN_NAME.test(raw)) return raw;
  const expected = `${p.what} such as ${p.example}`;
  const text = oneLine(typeof raw === "string" ? raw : textOf(p, raw, expected));
  if (SEMICOLON.test(text)) wrong(p, expected, raw);
  if (text.length > MAX_NAME) wrong(p, `${p.what} of at most ${MAX_NAME} characters`, raw);
  return p.upper ? text.toUpperCase() : text.toLowerCase();
}

function ticker(p: Parameter, raw: unknown): string {
  if (typeof raw === "string" && PLAIN_TICKER.test(raw)) return raw;
  const expected = `a ticker such as ${p.example}`;
  const text = oneLine(textOf(p, raw, expected)).toUpperCase();
  if (text.length > MAX_TICKER) wrong(p, expected, raw, `a ticker has at most ${MAX_TICKER} characters`);
  return TICKER.test(text) ? text : wrong(p, expected, raw, "name one ticker, in letters, digits and . - / ^ = : &");
}

function words(p: Parameter & { kind: "text" }, raw: unknown): string {
  const text = oneLine(textOf(p, raw, p.what)).toLowerCase();
  return text.length <= p.max ? text : wrong(p, `${p.what}, at most ${p.max} characters`, raw);
}

function date(p: Parameter & { kind: "date" }, raw: unknown): string {
  if (typeof raw === "string" && isIsoDate(raw)) return raw;
  const expected = `a date such as ${p.example}${p.bareYear ? " or a year such as 2024" : ""}`;
  const text = typeof raw === "string" ? raw.trim() : raw;
  // Number(text) alone would accept "2.024e3", "0x7E8" and "+2024" as years.
  if (p.bareYear && (typeof text === "number" || (typeof text === "string" && /^\d{4}$/.test(text))) && isYear(Number(text))) return `${text}-12-31`;
  if (typeof text !== "string") return wrong(p, expected, raw);
  // Observations are daily, so a time of day is ignored.
  const day = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}/.exec(text)?.[1] ?? text;
  return isIsoDate(day)
    ? day
    : wrong(p, expected, raw, /^\d{4}-\d{2}-\d{2}$/.test(day) ? "there is no such day" : "write it as YYYY-MM-DD or refer to a date cell");
}

function period(p: Parameter, raw: unknown): string {
  const expected = "a period such as 2024, FY2024, 2024Q3 or the period's end date";
  const text = textOf(p, raw, expected)
    .toUpperCase()
    .replace(/\s+|-(?=Q)/g, "");
  if (/^(FY)?\d{4}$/.test(text)) return `FY${text.slice(-4)}`;
  if (/^\d{4}(Q[1-4]|T[1-4]?)$/.test(text)) return text;
  if (isIsoDate(text)) return text;
  const meant = meantPeriod(text);
  return wrong(p, expected, raw, meant ? `did you mean ${meant}?` : "");
}

/** Guesses the period from another notation: Q3 2024, 3Q24, FY24. Undefined for other text. */
function meantPeriod(text: string): string | undefined {
  const plain = text.replace(/[\s'’/_-]+/g, "");
  const [, before, after, year] = /^(?:Q([1-4])|([1-4])Q|FY)(\d{4}|\d{2})$/.exec(plain) ?? [];
  const [, first, quarter] = /^(\d{4})(?:Q([1-4])|FY)$/.exec(plain) ?? [];
  const named = year ?? first;
  if (named === undefined) return undefined;
  const whole = named.length === 2 ? `20${named}` : named;
  const of = before ?? after ?? quarter;
  return of ? `${whole}Q${of}` : `FY${whole}`;
}

function integer(p: Parameter & { kind: "integer" }, raw: unknown): number {
  const expected = `a whole number from ${p.min} to ${p.max}`;
  const number = typeof raw === "string" && /^\s*[+-]?\d+\s*$/.test(raw) ? Number(raw) : raw;
  return typeof number === "number" && Number.isInteger(number) && number >= p.min && number <= p.max ? number : wrong(p, expected, raw);
}

/** Message for a call with too many arguments. */
export const tooMany = (name: string, most: number, got: number): string =>
  `${name} takes ${most === 1 ? "one argument" : `at most ${most} arguments`}, got ${got}.`;

/** Message for a range where one value is expected. */
export const several = (name: string): string => `${name}: expected one value, got several; refer to one cell, or fill the formula down.`;

/** True for nothing and for a text of blanks. */
export const isBlank = (raw: unknown): boolean => raw === null || raw === undefined || (typeof raw === "string" && raw.trim() === "");

function whenLeftOut(p: Parameter, raw: unknown): Argument {
  switch (p.kind) {
    case "choice":
      return p.fallback === undefined ? choice(p, raw) : p.fallback || null;
    case "integer":
      return p.fallback;
    case "period":
      return null;
    case "name":
    case "date":
      return p.optional ? null : wrong(p, p.kind === "date" ? `a date such as ${p.example}` : `${p.what} such as ${p.example}`, raw);
    case "ticker":
      return wrong(p, `a ticker such as ${p.example}`, raw);
    case "text":
      return wrong(p, `${p.what}, such as ${p.example}`, raw);
  }
}

function readOne(p: Parameter, given: unknown): Argument {
  const raw = typeof given === "string" ? visible(given) : given;
  if (isBlank(raw)) return whenLeftOut(p, raw);
  switch (p.kind) {
    case "choice":
      return choice(p, raw);
    case "name":
      return name(p, raw);
    case "ticker":
      return ticker(p, raw);
    case "text":
      return words(p, raw);
    case "date":
      return date(p, raw);
    case "period":
      return period(p, raw);
    case "integer":
      return integer(p, raw);
  }
}

/**
 * Normalizes the arguments of one call, so that equal questions have equal text: drops invisible characters, trims blanks, adjusts case, fills in defaults, and drops
 * the time of an ISO date. Returns a message for a wrong argument: its name, what was expected and what came. Unknown names are accepted,
 * because the service suggests the nearest known ones.
 */
export function readArguments(fn: FunctionName, raw: readonly unknown[]): ReadArguments {
  const { parameters } = functionSpec(fn);
  try {
    if (raw.length > parameters.length && raw.slice(parameters.length).some((a) => !isBlank(a)))
      throw new Wrong(tooMany(fn, parameters.length, raw.length), forCell`${fn} has too many arguments: ${raw.length}.`);
    // A loop: `map` calls a closure for each argument of each cell.
    const args = new Array<Argument>(parameters.length);
    for (let i = 0; i < args.length; i++) args[i] = readOne(parameters[i]!, raw[i]);
    return { ok: true, args };
  } catch (e) {
    if (e instanceof Wrong) return { ok: false, message: e.message, short: e.short, ...(e.blank === undefined ? {} : { blank: e.blank }) };
    throw e;
  }
}
