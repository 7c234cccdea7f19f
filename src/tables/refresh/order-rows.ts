import type { PlainContent } from "../../workbook/edits/sheet-edits";
import { keyedRows, type KeyedRows, type Matched } from "../match-table";
import type { TableMemory } from "../memory";

/** A row of the refreshed table: with its line if it is on the sheet already, with its key unless it is the user's. */
export interface Item {
  readonly line?: number;
  readonly key?: string;
  /** True if it is not in the answer, and stays below the others. */
  readonly isGone: boolean;
}

interface OrderInput {
  readonly memory: TableMemory;
  readonly matched: Matched;
  /** The rows in the answer. */
  readonly fresh: KeyedRows;
  /** Rows that are not in it, and stay. */
  readonly gone: ReadonlySet<string>;
}

/** Longest remembered order for each row of the table. */
const LONGEST = 3;

/** The rows on the sheet from top to bottom, with those away at their places if the order is still as remembered. */
function orderBefore({ memory, matched: { from, end, lines } }: OrderInput): (string | null)[] {
  const keyAt = new Map([...lines].map(([key, line]) => [line, key]));
  const below = new Set(memory.gone);
  const now: (string | null)[] = [];
  for (let line = from; line < end; line++) {
    const key = keyAt.get(line);
    if (key === undefined || !below.has(key)) now.push(key ?? null);
  }
  const there = new Set(now);
  const known = memory.layout?.order ?? [];
  const still = known.filter((key) => key === null || there.has(key));
  return still.length === now.length && still.every((key, i) => key === now[i]) ? [...known] : now;
}

/** The order with the rows that it does not have: after the row that the publisher lists before them, or at the end if the user sorted the table. */
function withAdded(order: readonly (string | null)[], fresh: KeyedRows, isSorted: boolean): (string | null)[] {
  const known = new Set(order);
  const added = [...fresh.keys()].filter((key) => !known.has(key));
  if (isSorted || added.length === 0) return [...order, ...added];
  const after = new Map<string | undefined, string[]>();
  let previous: string | undefined;
  for (const key of fresh.keys()) {
    if (known.has(key)) previous = key;
    else after.set(previous, [...(after.get(previous) ?? []), key]);
  }
  const first = [...fresh.keys()].find((key) => known.has(key));
  const leading = after.get(undefined) ?? [];
  if (first === undefined) return [...order, ...leading];
  return order.flatMap((key) => [...(key === first ? leading : []), key, ...(key === null ? [] : (after.get(key) ?? []))]);
}

const isRising = (numbers: readonly number[]): boolean => numbers.every((n, i) => i === 0 || n >= numbers[i - 1]!);

/** The rows of the refreshed table from top to bottom: those in the answer with the user's own among them, then those that stay below. */
export function orderRows(input: OrderInput) {
  const { memory, matched, fresh, gone } = input;
  const { from, end, lines } = matched;
  const below = new Set(memory.gone);
  const known = [...keyedRows(memory).keys()].filter((key) => !below.has(key)).flatMap((key) => lines.get(key) ?? []);
  const isSorted = !isRising(known);
  const before = orderBefore(input);
  const order = withAdded(before, fresh, isSorted);
  const keyed = new Set(lines.values());
  const own: number[] = [];
  for (let line = from; line < end; line++) if (!keyed.has(line)) own.push(line);
  let next = 0;
  const items = order.flatMap((key): Item[] => {
    if (key === null) return [{ line: own[next++]!, isGone: false }];
    if (!fresh.has(key)) return [];
    const line = lines.get(key);
    return [{ key, isGone: false, ...(line === undefined ? {} : { line }) }];
  });
  const staying = [...gone].map((key) => ({ key, line: lines.get(key)!, isGone: true }));
  staying.sort((a, b) => a.line - b.line);
  const place = new Map([...fresh.keys()].map((key, i) => [key, i]));
  const isAsPublished = isRising(order.flatMap((key) => (key === null ? [] : (place.get(key) ?? []))));
  const isAway = order.some((key) => key !== null && !fresh.has(key));
  const isNeeded = isAway && (isSorted || !isAsPublished || own.length > 0) && order.length <= LONGEST * items.length + 1_000;
  /** The order to remember while rows are away; undefined if the publisher's order says it. */
  const toRemember = isNeeded ? order : undefined;
  return { items: [...items, ...staying], order: toRemember, isSorted };
}

/** The rows to remember, in the order of the sheet; in their former order if the user sorted it, so that this is seen the next time too. */
export function rowsInOrder(
  { columns, ...memory }: TableMemory,
  { items, isSorted }: ReturnType<typeof orderRows>,
  valuesOf: (key: string) => readonly PlainContent[],
): PlainContent[][] {
  const onSheet = items.flatMap(({ key }) => key ?? []);
  const there = new Set(onSheet);
  const former = isSorted ? [...keyedRows({ columns, rows: memory.rows }).keys()].filter((key) => there.has(key)) : [];
  return [...new Set([...former, ...onSheet])].map((key) => {
    const values = valuesOf(key);
    return columns.map((_, c) => values[c] ?? null);
  });
}
