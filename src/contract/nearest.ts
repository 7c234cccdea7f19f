import { distance } from "fastest-levenshtein";

/** A list of names, with what rules most of them out at a glance. */
interface List {
  readonly names: readonly string[];
  readonly lower: readonly string[];
  readonly lengths: Int32Array;
  readonly letters: Int32Array;
  /** The nearest of those that were asked for. */
  readonly found: Map<string, readonly string[]>;
}

/** Which characters there are in a text, as bits; several share a bit. */
function lettersOf(text: string): number {
  let bits = 0;
  for (let i = 0; i < text.length; i++) bits |= 1 << (text.charCodeAt(i) & 31);
  return bits;
}

/** How many bits are set: added up in pairs, in fours, in eights. */
function count(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** A column of unknown names asks one long list again and again. */
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

/** A list this short is a closed choice: one wrong character in three is near enough. In a thousand tickers it is another company. */
const FEW_NAMES = 60;

/** How many slips are still the same name: none in up to three characters, one in up to seven, then one more for each four; at most three. */
function mostSlips(length: number, names: number): number {
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
  const limit = mostSlips(wanted.length, names.length);
  let last = limit;
  const full = (): boolean => best.length === most;
  for (let i = 0; i < names.length; i++) {
    const theirs = letters[i]!;
    const missing = mine & ~theirs;
    // A name that begins with it has all of its characters.
    const begins = missing === 0 && wanted.length > 1 && lower[i]!.startsWith(wanted);
    const swapped = !begins && missing === 0 && theirs === mine && lengths[i] === wanted.length && wanted.length > 2 && isSwapped(wanted, lower[i]!);
    // So many slips at least: as the lengths differ, and one for each character that the other has not. Most names need no closer look.
    if (!begins && !swapped && (Math.abs(lengths[i]! - wanted.length) > last || count(missing) > last || count(theirs & ~mine) > last)) continue;
    const slips = begins || swapped ? (lower[i] === wanted ? 0 : 1) : distance(wanted, lower[i]!);
    if (slips > last && !((begins || swapped) && !full())) continue;
    if (full() && slips > best[most - 1]!.far) continue;
    const name = names[i]!;
    const at = best.findIndex((b) => slips < b.far || (slips === b.far && name < b.name));
    best.splice(at < 0 ? best.length : at, 0, { name, far: slips });
    if (best.length > most) best.pop();
    if (full()) last = Math.min(limit, best[most - 1]?.far ?? -1);
  }
  return best.map(({ name }) => name);
}

/**
 * The known names near an unknown one, best first, and none if nothing is near, for sentences such as "no series DGS100; did you mean DGS10?".
 * A name that begins with what was asked (two characters at least), or that has two neighbours swapped, is one slip away; how many slips are near depends on the
 * length. Ties fall alphabetically. What is read of a list is kept as long as the list is: a list that was given is not changed afterwards.
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

/** "did you mean A or B?", empty if no known name is near. */
export function didYouMean(asked: string, known: readonly string[], most = 3): string {
  const near = nearest(asked, known, most);
  return near.length > 0 ? `did you mean ${orList(near)}?` : "";
}

/** Ends a sentence on an unknown name: "; did you mean A or B?", or a full stop if no known name is near. */
export const endWithNearest = (asked: string, known: readonly string[], most = 3): string => didYouMean(asked, known, most).replace(/^(?=.)/, "; ") || ".";

/** "A", "A or B", "A, B or C". */
export const orList = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names[names.length - 1]}`;
