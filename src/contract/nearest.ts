import { distance } from "fastest-levenshtein";

/** A list of names, indexed so that most names are skipped without computing a distance. */
interface List {
  readonly names: readonly string[];
  readonly lower: readonly string[];
  readonly lengths: Int32Array;
  readonly letters: Int32Array;
  /** Cached results by query. */
  readonly found: Map<string, readonly string[]>;
}

/** The set of characters in a text, as a bit mask. Several characters share a bit. */
function lettersOf(text: string): number {
  let bits = 0;
  for (let i = 0; i < text.length; i++) bits |= 1 << (text.charCodeAt(i) & 31);
  return bits;
}

/** Number of set bits. */
function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

// Cached per list, because a column of unknown names searches the same long list for every cell.
const lists = new WeakMap<readonly string[], List>();
const MOST_FOUND = 10_000;

function listOf(names: readonly string[]): List {
  let list = lists.get(names);
  if (list?.names.length === names.length) return list;
  const lower = names.map((name) => name.toLowerCase());
  list = { names: [...names], lower, lengths: Int32Array.from(lower, (n) => n.length), letters: Int32Array.from(lower, lettersOf), found: new Map() };
  lists.set(names, list);
  return list;
}

/** In a list of at most this many names, one wrong character in three is accepted. Among a thousand tickers it would be another company. */
const FEW_NAMES = 60;

/** Maximum number of edits between similar names: 0 below 3 characters, 1 below 8, then one per 4 characters, at most 3. Names of 3 characters allow one only in a short list. */
function mostEdits(length: number, names: number): number {
  if (length < 3 || (length === 3 && names > FEW_NAMES)) return 0;
  return length < 8 ? 1 : Math.min(3, Math.floor(length / 4));
}

/** True if one is the other with two neighbouring characters swapped. */
function isSwapped(one: string, other: string): boolean {
  const at = [...one].findIndex((c, i) => c !== other[i]);
  return one.length === other.length && at >= 0 && one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2);
}

function search({ names, lower, lengths, letters }: List, wanted: string, most: number): string[] {
  const mine = lettersOf(wanted);
  const best: { readonly name: string; readonly far: number }[] = [];
  const limit = mostEdits(wanted.length, names.length);
  let last = limit;
  const full = (): boolean => best.length === most;
  for (let i = 0; i < names.length; i++) {
    const theirs = letters[i]!;
    const missing = mine & ~theirs;
    // A name that begins with the query has all of its characters.
    const begins = missing === 0 && wanted.length > 1 && lower[i]!.startsWith(wanted);
    const swapped = !begins && missing === 0 && theirs === mine && lengths[i] === wanted.length && wanted.length > 2 && isSwapped(wanted, lower[i]!);
    // Lower bounds of the distance: the difference in length, and the characters that only one of the two has.
    if (!begins && !swapped && (Math.abs(lengths[i]! - wanted.length) > last || bitCount(missing) > last || bitCount(theirs & ~mine) > last)) continue;
    const edits = begins || swapped ? (lower[i] === wanted ? 0 : 1) : distance(wanted, lower[i]!);
    if (edits > last && !((begins || swapped) && !full())) continue;
    if (full() && edits > best[most - 1]!.far) continue;
    const name = names[i]!;
    const at = best.findIndex((b) => edits < b.far || (edits === b.far && name < b.name));
    best.splice(at < 0 ? best.length : at, 0, { name, far: edits });
    if (best.length > most) best.pop();
    if (full()) last = Math.min(limit, best[most - 1]?.far ?? -1);
  }
  return best.map(({ name }) => name);
}

/**
 * Finds known names similar to an unknown one, best first, for messages such as "No series DGS100; did you mean DGS10?". A name that begins with the
 * query (at least two characters), or that differs by two swapped neighbours, counts as one edit away. Ties are in alphabetical order. The index of a
 * list is cached with the list, so do not change the list afterwards.
 */
export function nearest(asked: string, known: readonly string[], most = 3): readonly string[] {
  const list = listOf(known);
  const wanted = asked.toLowerCase();
  const question = `${most} ${wanted}`;
  let found = list.found.get(question);
  if (!found) {
    if (list.found.size >= MOST_FOUND) list.found.clear();
    list.found.set(question, (found = most > 0 ? search(list, wanted, most) : []));
  }
  return found;
}

/** "did you mean A or B?", or empty if no known name is similar. */
export function didYouMean(asked: string, known: readonly string[], most = 3): string {
  const near = nearest(asked, known, most);
  return near.length > 0 ? `did you mean ${orList(near)}?` : "";
}

/** Ends a sentence about an unknown name: "; did you mean A or B?", or a full stop if no known name is similar. */
export const endWithNearest = (asked: string, known: readonly string[], most = 3): string => didYouMean(asked, known, most).replace(/^(?=.)/, "; ") || ".";

/** "A", "A or B", "A, B or C". */
export const orList = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names[names.length - 1]}`;

/** "A", "A and B", "A, B and C". */
export const andList = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
