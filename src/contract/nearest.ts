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

function search({ names, lower, lengths, letters }: List, wanted: string, most: number): string[] {
  const mine = lettersOf(wanted);
  const best: { readonly name: string; readonly far: number }[] = [];
  let last = Infinity;
  for (let i = 0; i < names.length; i++) {
    const theirs = letters[i]!;
    const missing = mine & ~theirs;
    // A name that begins with it has all of its characters.
    const begins = missing === 0 && lower[i]!.startsWith(wanted);
    // So many slips at least: as the lengths differ, and one for each character that the other has not. Most names need no closer look.
    if (!begins && (Math.abs(lengths[i]! - wanted.length) > last || count(missing) > last || count(theirs & ~mine) > last)) continue;
    const slips = distance(wanted, lower[i]!);
    const far = begins ? Math.min(1, slips) : slips;
    if (far > last) continue;
    const name = names[i]!;
    const at = best.findIndex((b) => far < b.far || (far === b.far && name < b.name));
    best.splice(at < 0 ? best.length : at, 0, { name, far });
    if (best.length > most) best.pop();
    if (best.length === most) last = best[most - 1]?.far ?? -1;
  }
  return best.map(({ name }) => name);
}

/**
 * The known names nearest to an unknown one, best first, for sentences such as "no series DGS100; the nearest are DGS10, DGS1".
 * A name that begins with what was asked counts as one slip away; ties fall alphabetically. What is read of a list is kept as long as the list is: a list that
 * was given is not changed afterwards.
 */
export function nearest(asked: string, known: readonly string[], most = 3): readonly string[] {
  const list = listOf(known);
  const wanted = asked.toLowerCase();
  const question = `${most} ${wanted}`;
  let found = list.found.get(question);
  if (!found) {
    if (list.found.size >= MOST_FOUND) list.found.clear();
    list.found.set(question, (found = search(list, wanted, most)));
  }
  return found;
}

/** "A", "A or B", "A, B or C". */
export const orList = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names[names.length - 1]}`;
