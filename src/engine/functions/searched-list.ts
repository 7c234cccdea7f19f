import { countBefore } from "../../contract/rounded";
import { memoized } from "../../contract/memoized";
import { EngineFailed } from "../engine-errors";
import { bare, compare } from "./compare";
import { wildcard } from "./criteria";
import { isFormulaError, type FormulaError, type One } from "./elementwise";

type Value = Exclude<One, FormulaError | null>;

/** The values of one type, with their places in the list. */
interface OfType {
  readonly values: readonly Value[];
  readonly places: readonly number[];
  /** No value is smaller, or none is larger, than the one before. */
  readonly ascending: boolean;
  readonly descending: boolean;
}

/** The same for texts that differ in case only, and for numbers that differ after 15 digits. */
const keyOf = (value: Value): string =>
  typeof value === "string" ? `s${value.toUpperCase()}` : typeof value === "number" ? value.toPrecision(15) : String(value);

/** Excel compares all digits in a search: a number that differs from the wanted one after the 15th is another one. */
function assertSame(found: Value, wanted: Value): void {
  if (typeof found === "number" && found !== wanted && keyOf(found) === keyOf(wanted)) throw new EngineFailed();
}

function ofType(list: readonly One[], like: Value): OfType {
  const places = [...list.keys()].filter((i) => typeof list[i] === typeof like);
  const values = places.map((i) => list[i] as Value);
  let [ascending, descending] = [true, true];
  for (let i = 1; i < values.length && (ascending || descending); i++) {
    const order = compare(values[i - 1]!, values[i]!);
    if (order > 0) ascending = false;
    if (order < 0) descending = false;
  }
  return { values, places, ascending, descending };
}

/**
 * Number of values up to the last one that is not beyond the wanted one. Excel halves a list that it takes for sorted: what it finds in another one depends on
 * its steps, unless it goes to the same end in each of them.
 */
function countUntil({ values, ascending, descending }: OfType, wanted: Value, direction: 1 | -1): number {
  if (!(direction === 1 ? ascending : descending)) {
    const orders = values.map((value) => compare(value, wanted) * direction);
    if (orders.every((order) => order < 0)) return values.length;
    if (orders.every((order) => order > 0)) return 0;
    throw new EngineFailed();
  }
  return countBefore(values.length, (i) => compare(values[i]!, wanted) * direction <= 0);
}

export type SearchedList = ReturnType<typeof searchedList>;

/**
 * A row or a column in which lookups search. Errors, blanks and values of another type than the wanted one are passed over. Indices are -1 if nothing is found.
 */
export function searchedList(list: readonly One[]) {
  let firsts: Map<string, number> | undefined;
  const likeOf = memoized(
    (wanted: Value) => {
      const as = ofType(list, wanted);
      return { as, bare: as.values.some((value) => bare(value) !== value) ? ofType(list.map(bare), wanted) : undefined };
    },
    { by: (wanted) => typeof wanted },
  );

  function inOrder(wanted: Value, direction: 1 | -1): number {
    const known = likeOf(wanted);
    const { values, places } = known.as;
    const count = countUntil(known.as, wanted, direction);
    if ((known.bare || bare(wanted) !== wanted) && countUntil(known.bare ?? known.as, bare(wanted), direction) !== count) throw new EngineFailed();
    if (count === 0) return -1;
    const found = values[count - 1]!;
    assertSame(found, wanted);
    // Which of equal values Excel finds in a descending list is not known, nor what it makes of other types there.
    const isCertain = (): boolean => !(count > 1 && compare(found, values[count - 2]!) === 0) && !list.some((value, i) => value !== null && i >= places.length);
    if (direction === -1 && !isCertain()) throw new EngineFailed();
    return places[count - 1]!;
  }

  return {
    /** Index of the first value that equals the wanted one. Texts may have wildcards. */
    exact: (wanted: Value): number => {
      if (typeof wanted === "string" && /[*?~]/.test(wanted)) {
        const pattern = wildcard(wanted);
        return list.findIndex((value) => typeof value === "string" && pattern.test(value));
      }
      if (!firsts) {
        firsts = new Map();
        for (const [i, value] of list.entries()) if (value !== null && !isFormulaError(value) && !firsts.has(keyOf(value))) firsts.set(keyOf(value), i);
      }
      const found = firsts.get(keyOf(wanted)) ?? -1;
      if (found >= 0) assertSame(list[found] as Value, wanted);
      return found;
    },
    /** Index of the last value that is at most the wanted one, in an ascending list. */
    atMost: (wanted: Value): number => inOrder(wanted, 1),
    /** Index of the last value that is at least the wanted one, in a descending list. */
    atLeast: (wanted: Value): number => inOrder(wanted, -1),
  };
}
