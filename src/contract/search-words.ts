import { isFunctionName } from "./functions";
import { listingOf } from "./functions/listing";
import { SERIES_SEARCH } from "./listed/series-search";
import { SCREENER_FIELDS } from "./screener";
import type { RegistryRow } from "./wire";

/** Words besides identifier and description by which people search a row of the registry, such as "yield" for DGS10. Empty for most rows. */
export function fieldWords({ kind, field }: Pick<RegistryRow, "kind" | "field">): string {
  if (kind === "series") return SERIES_SEARCH[field]?.words ?? "";
  if (kind === "screener") {
    const { label = "", words = "" } = SCREENER_FIELDS.find(({ name }) => name === field) ?? {};
    return `${label} ${words}`;
  }
  const fn = field.replace(/^SERVICE\./, "");
  if (kind !== "function" || !isFunctionName(fn)) return "";
  const { title, search } = listingOf(fn);
  return `${title} ${search}`;
}

/** Words that say nothing about a figure. */
const STOP = new Set("a an and at by for from get how i in is its me my of on or per show the to vs what which with".split(" "));

/** True for a word that `searchWords` leaves out beside others, such as the codes AT and IN. */
export const saysNothing = (word: string): boolean => STOP.has(word.toLowerCase());

/** Spellings and abbreviations of a word, in the form that is compared. */
const SAME: Readonly<Record<string, string>> = {
  labour: "labor", centre: "center", defence: "defense", annualised: "annualized", capitalisation: "capitalization", programme: "program",
  yy: "yoy", px: "price", yld: "yield", prev: "previous", chg: "change", dvd: "dividend", div: "dividend", mkt: "market", avg: "average", govt: "government",
  tsy: "treasury", ust: "treasury", treasurie: "treasury", pct: "percent", mcap: "marketcap", gov: "government", rev: "revenue", liab: "liability",
}; // prettier-ignore

const NUMBERS: Readonly<Record<string, string>> = { one: "1", two: "2", three: "3", five: "5", six: "6", seven: "7", ten: "10", twenty: "20", thirty: "30" };

/** Without a plural's ending: `yields` and `yield` are equal, `gas` and `basis` stay. */
function singular(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || /(?:ss|us|is|\d+s)$/.test(word)) return word;
  return word.endsWith("ies") && word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}

const wordOf = (word: string): string => {
  const one = singular(word);
  return SAME[one] ?? one;
};

/**
 * Words of a text as a search compares them: lower case, without accents, plurals and words that say nothing. `10 years`, `10-yr` and `ten year` become `10y`,
 * `P/E` becomes `pe`, `R&D` becomes `rd`. If all words say nothing, all are returned.
 */
export function searchWords(text: string): string[] {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/['’‘`]/g, "")
    // Letters with points are initials: U.S., J.M. Smucker.
    .replace(/\b([a-z])\.(?=[a-z]\b)/g, "$1")
    .replace(/(?<=\b[a-z]{1,2})[&/](?=[a-z]\b)/g, "")
    .replace(/%/g, " percent ")
    .replace(/\b(one|two|three|five|six|seven|ten|twenty|thirty)(?=[\s-](?:year|yr|month)s?\b)/g, (word) => NUMBERS[word] ?? word)
    .replace(/\b(\d{1,2})[\s-]?(?:years?|yrs?)\b/g, "$1y")
    .replace(/\b(\d{1,3})[\s-]?(?:months?|mths?|mos?)\b/g, "$1m");
  const all = plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean); // prettier-ignore
  const telling = all.filter((word) => !STOP.has(word));
  return (telling.length > 0 ? telling : all).map(wordOf);
}
