import type { TableState } from "../../../src/hosts/sheets/sidebar-calls";
import { withChoices } from "../../../src/tables/kind";
import { kindOf, TABLE_KINDS } from "../../../src/tables/kinds";
import { type Fetched, readTable } from "../../../src/tables/read-table";
import { inTime } from "../../../src/tables/steps";
import type { CellsInSheets } from "../../sheets/cells-in-sheets";
import type { CellInput } from "../../sheets/grid";
import { contentOf, contentsOf, setDay as asOf, sheetsOfTests, shownAt, sidebar as call } from "../../sheets/sheets-of-tests";
import { cell, DATE, OWN_COLUMNS, rowOf, TABLE_AT, VALUE } from "../../conformance/own-columns";
import { createRandom } from "../../conformance/random-edits";
import { many, SEED, TESTED } from "../../corpus";

/* Tables of the built Code.js: fakes of Google's services with Google's limits, and the real service on sample data to 2024-06-28. */

const { sheets } = sheetsOfTests();

const messages = ({ results }: TableState): string[] => results.map(({ result }) => result.message);
const cellsOf = ({ world }: CellsInSheets): Readonly<Record<string, CellInput>> => world.spreadsheet.sheets["Sheet1"] ?? {};
const valueOf = (at: CellsInSheets, address: string): unknown => shownAt(at, "Sheet1", address);
function put({ world }: CellsInSheets, cells: Record<string, CellInput>): void {
  const { sheets: tabs } = world.spreadsheet;
  world.spreadsheet = { ...world.spreadsheet, sheets: { ...tabs, Sheet1: { ...tabs["Sheet1"], ...cells } } };
}

const ASKED = { series: "DGS10", start: "2024-06-10" };

test("a table is inserted, drawn, refreshed in place beside the user's own column, and the refresh is undone", async () => {
  const at = await sheets(undefined, { spreadsheet: { timeZone: "America/New_York" } });
  asOf(at, "2024-06-20");
  expect(messages(await call(at, "insertTable", "history", ASKED, { sheet: "Sheet1", row: 1, column: 1 }))).toEqual([
    "Inserted at Sheet1!B4:C12: 8 rows of sample data.",
  ]);
  expect([valueOf(at, "B2"), valueOf(at, "B4"), valueOf(at, "C4")]).toEqual(["Treasury constant maturity, 10 years (DGS10)", "Date", "DGS10, %"]);
  expect(cellsOf(at)["B5"]).toMatchObject({ value: 45_453, format: "yyyy-mm-dd" });
  expect(String(valueOf(at, "B3"))).toContain("SAMPLE DATA, not real. Source:");
  put(at, { D5: { formula: "=C5*2", value: 1 }, D6: "mine", C7: 99, B14: "below" });

  const charted = await call<TableState>(at, "chartTable", "t1", true);
  expect([messages(charted), charted.tables[0]?.hasChart]).toEqual([["Chart drawn beside the table."], true]);
  expect(at.world.spreadsheet.drawn).toMatchObject([{ sheet: "Sheet1", ranges: ["B4:C12"], title: "Treasury constant maturity, 10 years (DGS10)" }]);

  asOf(at, undefined);
  await at.world.run("serviceRefreshTables");
  expect(at.world.spreadsheet.toasts.at(-1)?.message).toMatch(
    /^1 table refreshed\.\nTreasury constant maturity, 10 years \(DGS10\): 6 rows added, 1 typed value kept\./,
  );
  expect([valueOf(at, "D6"), valueOf(at, "C7"), valueOf(at, "B18"), valueOf(at, "B20")]).toEqual(["mine", 99, 45_471, "below"]);

  expect(at.world.spreadsheet.drawn).toMatchObject([{ ranges: ["B4:C18"] }]);

  const undone = await call<TableState>(at, "undoTable", "t1");
  expect(messages(undone)).toEqual(["The last refresh is undone."]);
  expect([valueOf(at, "D6"), valueOf(at, "C7"), valueOf(at, "B13") ?? "", valueOf(at, "B14")]).toEqual(["mine", 99, "", "below"]);
  expect(undone.tables).toMatchObject([{ id: "t1", canUndo: false, known: { rows: 8, sample: true } }]);
  expect(at.world.spreadsheet.drawn).toMatchObject([{ ranges: ["B4:C12"] }]);

  // As of an earlier day, rows that the user has something in stay without the values that were not public yet.
  const later = valueOf(at, "C6");
  asOf(at, "2024-06-10");
  const asked = await call<TableState>(at, "refreshTables", ["t1"]);
  expect(asked.results).toMatchObject([{ result: { ok: false, asks: true, message: expect.stringContaining("This refresh moves 2 rows below the table") } }]);
  expect(messages(await call(at, "refreshTables", ["t1"], true))).toEqual([
    expect.stringContaining("2 rows not public by 2024-06-10, kept below the table without their values"),
  ]);
  expect([valueOf(at, "B6"), valueOf(at, "C6") ?? "", valueOf(at, "D6"), valueOf(at, "B7"), valueOf(at, "C7")]).toEqual([45_454, "", "mine", 45_455, 99]);
  asOf(at, "2024-06-20");
  await call(at, "refreshTables", ["t1"]);
  expect([valueOf(at, "C6"), valueOf(at, "C7"), valueOf(at, "D6")]).toEqual([later, 99, "mine"]);
  expect(messages(await call(at, "chartTable", "t1", false))).toEqual(["Chart removed."]);
  expect(at.world.spreadsheet.drawn).toEqual([]);
});

test("what was typed beside a row moves with it in a window that moves, with its number format", async () => {
  const at = await sheets();
  asOf(at, "2024-06-20");
  await call(at, "insertTable", "history", { series: "DGS10", start: "10d" }, { sheet: "Sheet1", row: 1, column: 1 });
  put(at, { D5: { formula: "=C5*2", value: 1 }, E7: { value: 45_500, format: "d mmm" } });
  const key = valueOf(at, "B7");
  asOf(at, "2024-06-24");
  await call(at, "refreshTables", ["t1"], true);
  const row = Object.keys(cellsOf(at))
    .find((address) => address.startsWith("B") && valueOf(at, address) === key)!
    .slice(1);
  expect(row).not.toBe("7");
  expect(cellsOf(at)[`E${row}`]).toMatchObject({ value: 45_500, format: "d mmm" });
  expect(valueOf(at, "E7") ?? "").toBe("");
});

test("a table of any kind that is refreshed at once has no changes, and none of its cells counts as typed over", async () => {
  const at = await sheets(undefined, { spreadsheet: { sheets: Object.fromEntries(TABLE_KINDS.map(({ id }) => [id, {}])) } });
  const asked: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    history: { series: "DGS10", start: "3m" },
    changes: { since: "2024-06-26" },
  };
  const found: string[] = [];
  for (const { id } of TABLE_KINDS) {
    const of = asked[id] ?? { ticker: "AAPL", start: "1m", rows: "5" };
    const { results } = await call<TableState>(at, "insertTable", id, of, { sheet: id, row: 0, column: 0 });
    if (results[0]?.result.ok !== true) found.push(`${id}: ${results[0]?.result.message ?? ""}`);
  }
  const { tables, results } = await call<TableState>(
    at,
    "refreshTables",
    TABLE_KINDS.map((_, i) => `t${i + 1}`),
  );
  expect(tables.map(({ known }) => known?.kind)).toEqual(TABLE_KINDS.map(({ id }) => id));
  expect([...found, ...results.flatMap(({ id, result }) => (result.message === "No changes." ? [] : [`${id}: ${result.message}`]))]).toEqual([]);
});

test("the sidebar reads the rows of other kinds of tables through the script", async () => {
  const at = await sheets();
  for (const [id, asked] of [
    ["statements", { ticker: "AAPL" }],
    ["curve", { start: "6m" }],
    ["insider-trades", { ticker: "AAPL" }],
  ] as const) {
    const kind = kindOf(id)!;
    const host = { asOf: () => undefined, fetch: (path: string) => call<Fetched>(at, "fetch", path) };
    const rows = await inTime(readTable(host, kind, withChoices(kind, asked)));
    if (!rows.ok) throw new Error(`${id}: ${rows.message}`);
    // Six months before the last day of the sample data, not before this computer's.
    expect(rows.from).toBe(id === "curve" ? "2023-12-28" : undefined);
    expect([rows.data.rows.length > 0, rows.data.columns.length > 1]).toEqual([true, true]);
  }
});

test("a table of 12 years of days is remembered within Google's limits, and no key is in the spreadsheet or its properties", async () => {
  const at = await sheets();
  const inserted = await call<TableState>(at, "insertTable", "history", { series: "DGS10", start: "2012-06-28" }, { sheet: "Sheet1", row: 0, column: 0 });
  expect(inserted.results[0]?.result.ok).toBe(true);
  const [table] = (await call<TableState>(at, "tables")).tables;
  expect(table?.known?.rows).toBeGreaterThan(2_900);
  const all = JSON.stringify([at.world.spreadsheet, ...at.world.documentProperties.values, [...at.world.documentCache.items()]]);
  expect(all).not.toContain(at.service_.keys.good.slice(0, 8));
});

test("a cell in the way, a missing key and a protected sheet are refused in words, and nothing is written", async () => {
  const at = await sheets(undefined, {
    spreadsheet: { owner: "ann@example.com", protections: [{ range: "Sheet1!A1:A3", editors: [] }] },
    owner: "ann@example.com",
  });
  put(at, { B8: "mine" });
  expect(messages(await call(at, "insertTable", "history", ASKED, { sheet: "Sheet1", row: 1, column: 1 }))[0]).toMatch(/but Sheet1!B8 is not empty/);
  at.world.userProperties("bob@example.com").values.set("SERVICE_API_KEY", at.service_.keys.good);
  const bob = await at.world.run("serviceSidebar", ["insertTable", ["history", { ...ASKED, start: "2024-06-26" }, { sheet: "Sheet1", row: 0, column: 0 }]], {
    kind: "sidebar",
    as: "bob@example.com",
  });
  expect(JSON.stringify(bob.kind === "value" && bob.value)).toMatch(/protected.*Nothing was changed/);
  await at.key("none");
  await expect(call(at, "insertTable", "history", ASKED, { sheet: "Sheet1", row: 1, column: 4 })).rejects.toThrow(/needs your own key/);
  expect(Object.keys(cellsOf(at))).toEqual(["B8"]);
  expect(at.world.spreadsheet.namedRanges).toEqual({});
});

async function callAll(at: CellsInSheets, name: string, ...args: unknown[]): Promise<TableState> {
  const state = await call<TableState>(at, name, ...args);
  const failed = state.results.find(({ result }) => !result.ok);
  if (failed) throw new Error(failed.result.message);
  return state;
}
const contents = (at: CellsInSheets) => contentsOf(at, "Sheet1");

function putContents(at: CellsInSheets, cells: Record<string, string | number | null>): void {
  const inputs = Object.entries(cells).flatMap(([address, content]): [string, CellInput][] =>
    content === null ? [] : [[address, typeof content === "string" && content.startsWith("=") ? { formula: content, value: 1 } : content]],
  );
  put(at, Object.fromEntries(inputs));
}

/** Types random columns beside the table, and formulas that refer to rows. */
function typeBeside(at: CellsInSheets, random: () => number): void {
  const below = (n: number): number => Math.floor(random() * n);
  const rows = Object.keys(contents(at)).filter((address) => address.startsWith("F")).length - 1;
  const dates = Array.from({ length: rows }, (_, i) => contentOf(cellsOf(at)[cell(DATE, rowOf(i))]) as number);
  const some = (p: number): number[] => dates.filter(() => random() < p);
  for (const column of [DATE - 1, VALUE + 1, VALUE + 2].slice(below(2))) {
    const typed = new Map(some(0.1).map((key) => [key, `note on ${key}`]));
    const own = OWN_COLUMNS[below(OWN_COLUMNS.length)]!(column, 1 + below(5), typed, new Set(some(0.1).filter((key) => !typed.has(key))), false);
    putContents(at, { [cell(column, rowOf(-1))]: own.name });
    dates.forEach((key, i) => putContents(at, { [cell(column, rowOf(i))]: own.at(i, rows, key) }));
  }
  putContents(at, { B1: 3, N1: `=${cell(VALUE, rowOf(below(rows)))}*3`, N2: `=SUM(${cell(VALUE, rowOf(0))}:${cell(VALUE, rowOf(rows - 1))})` });
  if (random() < 0.5) putContents(at, { [cell(VALUE, rowOf(rows + below(3)))]: `=SUM(${cell(VALUE, rowOf(0))}:${cell(VALUE, rowOf(rows - 1))})` });
}

it(
  `random columns beside a table are as they were after a past day and back (${TESTED})`,
  async () => {
    const wrong: string[] = [];
    for (let run = 0; run < many(100, 4); run++) {
      const at = await sheets();
      const random = createRandom(Number(SEED) * 1_000 + run);
      await callAll(at, "insertTable", "history", { series: "DGS10", start: "45d" }, TABLE_AT);
      typeBeside(at, random);
      const before = contents(at);
      asOf(at, `2024-0${5 + Math.floor(random() * 2)}-${10 + Math.floor(random() * 18)}`);
      await callAll(at, "refreshTables", ["t1"], true);
      const then = contents(at);
      asOf(at, undefined);
      await callAll(at, "refreshTables", ["t1"], true);
      const after = contents(at);
      if (JSON.stringify(then) === JSON.stringify(before)) wrong.push(`${run}: the past day changed nothing`);
      for (const address of new Set([...Object.keys(before), ...Object.keys(after)]))
        if (before[address] !== after[address]) wrong.push(`${run}, ${address}: ${String(after[address])} instead of ${String(before[address])}`);
      await at.close();
    }
    expect(wrong).toEqual([]);
  },
  many(900_000, 60_000),
);
