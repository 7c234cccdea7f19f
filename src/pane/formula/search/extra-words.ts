import { searchWords } from "../../../contract/search-words";

/** A time span that a query asks for, besides a fiscal year. */
export type Span = "twelve months" | "quarter";

const SPANS: Readonly<Record<string, Span>> = {
  ttm: "twelve months", ltm: "twelve months", trailing: "twelve months", quarterly: "quarter", quarter: "quarter",
}; // prettier-ignore

/** Words that ask for any figure. Some are a part of a name, too, such as `last close`, so they are left out only if that finds more. */
const EXTRA: ReadonlySet<string> = new Set([
  ..."latest last newest recent most current currently today todays now value figure data annual yearly please tell give find whats".split(" "),
  ...Object.keys(SPANS),
]);

/** `last 12 months` in one word. */
const inShort = (typed: string): string => typed.replace(/\b(?:trailing|last) (?:twelve|12)[ -]months?\b/gi, "ttm");

const isExtra = (word: string): boolean => searchWords(word).every((one) => EXTRA.has(one));

/** Most extra words whose combinations are tried; of more, all are left out. */
const MOST_TRIED = 3;

/** The text without some of its extra words, the fewest left out first. Empty if it has none, or nothing else. */
export function withoutExtraWords(typed: string): readonly string[] {
  const words = inShort(typed).trim().split(/\s+/);
  const extra = words.flatMap((word, at) => (isExtra(word) ? [at] : []));
  if (extra.length === 0 || extra.length === words.length) return [];
  const without = (out: readonly number[]): string => words.filter((_, at) => !out.includes(at)).join(" ");
  if (extra.length > MOST_TRIED) return [without(extra)];
  const sets = Array.from({ length: 2 ** extra.length - 1 }, (_, i) => extra.filter((_at, bit) => (i + 1) & (1 << bit)));
  return sets.sort((a, b) => a.length - b.length).map(without);
}

/** The span that a text asks for. */
export const spanIn = (typed: string): Span | undefined =>
  inShort(typed)
    .split(/\s+/)
    .map((word) => SPANS[word.toLowerCase()])
    .find((span) => span !== undefined);
