import type { Condition } from "./conditions";
import type { ScreenerTable } from "./table";

/** A field, or `ticker`; unknown values come last in either order, and equal ones by ticker. */
interface Sorting {
  readonly by: string;
  readonly order: "asc" | "desc";
}

/** Orders of a table, each sorted at its first use. */
const orders = new WeakMap<ScreenerTable, Map<string, readonly number[]>>();

function sorted({ tickers, columns }: ScreenerTable, { by, order }: Sorting): readonly number[] {
  const all = tickers.map((_, i) => i);
  const column = columns.get(by);
  if (!column) return order === "asc" ? all : all.reverse();
  const { values, ranks } = column;
  const known = all.filter((i) => values[i] !== null);
  const isText = known.some((i) => Number.isNaN(ranks[i]!));
  const sign = order === "asc" ? 1 : -1;
  const compare = (a: number, b: number): number => {
    if (!isText) return ranks[a]! - ranks[b]!;
    const [one, other] = [String(values[a]), String(values[b])];
    return one < other ? -1 : one > other ? 1 : 0;
  };
  // The table is in the order of the tickers, and sorting is stable.
  return [...known.sort((a, b) => sign * compare(a, b)), ...all.filter((i) => values[i] === null)];
}

function orderOf(table: ScreenerTable, sorting: Sorting): readonly number[] {
  const known = orders.get(table) ?? new Map<string, readonly number[]>();
  orders.set(table, known);
  const key = `${sorting.by} ${sorting.order}`;
  let found = known.get(key);
  if (!found) known.set(key, (found = sorted(table, sorting)));
  return found;
}

/** The names that meet all conditions, in order, as indexes into the table. */
export function screened(table: ScreenerTable, conditions: readonly Condition[], sorting: Sorting): readonly number[] {
  const order = orderOf(table, sorting);
  if (conditions.length === 0) return order;
  const on = conditions.map(({ field, meets }) => ({ column: table.columns.get(field)!, meets }));
  return order.filter((i) => on.every(({ column, meets }) => meets(column, i)));
}

/** For each field of the conditions, the number of names whose value is unknown: they meet no condition. */
export const unknownIn = ({ columns }: ScreenerTable, conditions: readonly Condition[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...new Set(conditions.map(({ field }) => field))].map((field) => [
      field,
      columns.get(field)!.values.reduce<number>((n, v) => (v === null ? n + 1 : n), 0),
    ]),
  );
