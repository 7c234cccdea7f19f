import { fieldWords } from "../../contract/search-words";
import { isFunctionName } from "../../contract/functions";
import { listingOf, type Listing } from "../../contract/functions/listing";
import type { RegistryRow } from "../../contract/wire";
import { exampleFormula } from "./registry";

/** Words that say nothing about a field. */
const STOP = new Set("a an and at by for from get how i in is my of on or the to what which with".split(" "));
const KINDS: Readonly<Record<RegistryRow["kind"], number>> = { function: 0, series: 1, path: 2, screener: 3, caveat: 4 };

/** A day that a query names, such as "10 year yield on 2024-06-19": no field has it in its words. */
const DAY = /\b\d{4}-\d\d-\d\d\b/g;

/** Words of a query. A name with points or underscores stays one word; a hyphen between words is a blank. */
const wordsOf = (query: string): readonly string[] => {
  const words = query.toLowerCase().replace(DAY, " ").split(/[^\p{L}\p{N}._/]+/u).filter(Boolean); // prettier-ignore
  const telling = words.filter((word) => !STOP.has(word));
  return telling.length > 0 ? telling : words;
};

const listingFor = ({ kind, field }: RegistryRow): Listing | undefined => {
  const fn = field.replace(/^SERVICE\./, "");
  return kind === "function" && isFunctionName(fn) ? listingOf(fn) : undefined;
};

interface Entry {
  readonly row: RegistryRow;
  readonly name: string;
  readonly said: string;
  /** The values that an argument accepts: position of the argument, value, and value with title in lower case. */
  readonly choices: readonly (readonly [position: number, value: string, text: string])[];
}

function entryOf(row: RegistryRow): Entry {
  const listing = listingFor(row);
  const choices = (listing?.parameters ?? []).flatMap(({ vocabulary }, position) =>
    (vocabulary?.choices ?? []).map(({ value, title }) => [position, value, `${value} ${title}`.toLowerCase()] as const),
  );
  const said = [
    row.field,
    row.description,
    row.group ?? "",
    row.source,
    row.type,
    fieldWords(row),
    ...(row.fields ?? []).map((f) => `${f.name} ${f.description}`),
  ];
  return { row, name: row.field.toLowerCase().replace(/^service\./, ""), said: said.join(" ").toLowerCase(), choices };
}

const hits = (text: string, words: readonly string[]): number => words.filter((word) => text.includes(word)).length;

/** The choice that has the most of the words, the shortest of several. */
function nearestChoice({ choices }: Entry, words: readonly string[]): Entry["choices"][number] | undefined {
  const counted = choices.map((choice) => ({ choice, n: hits(choice[2], words) })).filter(({ n }) => n > 0);
  return counted.sort((a, b) => b.n - a.n || a.choice[2].length - b.choice[2].length)[0]?.choice;
}

/**
 * Rows that have all words of a query in their identifier, description, fields or the values of an argument, best first. If none has all, endings such as -ing are
 * ignored; then the rows with the most words are returned, if these are more than half: `partial`. A function's example has the value of an argument that was searched.
 */
export function searchFields(rows: readonly RegistryRow[], query: string, kind: string | undefined) {
  const words = wordsOf(query);
  const ofKind = rows.filter((row) => kind === undefined || row.kind === kind);
  if (words.length === 0) return { rows: ofKind, partial: false };
  const entries = ofKind.map(entryOf);
  const exact = found(entries, query, words);
  if (exact.most === words.length) return { rows: exact.rows, partial: false };
  const stems = words.map((word) => (word.length > 4 ? word.replace(/(ing|s)$/, "") : word));
  const near = found(entries, query, stems);
  return near.most * 2 > words.length ? { rows: near.rows, partial: near.most < words.length } : { rows: [], partial: false };
}

/** The rows with the most of the words, best first, and how many words that is. */
function found(entries: readonly Entry[], query: string, words: readonly string[]): { readonly most: number; readonly rows: readonly RegistryRow[] } {
  const asked = query.trim().toLowerCase();
  const whole = asked.replace(/^=/, "").replace(/^service[._]/, "");
  const counted = entries.map((entry) => {
    const choice = nearestChoice(entry, words);
    const own = hits(entry.said, words);
    return { ...entry, own, choice, all: choice ? hits(`${entry.said} ${choice[2]}`, words) : own };
  });
  const most = counted.reduce((n, { all }) => Math.max(n, all), 0);
  const order = ({ row, name, own, all, choice }: (typeof counted)[number]): readonly number[] => [
    row.kind === "caveat" ? 1 : 0,
    name === whole || row.field.toLowerCase() === asked ? 0 : 1,
    own === all ? 0 : 1,
    name.startsWith(words[0]!) ? 0 : 1,
    -hits(name, words),
    own === all ? 0 : (choice?.[2].length ?? 0),
    KINDS[row.kind],
  ];
  const best = counted.filter(({ all }) => all === most).map((one) => ({ ...one, key: order(one) }));
  best.sort((a, b) => a.key.map((n, i) => n - b.key[i]!).find((n) => n !== 0) ?? 0);
  return {
    most,
    rows: best.map(({ row, name, choice }) => {
      const fn = name.toUpperCase();
      return choice && isFunctionName(fn) ? { ...row, example: exampleFormula(fn, [choice[0], choice[1]]) } : row;
    }),
  };
}
