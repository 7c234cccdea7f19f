import { own } from "../../../contract/json";
import type { Instrument } from "../../instruments/universe";
import type { Market } from "../../records/prediction";

/** Names by which questions call a coin. */
const COIN_NAMES: Readonly<Record<string, readonly string[]>> = { BTC: ["Bitcoin", "BTC"], ETH: ["Ethereum", "Ether", "ETH"], SOL: ["Solana", "SOL"] };
export const namesOfCoin = (coin: string): readonly string[] => COIN_NAMES[coin] ?? [coin];

/** What a company's name has and a question leaves out. */
const ENDING = /(?: Class [A-Z]|\.com|,? (?:Inc|Corp|Corporation|Co|Ltd|plc|PLC|Holdings)\.?)+$/;
/** Shorter tickers are also words and initials. */
const LEAST_TICKER = 3;

/** Names by which questions call a company: its name, and its ticker if that is no common word. */
export function namesOfCompany({ ticker, name }: Pick<Instrument, "ticker" | "name">): readonly string[] {
  const short = name.replace(ENDING, "");
  return [...(short === ticker ? [] : [short]), ...(ticker.length >= LEAST_TICKER ? [ticker] : [])];
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Returns whether a market's question or event has one of the names, whole and with its capitals: a target is not Target. */
export function about(names: readonly string[]): (market: Pick<Market, "question" | "event">) => boolean {
  if (names.length === 0) return () => false;
  const named = new RegExp(`(?<![\\p{L}\\d])(?:${names.map(escaped).join("|")})(?![\\p{L}\\d])`, "u");
  return ({ question, event }) => named.test(question) || named.test(event);
}

/** Stop words. They do not distinguish markets. */
const STOP_WORDS = new Set(
  "a an the will would is are be been being do does did has have had of in on at by to for from with and or than that this it its as if".split(" "),
);

/** Scales and units directly after a number: "100k" is "100,000", "25bps" is "25 bps", "4.5pct" is "4.5 %". */
const SCALES: Readonly<Record<string, number>> = {
  k: 1e3, thousand: 1e3, m: 1e6, mm: 1e6, million: 1e6, b: 1e9, bn: 1e9, billion: 1e9, t: 1e12, tn: 1e12, trillion: 1e12,
}; // prettier-ignore
const UNITS: Readonly<Record<string, string>> = { bps: "bps", bp: "bps", pct: "%", percent: "%", y: "year", yr: "year" };

const NUMBER = String.raw`(?<digits>\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?<decimals>\.\d+)?(?:(?<letters>[a-z]{1,7})|\s(?<word>thousand|million|billion|trillion))?(?![\p{L}\d])`;
const TOKEN = new RegExp(String.raw`\p{L}+(?:&\p{L}+)+|${NUMBER}|%|[\p{L}\d]+(?:'\p{L}+)?`, "gu");

const NOT_PLURAL = /(?:ss|us|is|news)$/;

/** Removes a possessive or plural ending: "China's" becomes "china", "cuts" "cut", "parties" "party". */
function stem(word: string): string {
  const bare = word.replace(/'s$/, "").replace(/'/g, "");
  if (bare.length < 4 || !bare.endsWith("s") || NOT_PLURAL.test(bare)) return bare;
  if (bare.endsWith("ies")) return `${bare.slice(0, -3)}y`;
  return /(?:x|z|ch|sh|ss)es$/.test(bare) ? bare.slice(0, -2) : bare.slice(0, -1);
}

function tokensOf({ 0: text, groups }: RegExpMatchArray): string[] {
  const { digits, decimals = "", letters, word } = groups ?? {};
  if (digits === undefined) return [own(UNITS, text) ?? stem(text)];
  const suffix = letters ?? word;
  const number = Number(digits.replaceAll(",", "") + decimals);
  if (suffix === undefined) return [String(number)];
  const scale = own(SCALES, suffix);
  if (scale !== undefined) return [String(Number((number * scale).toPrecision(15)))];
  const unit = own(UNITS, suffix);
  return unit === undefined ? [text] : [String(number), unit];
}

/**
 * The distinct words of a text in normal form, without stop words: case, accents, points of abbreviations, plural and possessive endings and the spelling of numbers
 * are ignored.
 *
 * @example wordsOf("Will the Fed's rate cuts in the U.S. be 25bps?") // ["fed", "rate", "cut", "us", "25", "bps"]
 */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[’‘`]/g, "'")
    .replace(/(?<![\p{L}\d])(?:\p{L}\.){2,}/gu, (abbreviation) => abbreviation.replaceAll(".", ""))
    .replace(/(?<=(?<!\p{L})\p{L})\s*&\s*(?=\p{L}(?!\p{L}))/gu, "&");
  const words = [...plain.matchAll(TOKEN)].flatMap(tokensOf);
  return [...new Set(words)].filter((word) => word !== "" && !STOP_WORDS.has(word));
}
