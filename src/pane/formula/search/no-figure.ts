import { capital } from "../../../contract/text";
import { nearest } from "../../../contract/nearest";
import { isCurrencyPair, WELL_KNOWN_NAMES, type WellKnownName } from "../../../contract/well-known-names";

/** A common name that the service has no figure for. */
export interface NoFigure {
  /** What it is, and what to use. */
  readonly message: string;
  /** The same beside one of the nearest figures. */
  readonly instead: string;
  /** The nearest figures, as synonyms write their calls. */
  readonly calls: readonly string[];
  /** True for a figure of a company. */
  readonly ofCompany: boolean;
}

/** Without underscores and signs: `market_cap`, `S&P 500` and `s&p500` are compared by their letters and digits. €STR is not STR. */
const letters = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9/€]/g, "");

const METRICS = /^[a-z0-9_]+$/;
/** The call of what the table names: a metric, a fund's ticker, or a call. */
function callOf(use: string, { for: kinds }: WellKnownName): string {
  if (use.includes("(")) return use.replace("(ticker", "(");
  return kinds?.includes("metric") && METRICS.test(use) ? `FIN(,"${use}")` : `PRICE("${use}")`;
}

const FUNDS = new Set(["an index", "a metal", "a commodity"]);
const isMissing = ({ is, how, use }: WellKnownName): boolean => how !== undefined || use.length === 0 || FUNDS.has(is);

const MISSING: ReadonlyMap<string, WellKnownName> = new Map(
  WELL_KNOWN_NAMES.filter((entry) => isMissing(entry) && !(entry.for?.length === 1 && entry.for[0] === "ticker")).flatMap((entry) =>
    entry.names.split("|").map((name): [string, WellKnownName] => [letters(name), entry]),
  ),
);
/** Common names of figures that exist, with the call of each. */
export const OTHER_NAMES: readonly (readonly [call: string, names: string])[] = WELL_KNOWN_NAMES.filter(
  (entry) => !isMissing(entry) && entry.for === undefined,
).flatMap((entry) => (entry.use[0] === undefined ? [] : [[callOf(entry.use[0], entry), entry.names] as const]));
const NAMES = [...MISSING.keys()].filter((name) => name.length > 4);

const PAIR: WellKnownName = { names: "", is: "an exchange rate", use: ['FRED("DTWEXBGS")'], how: "nearest" };

const differenceOf = (calls: readonly string[]): string => `=${calls.map((call) => `SERVICE.${call}`).join("-")}`;

function messageOf(name: string, { is, use, how }: WellKnownName): string {
  if (use.length === 0) return `${name} is ${is}. The service does not have it, nor a similar figure.`;
  if (how === "sum") return `${name} is ${is}. Insert the figures below and add them.`;
  if (how === "product") return `${name} is ${is}. Insert the figures below and multiply them.`;
  if (how === "difference") return `${name} is ${is}. Type ${differenceOf(use)}, or insert the figures below and subtract them.`;
  return `${name} is ${is}. The service does not have it; the nearest figure is first.`;
}

const messageFor = (name: string, entry: WellKnownName): NoFigure => {
  const calls = entry.use.map((use) => callOf(use, entry));
  const isSame = entry.how !== undefined && entry.how !== "nearest";
  const instead = `${name} is ${entry.is}. ${isSame ? "This is a part of it." : "The service does not have it; this is the nearest figure."}`;
  return {
    message: messageOf(name, entry),
    instead,
    calls: entry.how === "product" ? [...calls].reverse() : calls,
    ofCompany: entry.for?.includes("metric") === true,
  };
};

/** What is missing under this name, and the nearest figures; undefined if it is no such name. */
export function noFigure(typed: string): NoFigure | undefined {
  const text = typed.trim().replace(/ (?:index|curncy|comdty|govt|corp|equity)$/i, "");
  const entry = MISSING.get(letters(text)) ?? (isCurrencyPair(text.toUpperCase()) ? PAIR : undefined);
  return entry && messageFor(typed.trim(), entry);
}

/** A name as the table has it. */
function spelled(name: string): string {
  const own =
    MISSING.get(name)
      ?.names.split("|")
      .find((one) => letters(one) === name) ?? name;
  return capital(own.replaceAll("_", " ").toLowerCase());
}

/** Like `noFigure`, for a name with a typing error, or a longer text that contains the name. */
export function nearlyNoFigure(typed: string): NoFigure | undefined {
  const asked = letters(typed);
  // A few letters begin many names.
  const near = nearest(asked, NAMES, 3).find((name) => asked.length > 4 && asked.length > name.length * 0.4);
  if (near !== undefined) return messageFor(spelled(near), MISSING.get(near)!);
  const words = typed.trim().split(/\s+/);
  for (let size = words.length - 1; size > 0; size--)
    for (let at = 0; at + size <= words.length; at++) {
      const part = words.slice(at, at + size).join(" ");
      const entry = letters(part).length > 2 ? MISSING.get(letters(part)) : undefined;
      if (entry) return messageFor(part, entry);
    }
  return undefined;
}
