import { Type, type TProperties } from "@sinclair/typebox";
import { endWithNearest, orList } from "../../contract/nearest";
import { shown } from "../../contract/arguments";
import { SCREENER_FIELDS } from "../../contract/screener";
import { exampleOf, readCondition, type Condition } from "../families/screener/conditions";
import { screened, unknownIn } from "../families/screener/screen";
import { screenerTable, type ScreenerColumn, type ScreenerTable } from "../families/screener/table";
import { isSampleOn, WITHHELD } from "../families/sample-switch";
import type { SourceId } from "../records/attribution";
import { endpoint, listed } from "./endpoint";
import { RowsMeta } from "./rows-meta";
import { oneOf } from "./schema";

const NAMES = SCREENER_FIELDS.map(({ name }) => name);
const SORTS = ["ticker", ...NAMES];

const FILTERS: TProperties = Object.fromEntries(
  SCREENER_FIELDS.map((field) => [
    field.name,
    Type.Optional(
      Type.Union([Type.String(), Type.Array(Type.String())], {
        description: `Filter by ${field.about}. Operators: ${field.operators.join(", ")}, such as ${exampleOf(field)}. Repeat the parameter for several conditions; all must hold.`,
      }),
    ),
  ]),
);
const QUERY = {
  ...FILTERS,
  sort: oneOf(SORTS, { default: "market_cap", description: "Names whose value is unknown come last." }),
  order: Type.Union([Type.Literal("asc"), Type.Literal("desc")], { default: "desc" }),
  columns: Type.Optional(Type.String({ description: "Fields to return, separated by commas. All by default. Each row also has ticker and name." })),
};

const Row = Type.Object({
  ticker: Type.String(),
  name: Type.Union([Type.String(), Type.Null()], { description: "Null if it is not known." }),
  ...Object.fromEntries(
    SCREENER_FIELDS.map(({ name, type, about }) => [
      name,
      Type.Optional(Type.Union([type === "number" ? Type.Number() : Type.String(), Type.Null()], { description: `${about}; null if unknown, never 0` })),
    ]),
  ),
  reasons: Type.Optional(Type.Record(Type.String(), Type.String(), { description: "Why a field is null, by field." })),
  sample: Type.Optional(Type.Literal(true, { description: "Present if a returned field is computed from sample data." })),
});
const ScreenMeta = Type.Composite([
  RowsMeta,
  Type.Object({
    names: Type.Integer({ description: "Number of names before filtering." }),
    unknown: Type.Record(Type.String(), Type.Integer(), {
      description: "For each filtered field, the number of names whose value is unknown. They meet no condition, not even nin.",
    }),
  }),
]);

const NONE = "No figure of any name is known at this moment. Use a later day, or load published data.";

type Wrong = { readonly detail: string };

/** The requested columns in the order of the fields; undefined if one is not a field. */
function readColumns(text: string | undefined): readonly string[] | Wrong {
  if (text === undefined) return NAMES;
  const asked = text.split(",").map((name) => name.trim());
  const wrong = asked.find((name) => !NAMES.includes(name) && name !== "ticker" && name !== "name");
  if (wrong !== undefined)
    return { detail: `columns: expected fields such as pe or market_cap, separated by commas, got ${shown(wrong)}${endWithNearest(wrong, NAMES)}` };
  return NAMES.filter((name) => asked.includes(name));
}

function readConditions(asked: Readonly<Record<string, unknown>>): readonly Condition[] | Wrong {
  const conditions: Condition[] = [];
  for (const field of SCREENER_FIELDS)
    for (const text of [asked[field.name] ?? []].flat() as string[]) {
      const read = readCondition(field, text);
      if ("detail" in read) return read;
      conditions.push(read);
    }
  return conditions;
}

type Columns = readonly (readonly [name: string, column: ScreenerColumn])[];

/** One row. A loop that assigns members: a page has thousands of cells. */
function rowAt({ tickers, companies }: ScreenerTable, columns: Columns, i: number): Record<string, unknown> {
  const row: Record<string, unknown> = { ticker: tickers[i], name: companies[i] };
  const reasons: Record<string, string> = {};
  let [sample, isWhole] = [false, true];
  for (const [name, { values, reasons: why, sources }] of columns) {
    row[name] = values[i];
    const reason = why[i];
    if (reason !== undefined) [reasons[name], isWhole] = [reason, false];
    sample ||= sources[i]!.includes("sample");
  }
  if (!isWhole) row["reasons"] = reasons;
  if (sample) row["sample"] = true;
  return row;
}

function sourcesIn(columns: Columns, page: readonly number[]): readonly SourceId[] {
  // Cells share their lists of sources.
  const lists = new Set<readonly SourceId[]>();
  for (const [, { sources }] of columns) for (const i of page) lists.add(sources[i]!);
  return [...new Set([...lists].flat())].sort();
}

/** GET /v1/screen: the names that meet all conditions on the screener's fields, with the values that cells show. */
export const screen = endpoint({
  path: "/v1/screen",
  summary: "Names that meet conditions on the screener's fields",
  tag: "equities",
  examples: [{ parameters: { market_cap: "gte:1e9", sector: "eq:Energy" } }, { parameters: { pe: "eq:10" }, status: 422 }],
  query: QUERY,
  asOf: true,
  paging: { most: 500, fallback: 50, offset: true },
  data: Type.Array(Row),
  meta: ScreenMeta,
  onUnknownParameter: (nearest) => {
    const field = SCREENER_FIELDS.find(({ name }) => name === nearest);
    return field ? `Operators of ${field.name}: ${orList(field.operators)}.` : "";
  },
  answer: async (asked, context) => {
    const { sort, order, columns } = asked as { sort: string; order: "asc" | "desc"; columns?: string };
    const conditions = readConditions(asked as Readonly<Record<string, unknown>>);
    if ("detail" in conditions) return { code: "invalid_request", detail: conditions.detail };
    const names = readColumns(columns);
    if ("detail" in names) return { code: "invalid_request", detail: names.detail };
    const table = await screenerTable(context);
    return listed(screened(table, conditions, { by: sort, order }), (page) => {
      const shownColumns = names.map((name) => [name, table.columns.get(name)!] as const);
      const used = new Set([...names, ...conditions.map(({ field }) => field), sort]);
      return {
        data: page.map((i) => rowAt(table, shownColumns, i)),
        asOf: [context.clock.asOf(), ...page.flatMap((i) => table.confirmed[i] ?? [])].sort()[0]!,
        sources: sourcesIn(shownColumns, page),
        note: table.tickers.length > 0 ? undefined : isSampleOn(context.store.feeds) ? NONE : WITHHELD.full,
        meta: {
          caveats: [...new Set([...used].flatMap((name) => table.columns.get(name)?.caveats ?? []))].sort(),
          names: table.tickers.length,
          unknown: unknownIn(table, conditions),
        },
      };
    });
  },
});
