import { addressOf } from "../../../src/workbook/cell-address";
import { phaseWords, resultWords } from "../../../src/pane/refresh/refresh-words";
import { refresherOf } from "../../../src/pane/refresh/refresher";
import type { RefreshResult, RefreshWhat } from "../../../src/pane/refresh/refresh-result";
// Loaded late by the refresher, which the fake timers would keep waiting.
import "../../../src/pane/refresh/refresh-tables";
import { tableDeskOf } from "../../../src/pane/tables/table-desk";
import { HISTORY } from "../../../src/tables/kinds/history";
import { paperBlocks, paperSheet } from "../tables/paper-sheet";
import { desk } from "./in-memory-host";
import { saved } from "./in-memory-workbook";
import { withFakeTimers } from "../../time";
import { grid } from "../../grid";

withFakeTimers({ now: Date.parse("2024-06-25T12:00:00Z") });

const FIRST = "Treasury constant maturity, 10 years (DGS10)";
const SECOND = "Treasury constant maturity, 2 years (DGS2)";

/** A workbook with one SERVICE cell and two tables: the 10-year yield at A1, the 2-year at F1. */
async function withTables() {
  const d = desk();
  const sheet = paperSheet();
  const state = { editing: false, selection: "Sheet1!A1" };
  const rows: [string, number][] = [["2024-06-17", 4.27]];
  const asked: string[] = [];
  const book = d.workbook as unknown as Record<string, unknown>;
  book.blocks = paperBlocks(sheet);
  book.isEditing = async () => state.editing;
  book.selection = async () => ({ address: state.selection, active: { sheet: state.selection.split("!")[0] } });
  d.host.fetch = async (path, signal) => {
    asked.push(path.replace(/^.*fred\/(\w+)\/.*$/, "$1"));
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (signal?.aborted) return { ok: false, message: "Cancelled." };
    const data = rows.map(([date, value]) => ({ date, value }));
    return { ok: true, body: { data, count: data.length, as_of: "2024-06-25", meta: { attribution: { ust: "U.S. Treasury" }, sample: false } } };
  };
  const tables = tableDeskOf(d.host);
  for (const [series, column] of Object.entries({ DGS10: 0, DGS2: 5 })) {
    const inserted = tables.insert(HISTORY, { series, start: "2024-06-17" }, { sheet: "Sheet1", row: 0, column });
    await jest.advanceTimersByTimeAsync(100);
    expect((await inserted).ok).toBe(true);
  }
  asked.length = 0;
  d.prices.set("A", 7);
  return { d, sheet, state, rows, asked, tables, refresher: refresherOf(d.host) };
}
type Opened = Awaited<ReturnType<typeof withTables>>;

async function refresh({ refresher }: Opened, what: RefreshWhat = "workbook"): Promise<RefreshResult> {
  const ended = refresher.start(what);
  await jest.advanceTimersByTimeAsync(60_000);
  return ended;
}

describe("a refresh of the workbook", () => {
  test("refreshes cells and tables, and names each table that changed", async () => {
    const all = await withTables();
    all.d.workbook.put("Sheet2!A1", '=SERVICE.PRICE("A")', saved(1));
    all.rows.push(["2024-06-18", 4.25]);
    const phases = new Set<string>();
    all.refresher.onChange(() => phases.add(phaseWords(all.refresher.state())));
    const result = await refresh(all);
    expect(result.changes.map((c) => addressOf(c.place))).toEqual(["Sheet2!A1"]);
    expect(result.tables.map(({ title, result: r }) => [title, r.message])).toEqual(grid(2, FIRST, "1 row added.", SECOND, "1 row added."));
    expect(resultWords(result)).toBe("1 cell asked, 1 changed. 2 tables refreshed, 2 changed.");
    expect([all.sheet.at(4, 1).value, all.sheet.at(4, 6).value]).toEqual([4.25, 4.25]);
    expect(phases).toContain("Refreshing the tables");
  });

  test("does not say that there are no cells in a workbook with tables only", async () => {
    const all = await withTables();
    expect(resultWords(await refresh(all))).toBe("2 tables refreshed, 0 changed.");
    expect(resultWords(await refresh(all, "problems"))).toBe("No SERVICE cell shows an error or a reason.");
  });

  test("leaves a refused table as it is, names it, and refreshes the others", async () => {
    const all = await withTables();
    // A block of the user's that is wider than the table, directly below it.
    for (const column of [0, 1, 2]) all.sheet.put(4, column, "mine");
    all.rows.push(["2024-06-18", 4.25]);
    const result = await refresh(all);
    expect(resultWords(result)).toBe(`1 of 2 tables refreshed, 1 changed. Not refreshed: ${FIRST}.`);
    expect(result.tables[0]?.result.message).toMatch(/^The table needs 1 row more, but cells from Sheet1!B5 on/);
    expect([all.sheet.at(3, 1).value, all.sheet.at(4, 0).value, all.sheet.at(4, 6).value]).toEqual([4.27, "mine", 4.25]);
  });

  test("stops between tables, and writes nothing for the one whose rows just came", async () => {
    const all = await withTables();
    all.rows.push(["2024-06-18", 4.25]);
    const before = all.sheet.all();
    const ended = all.refresher.start("workbook");
    await jest.advanceTimersByTimeAsync(5);
    all.refresher.stop();
    await jest.advanceTimersByTimeAsync(60_000);
    expect((await ended).stopped).toBe(true);
    expect(all.asked).toEqual(["DGS10"]);
    expect(all.sheet.all()).toEqual(before);
  });

  test("keeps the undo of the last change over a refresh without changes", async () => {
    const all = await withTables();
    const before = all.sheet.all();
    all.rows.push(["2024-06-18", 4.25]);
    await refresh(all);
    await refresh(all);
    // The last one first: the refresh of one table is a change of the sheet for the others.
    for (const id of ["t2", "t1"]) expect(await all.tables.undo(id)).toEqual({ ok: true, message: "The last refresh is undone." });
    expect(all.sheet.all()).toEqual(before);
  });
});

test.each<[RefreshWhat, string, string[]]>([
  ["selection", "Sheet1!B4", ["DGS10"]],
  ["selection", "Sheet1!C1:D9", []],
  ["selection", "Sheet1!C1,Sheet1!F1", ["DGS2"]],
  ["selection", "Sheet1!B:F", ["DGS10", "DGS2"]],
  ["sheet", "Sheet1!Z99", ["DGS10", "DGS2"]],
  ["sheet", "Sheet2!A1", []],
])("a refresh of the %s at %s refreshes the tables in it", async (what, selection, series) => {
  const all = await withTables();
  all.state.selection = selection;
  await refresh(all, what);
  expect(all.asked).toEqual(series);
});

describe("an automatic refresh", () => {
  test("refreshes tables that were not refreshed for an hour", async () => {
    const all = await withTables();
    await all.refresher.setPlan({ everyMinutes: 25, onOpen: "nothing" });
    await jest.advanceTimersByTimeAsync(51 * 60_000);
    expect(all.asked).toEqual([]);
    await jest.advanceTimersByTimeAsync(25 * 60_000);
    expect(all.asked).toEqual(["DGS10", "DGS2"]);
    expect(resultWords((all.refresher.state() as { last: RefreshResult }).last)).toBe("2 tables refreshed, 0 changed.");
  });

  test("waits while a cell is edited, also if the edit began meanwhile", async () => {
    const all = await withTables();
    all.rows.push(["2024-06-18", 4.25]);
    const before = all.sheet.all();
    all.state.editing = true;
    await all.refresher.setPlan({ everyMinutes: 61, onOpen: "nothing" });
    await jest.advanceTimersByTimeAsync(70 * 60_000);
    expect([phaseWords(all.refresher.state()), all.asked]).toEqual(["Waiting: a cell is being edited", []]);
    all.state.editing = false;
    await jest.advanceTimersByTimeAsync(2_005);
    all.state.editing = true;
    await jest.advanceTimersByTimeAsync(60_000);
    expect([phaseWords(all.refresher.state()), all.asked]).toEqual(["Waiting: a cell is being edited", ["DGS10"]]);
    expect(all.sheet.all()).toEqual(before);
    all.state.editing = false;
    await jest.advanceTimersByTimeAsync(10_000);
    expect([all.sheet.at(4, 1).value, all.sheet.at(4, 6).value]).toEqual([4.25, 4.25]);
  });
});
