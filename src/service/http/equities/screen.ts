import { type TProperties, Type } from "@sinclair/typebox";
import { endWithNearest, orList } from "../../../contract/nearest";
import { shown } from "../../../contract/arguments";
import { SCREENER_FIELDS } from "../../../contract/screener";
import { type Condition, exampleOf, readCondition, screened, unknownIn } from "../../families/screener/screen";
import { type ScreenerColumn, screenerTable, type ScreenerTable } from "../../families/screener/table";
import { ATTRIBUTION, type SourceId } from "../../records/attribution";
import type { CsvCell } from "../server/csv";
import { endpoint, listAnswer } from "../server/endpoint";
import { oneOfTexts, orNull, RowsMeta } from "../server/schemas";
import { whyNone } from "../server/shown-rows";

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
  sort: oneOfTexts(SORTS, { default: "market_cap", description: "Names whose value is unknown come last." }),
  order: oneOfTexts(["asc", "desc"], { default: "desc", description: "Of the values of `sort`." }),
  columns: Type.Optional(Type.String({ description: "Fields to return, separated by commas. All by default. Each row also has ticker and name." })),
  provenance: Type.Boolean({
    default: false,
    description: "With true, each row says for each of its fields the source, the observation date and the caveats.",
  }),
};

const Provenance = Type.Object({
  source: Type.String(),
  observation_date: Type.Optional(Type.String({ description: "A day, or a period's last day." })),
  caveats: Type.Optional(Type.Array(Type.String())),
  sample: Type.Optional(Type.Literal(true)),
});

const Row = Type.Object({
  ticker: Type.String(),
  name: orNull(Type.String(), "Null if it is not known."),
  ...Object.fromEntries(
    SCREENER_FIELDS.map(({ name, type, about }) => [
      name,
      Type.Optional(orNull(type === "number" ? Type.Number() : Type.String(), `${about}; null if unknown, never 0`)),
    ]),
  ),
  reasons: Type.Optional(Type.Record(Type.String(), Type.String(), { description: "Why a field is null, by field." })),
  provenance: Type.Optional(
    Type.Record(Type.String(), Provenance, {
      description: "Where each field comes from, as in the cell that shows it. A description of the symbol, such as its sector, has none.",
    }),
  ),
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
function rowAt({ tickers, companies }: ScreenerTable, columns: Columns, i: number, withProvenance: boolean): Record<string, unknown> {
  const row: Record<string, unknown> = { ticker: tickers[i], name: companies[i] };
  if (withProvenance) row["provenance"] = Object.fromEntries(columns.flatMap(([name, { provenance }]) => (provenance[i] ? [[name, provenance[i]]] : [])));
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

/** When the rows of these names were last confirmed: the oldest of several. */
const confirmedBy = ({ confirmed }: ScreenerTable, page: readonly number[], now: string): string =>
  [now, ...page.flatMap((i) => confirmed[i] ?? [])].sort()[0]!;

/**
 * The table as CSV. Each line has its own date, caveats and attribution, so that a row that is sorted, filtered or copied keeps them. With provenance, each field is
 * followed by its date, source and caveats.
 */
function* csvOf(table: ScreenerTable, columns: Columns, used: Columns, rows: readonly number[], withProvenance: boolean, now: string): Generator<CsvCell[]> {
  const heads = columns.flatMap(([name]) => (withProvenance ? [name, `${name}_date`, `${name}_source`, `${name}_caveats`] : [name]));
  yield ["ticker", "name", ...heads, "reasons", "sample", "as_of", "caveats", "attribution"];
  for (const i of rows) {
    const cells = columns.flatMap(([, { values, provenance }]): CsvCell[] => {
      const { observation_date, source, caveats = [] } = provenance[i] ?? {};
      return withProvenance ? [values[i], observation_date, source, caveats.join(" ")] : [values[i]];
    });
    const reasons = columns.flatMap(([name, { reasons: why }]) => (why[i] === undefined ? [] : [`${name}: ${why[i]}`]));
    const sources = sourcesIn(columns, [i]);
    const caveats = [...new Set(used.flatMap(([, { provenance }]) => provenance[i]?.caveats ?? []))].sort();
    yield [
      table.tickers[i],
      table.companies[i],
      ...cells,
      reasons.join(" | "),
      sources.includes("sample"),
      confirmedBy(table, [i], now),
      caveats.join(" "),
      sources.map((source) => ATTRIBUTION[source]).join(" | "),
    ];
  }
}

/** GET /v1/screen: the names that meet all conditions on the screener's fields, with the values that cells show. */
export const screenEndpoint = endpoint({
  path: "/v1/screen",
  summary: "Names that meet conditions on the screener's fields",
  tag: "equities",
  examples: [{ parameters: { market_cap: "gte:1e9", sector: "eq:Energy" } }, { parameters: { pe: "eq:10" }, status: 422 }],
  query: QUERY,
  asOf: true,
  csv: "screen.csv",
  paging: { most: 500, fallback: 50, offset: true },
  data: Type.Array(Row),
  meta: ScreenMeta,
  onUnknownParameter: (nearest) => {
    const field = SCREENER_FIELDS.find(({ name }) => name === nearest);
    return field ? `Operators of ${field.name}: ${orList(field.operators)}.` : "GET /v1/fields?kind=screener lists the fields.";
  },
  answer: async (asked, context) => {
    const { sort, order, columns, provenance } = asked as { sort: string; order: "asc" | "desc"; columns?: string; provenance: boolean };
    const conditions = readConditions(asked as Readonly<Record<string, unknown>>);
    if ("detail" in conditions) return { code: "invalid_request", detail: conditions.detail };
    const names = readColumns(columns);
    if ("detail" in names) return { code: "invalid_request", detail: names.detail };
    const table = await screenerTable(context);
    const pick = (wanted: readonly string[]): Columns => wanted.flatMap((name) => (table.columns.has(name) ? [[name, table.columns.get(name)!] as const] : []));
    const [shownColumns, used] = [pick(names), pick([...new Set([...names, ...conditions.map(({ field }) => field), sort])])];
    const now = context.clock.asOf();
    return listAnswer(
      screened(table, conditions, { by: sort, order }),
      (page) => ({
        data: page.map((i) => rowAt(table, shownColumns, i, provenance)),
        asOf: confirmedBy(table, page, now),
        sources: sourcesIn(shownColumns, page),
        note: table.tickers.length > 0 ? undefined : whyNone(context, NONE),
        meta: {
          caveats: [...new Set(used.flatMap(([, column]) => column.caveats))].sort(),
          names: table.tickers.length,
          unknown: unknownIn(table, conditions),
        },
      }),
      (rows) => csvOf(table, shownColumns, used, rows, provenance, now),
    );
  },
});
