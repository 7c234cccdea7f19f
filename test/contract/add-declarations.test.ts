import { copiedCheckout } from "./copied-checkout";

const SERIES = `
  {
    id: "ADDEDIDX",
    title: "Index of additions",
    unit: "idx",
    frequency: "monthly",
    decimals: 1,
    publisher: "Bureau of Additions",
    released: [{ id: "added.index", what: "Additions", when: { kind: "month end", months: 1 }, basis: "late bound", confirmedBy: "not confirmed" }],
    age: "monthly_money",
    bounds: [10, 200],
    sample: { from: "2010-01-01", levels: "2010:90 2020:100 2031:120", noise: 0.001 },
    search: "gadget confidence",
  },`;
const SIGNAL = `
  detector("prices", "added_extreme", (closes) => closes.slice(-1).map(({ date }) => signalOf("added_extreme", date, "bull", 9, "An addition (own)")), "An addition"),`;
const COLUMN = `
      added_length: ["Letters", "letters of the ticker", (s) => ({ ...described("", s), value: s.ticker.length }), { unit: "count" }],`;
const KIND = `import { listKind, mostRows } from "../list-kind";
export const ADDED = listKind({
  id: "added", title: "Additions", about: "Observations.", fields: [mostRows(5, 10)],
  titleOf: () => "Additions", path: () => "/v1/macro/fred/ADDEDIDX/history", parameters: () => ({}), page: 10,
  columns: [{ id: "date", heading: "Date", as: "day", key: true }, { id: "value", heading: "Value" }],
});
`;
const TEMPLATE = `import { entry, type Template } from "./sheet-of";
export const ADDED: Template = {
  id: "added", title: "Additions", about: "The index.",
  sheet: () => ({ widths: [10], blocks: { A1: [[entry('=SERVICE.FRED("ADDEDIDX")', {})]] } }),
};
`;

/** The declarations. Of a table kind and a template: also its name in the list that says the order of the menu. */
const EDITS: readonly (readonly [file: string, after: string, text: string])[] = [
  ["src/service/records/series/economy.ts", "DeclaredSeries[] = [", SERIES],
  ["src/service/families/signals/declared.ts", "DeclaredSignal[] = [", SIGNAL],
  ["src/service/families/signals/declared.ts", 'from "./rows";', '\nimport { signalOf } from "./strength";'],
  ["src/service/families/screener/columns.ts", '"SHORTINTEREST" },\n    {', COLUMN],
  ["src/tables/kinds.ts", 'from "./kind";', '\nimport { ADDED } from "./kinds/added";'],
  ["src/tables/kinds.ts", "TableKind[] = [", "ADDED,"],
  ["src/workbook/templates/templates.ts", 'from "../book";', '\nimport { ADDED } from "./added";'],
  ["src/workbook/templates/templates.ts", "Template[] = [", "ADDED, "],
];

/** Asks in the copy what the additions answer. */
const ASK = `
import { readFileSync } from "node:fs";
import { evaluateCells } from "./src/service/evaluation/evaluate";
import { readWireCells } from "./src/service/evaluation/read-cells";
import { SCREENER_FIELDS } from "./src/contract/screener";
import { readCondition } from "./src/service/families/screener/screen";
import { screened } from "./src/service/families/screener/screen";
import { screenerTable } from "./src/service/families/screener/table";
import { signalsFor } from "./src/service/families/signals/signals";
import { instrumentOf } from "./src/service/instruments/universe";
import { openStore } from "./src/service/store/store";
import { createClock } from "./src/service/time/clock";
import { find } from "./src/pane/formula/search/find";
import { kindOf } from "./src/tables/kinds";
import { readBook } from "./src/workbook/xlsx/read/read-book";
const context = { store: openStore({ path: ":memory:" }), clock: createClock("2024-06-25", () => 0) };
const reading = kindOf("added").read({});
const asked = reading.next().value;
const rows = reading.next({ data: [{ date: "2024-05-01", value: 7 }], meta: { attribution: [], as_of: "2024-06-25T00:00:00Z" } }).value;
screenerTable(context).then((table) => console.log(JSON.stringify({
  answer: evaluateCells(readWireCells([{ id: 0, fn: "FRED", args: ["ADDEDIDX"] }]), context).data[0],
  found: find("gadget confidence").hits.map((hit) => hit.kind === "figure" && hit.figure.key)[0],
  signals: signalsFor(context, instrumentOf("AAPL"), 365).rows.map(({ type }) => type),
  screened: screened(table, [readCondition(SCREENER_FIELDS.find(({ name }) => name === "added_length"), "eq:1")], { by: "ticker", order: "asc" }).map((i) => table.tickers[i]),
  asked,
  rows: rows.rows,
  formulas: readBook(readFileSync("assets/templates/added.xlsx")).sheets.flatMap(({ cells }) => cells.map(({ formula }) => formula)),
})));
`;
interface Asked {
  readonly answer: unknown;
  readonly found: string;
  readonly signals: readonly string[];
  readonly screened: readonly string[];
  readonly asked: string;
  readonly rows: unknown;
  readonly formulas: readonly string[];
}

const { read, ask } = copiedCheckout(["assets/templates"], EDITS, (copy) => {
  copy.put("src/tables/kinds/added.ts", KIND);
  copy.put("src/workbook/templates/added.ts", TEMPLATE);
  copy.node("scripts/generate.mjs");
  copy.node("scripts/templates.mjs");
});

test("one declaration each adds a series, a signal type, a column of the screener, a kind of table and a template", () => {
  const { answer, found, signals, screened, asked, rows, formulas } = ask(ASK) as Asked;
  expect(answer).toMatchObject({ unit: "idx", observation_date: "2024-04-01", sample: true, value: expect.closeTo(107.5, -1) });
  expect(found).toBe('FRED("ADDEDIDX")');
  expect(signals).toContain("added_extreme");
  expect(screened.length).toBeGreaterThan(0);
  expect(screened.filter((ticker) => ticker.length !== 1)).toEqual([]);
  expect(asked).toBe("/v1/macro/fred/ADDEDIDX/history?limit=5");
  expect(rows).toEqual([[45413, 7]]);
  expect(formulas).toContain('=SERVICE.FRED("ADDEDIDX")');
});

test("docs name what was added", () => {
  expect(read("docs/functions.md")).toContain("`ADDEDIDX`");
  expect(read("docs/functions.md")).toContain("`added_extreme`");
  expect(read("docs/releases.md")).toContain("`added.index`");
  expect(read("docs/maximum-ages.md")).toContain("ADDEDIDX");
});
