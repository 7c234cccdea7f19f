import { shown } from "../../../contract/arguments";
import { didYouMean, orList } from "../../../contract/nearest";
import type { ScreenerField } from "../../../contract/screener";
import type { ScreenerColumn, ScreenerTable } from "./table";

/** One condition on a field. */
export interface Condition {
  readonly field: string;
  /** True if the value of a name meets it. An unknown value meets none, not even `nin`. */
  meets(column: ScreenerColumn, index: number): boolean;
}

type Read = Condition | { readonly detail: string };

const COUNTRY = /^[A-Z]{2}$/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

const compare: Readonly<Record<string, (value: number, than: number) => boolean>> = {
  gte: (value, than) => value >= than,
  lte: (value, than) => value <= than,
  gt: (value, than) => value > than,
  lt: (value, than) => value < than,
  eq: (value, than) => value === than,
};

/** A condition as an example of the field's syntax. */
export const exampleOf = ({ type, choices, example }: Pick<ScreenerField, "type" | "choices" | "example">): string =>
  example ?? (type === "enum" ? `eq:${choices[0] ?? "US"}` : type === "ordinal" ? `gte:${choices[1]}` : "gte:10");

const numberOf = (text: string): number | undefined => {
  // A plus sign in an address is read as a blank.
  const trimmed = text.trim().replace(/e (?=\d)/i, "e");
  const value = NUMBER.test(trimmed) ? Number(trimmed) : NaN;
  return Number.isFinite(value) ? value : undefined;
};

function readNumber(name: string, operator: string, rest: string): Read {
  const wrong = (expected: string): Read => ({ detail: `${name}: expected ${expected}, got ${shown(rest)}.` });
  if (operator === "between") {
    const [low, high, ...more] = rest.split(",").map(numberOf);
    if (low === undefined || high === undefined || more.length > 0 || low > high)
      return wrong("two numbers after between:, the smaller one first, such as between:10,20");
    return { field: name, meets: ({ ranks }, i) => ranks[i]! >= low && ranks[i]! <= high };
  }
  const than = numberOf(rest);
  if (than === undefined) return wrong(`a number after ${operator}:, such as ${operator}:10 or ${operator}:1e9`);
  const holds = compare[operator]!;
  return { field: name, meets: ({ ranks }, i) => holds(ranks[i]!, than) };
}

function readLevel({ name, choices: levels }: ScreenerField, operator: string, rest: string): Read {
  const than = levels.indexOf(rest.trim().toLowerCase());
  if (than < 0) return { detail: `${name}: expected ${orList(levels)} after ${operator}:, got ${shown(rest)}.` };
  const holds = compare[operator]!;
  return { field: name, meets: ({ ranks }, i) => holds(ranks[i]!, than) };
}

/** The known value that a text names in any case, or why there is none. */
function readChoice({ name, choices }: ScreenerField, operator: string, text: string): { readonly value: string } | { readonly detail: string } {
  if (choices.length === 0) {
    const country = text.trim().toUpperCase();
    if (COUNTRY.test(country)) return { value: country };
    return { detail: `${name}: expected a country's two letters after ${operator}:, such as ${operator}:US, got ${shown(text)}.` };
  }
  const value = choices.find((c) => c.toLowerCase() === text.trim().toLowerCase());
  if (value !== undefined) return { value };
  const near = didYouMean(text, choices);
  return { detail: `${name}: expected ${orList(choices)} after ${operator}:, got ${shown(text)}${near === "" ? "." : `; ${near}`}` };
}

function readChoices(field: ScreenerField, operator: string, rest: string): Read {
  const read = (operator === "eq" ? [rest] : rest.split(",")).map((text) => readChoice(field, operator, text));
  for (const one of read) if ("detail" in one) return one;
  const wanted = new Set(read.map((one) => ("value" in one ? one.value : "")));
  const isIn = operator !== "nin";
  return {
    field: field.name,
    meets: ({ values }, i) => {
      const value = values[i];
      return typeof value === "string" && wanted.has(value) === isIn;
    },
  };
}

/** Reads `gte:1e9`, `between:10,20` or `in:common,adr`. If the operator is not one of the field's, or the value cannot be read, says what was expected. */
export function readCondition(field: ScreenerField, text: string): Read {
  const { name, type, operators } = field;
  const colon = text.indexOf(":");
  const operator = text.slice(0, Math.max(0, colon)).trim();
  if (!operators.includes(operator)) {
    return { detail: `${name}: expected ${orList(operators)}, a colon and a value, such as ${exampleOf(field)}, got ${shown(text)}.` };
  }
  const rest = text.slice(colon + 1);
  return type === "number" ? readNumber(name, operator, rest) : type === "ordinal" ? readLevel(field, operator, rest) : readChoices(field, operator, rest);
}

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
