import { groupedBy } from "../../contract/lists";
import { SCREENER_FIELDS, type ScreenerField } from "../../contract/screener";

/** One condition as the user enters it: an operator and one value, two for `between`, any number for `in` and `nin`. */
export interface Filter {
  readonly id: number;
  readonly field: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/** What the page shows, as its address says. */
export interface ScreenQuery {
  readonly filters: readonly Filter[];
  readonly sort: string;
  readonly order: "asc" | "desc";
  readonly columns: readonly string[];
  readonly offset: number;
  /** A day; empty for now. */
  readonly asOf: string;
}

export const PAGE = 50;
export const FIELD_GROUPS = [...groupedBy(SCREENER_FIELDS, ({ group }) => group)];
const FIELDS = new Map(SCREENER_FIELDS.map((field) => [field.name, field]));
const DEFAULT_COLUMNS = [
  "sector",
  "market_cap",
  "last_price",
  "signal_total_count",
  "smart_money_score",
  "insider_net_30d",
  "short_pct_float",
  "pe",
  "fcf_yield",
];

export const EMPTY: ScreenQuery = { filters: [], sort: "market_cap", order: "desc", columns: DEFAULT_COLUMNS, offset: 0, asOf: "" };

export const fieldOf = (name: string): ScreenerField | undefined => FIELDS.get(name);

const SUFFIXES: Readonly<Record<string, string>> = { k: "e3", m: "e6", b: "e9", t: "e12" };
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A number as the service reads it: 1,000, 10B and 1.5 m are accepted too. Undefined if the text is none. */
export function numeralOf(text: string): string | undefined {
  const plain = text.trim().replace(/,(?=\d{3})/g, "");
  const [, digits = plain, suffix = ""] = /^(.*\d\.?)\s*([kmbt])$/i.exec(plain) ?? [];
  const number = `${digits}${SUFFIXES[suffix.toLowerCase()] ?? ""}`;
  return NUMBER.test(number) && Number.isFinite(Number(number)) ? number : undefined;
}

/** A condition as a query parameter's value, such as `gte:1e9`; undefined while it is incomplete or wrong. */
export function conditionText({ field: name, operator, values }: Filter): string | undefined {
  const field = fieldOf(name);
  if (!field?.operators.includes(operator)) return undefined;
  if (field.type !== "number") {
    const chosen = values.map((v) => v.trim()).filter((v) => v !== "");
    return chosen.length === 0 || chosen.some((v) => field.choices.length === 0 && !/^[a-z]{2}$/i.test(v)) ? undefined : `${operator}:${chosen.join(",")}`;
  }
  const numbers = (operator === "between" ? [values[0], values[1]] : [values[0]]).map((v) => numeralOf(v ?? ""));
  if (numbers.some((n) => n === undefined)) return undefined;
  return operator === "between" && Number(numbers[0]) > Number(numbers[1]) ? undefined : `${operator}:${numbers.join(",")}`;
}

/** What is wrong with an entered condition; undefined if it is complete or still blank. */
export function conditionProblem(filter: Filter): string | undefined {
  const entered = filter.values.filter((v) => v.trim() !== "");
  if (entered.length === 0 || conditionText(filter) !== undefined) return undefined;
  const field = fieldOf(filter.field);
  if (field?.type !== "number") return "Enter a country's two letters, such as US.";
  if (entered.some((v) => numeralOf(v) === undefined)) return "Enter a number, such as 10, 1.5 or 10B.";
  return entered.length < 2 ? undefined : "Enter the smaller number first.";
}

/** The conditions that apply, as query parameters. */
const conditionsOf = ({ filters }: ScreenQuery): [name: string, text: string][] =>
  filters.flatMap((filter) => {
    const text = conditionText(filter);
    return text === undefined ? [] : [[filter.field, text] as [string, string]];
  });

/** The part of the page's address after `?`: only what differs from the start. Empty if nothing does. */
export function screenAddress(query: ScreenQuery): string {
  const search = new URLSearchParams(conditionsOf(query));
  if (query.sort !== EMPTY.sort) search.set("sort", query.sort);
  if (query.order !== EMPTY.order) search.set("order", query.order);
  if (query.columns.join() !== EMPTY.columns.join()) search.set("columns", query.columns.join(","));
  if (query.offset > 0) search.set("offset", String(query.offset));
  if (query.asOf !== "") search.set("as_of", query.asOf);
  return readable(search);
}

/** Colons and commas stay readable: they need no encoding in a query. */
const readable = (search: URLSearchParams): string => search.toString().replaceAll("%3A", ":").replaceAll("%2C", ",");

/** The request for a page of rows, or for all rows as a file. */
export function requestOf(query: ScreenQuery, as: "page" | "csv"): string {
  const search = new URLSearchParams(conditionsOf(query));
  search.set("sort", query.sort);
  search.set("order", query.order);
  search.set("columns", query.columns.length > 0 ? query.columns.join(",") : "ticker");
  search.set("provenance", "true");
  if (query.asOf !== "") search.set("as_of", query.asOf);
  if (as === "csv") search.set("format", "csv");
  else {
    search.set("limit", String(PAGE));
    search.set("offset", String(query.offset));
  }
  return `/v1/screen?${readable(search)}`;
}

/** A list of values without blanks around its commas, as `readAddress` reads it. */
const withoutBlanks = (condition: string): string => condition.replace(/\s*([,:])\s*/g, "$1").trim();

let nextId = 0;
export const newFilter = (field: string, operator: string, values: readonly string[] = []): Filter => ({ id: nextId++, field, operator, values });

/** The parts of the page's address that `readAddress` cannot apply, as they were written: without a word, the names would look as if they met them. */
export function notApplied(text: string): readonly string[] {
  const read = readAddress(text);
  const search = [...new URLSearchParams(text)];
  const others: Readonly<Record<string, string>> = { sort: read.sort, order: read.order, columns: read.columns.join(), as_of: read.asOf };
  const isApplied = (name: string, value: string): boolean => {
    if (name === "offset") return read.offset === Number(value);
    if (name in others) return others[name] === value;
    // A condition that is read may still be one that a user has to complete, such as gte:abc.
    return read.filters.some(
      (filter) => filter.field === name && conditionText(filter) !== undefined && `${filter.operator}:${filter.values.join()}` === withoutBlanks(value),
    );
  };
  return search.flatMap(([name, value]) => (isApplied(name, value) ? [] : [`${name}=${value}`]));
}

/** Reads the page's address. Parts that it does not know are left out: `notApplied` names them. */
export function readAddress(text: string): ScreenQuery {
  const search = new URLSearchParams(text);
  const filters = SCREENER_FIELDS.flatMap((field) =>
    search.getAll(field.name).flatMap((condition) => {
      const [, operator = "", rest = ""] = /^(\w+):(.*)$/.exec(condition) ?? [];
      const values = rest.split(",").map((v) => v.trim());
      return field.operators.includes(operator) ? [newFilter(field.name, operator, values)] : [];
    }),
  );
  const [sort, columns, offset] = [search.get("sort"), search.get("columns"), Number(search.get("offset"))];
  const asOf = search.get("as_of") ?? "";
  return {
    filters,
    sort: sort !== null && (sort === "ticker" || FIELDS.has(sort)) ? sort : EMPTY.sort,
    order: search.get("order") === "asc" ? "asc" : "desc",
    columns: columns === null ? EMPTY.columns : columns.split(",").filter((name) => FIELDS.has(name)),
    offset: Number.isInteger(offset) && offset > 0 ? offset : 0,
    asOf: /^\d{4}-\d\d-\d\d$/.test(asOf) ? asOf : "",
  };
}
