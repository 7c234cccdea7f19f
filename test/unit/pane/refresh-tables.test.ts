import "../../../src/pane/refresh/refresh-tables";
import { addressOf } from "../../../src/workbook/cell-address";
import { resultWords } from "../../../src/pane/refresh/refresh-words";
import { refresherOf } from "../../../src/pane/refresh/refresher";
import type { RefreshResult, RefreshWhat } from "../../../src/pane/refresh/refresh-result";
import { tableDeskOf } from "../../../src/pane/tables/table-desk";
import { HISTORY } from "../../../src/tables/kinds/history";
import { paperBlocks, paperSheet } from "../tables/paper-sheet";
import { desk, type Desk } from "./in-memory-host";
import { saved } from "./in-memory-workbook";
import { withFakeTimers } from "../../time";
import { grid } from "../../grid";
import { compareWithLock } from "../../../src/pane/audit/compare-with-lock";
import { lockFacts, lockResultWords } from "../../../src/pane/audit/audit-words";
import type { Lock, LockCell } from "../../../src/proof/lock";
import { LOCK_FORMAT } from "../../../src/proof/lock-format";
import type { CellValue } from "../../../src/workbook/cell";

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
  let all: Awaited<ReturnType<typeof withTables>>;
  beforeEach(async () => void (all = await withTables()));

  test("refreshes cells and tables, and names each table that changed", async () => {
    all.d.workbook.put("Sheet2!A1", '=SERVICE.PRICE("A")', saved(1));
    all.rows.push(["2024-06-18", 4.25]);
    const phases = new Set<string>();
    all.refresher.onChange(() => phases.add(all.refresher.state().phase));
    const result = await refresh(all);
    expect(result.changes.map((c) => addressOf(c.place))).toEqual(["Sheet2!A1"]);
    expect(result.tables.map(({ title, result: r }) => [title, r.message])).toEqual(grid(2, FIRST, "1 row added.", SECOND, "1 row added."));
    expect(resultWords(result)).toBe("1 cell asked, 1 changed. 2 tables refreshed, 2 changed.");
    expect([all.sheet.at(4, 1).value, all.sheet.at(4, 6).value]).toEqual([4.25, 4.25]);
    expect(phases).toContain("tables");
  });

  test("does not say that there are no cells in a workbook with tables only", async () => {
    expect(resultWords(await refresh(all))).toBe("2 tables refreshed, 0 changed.");
    expect(resultWords(await refresh(all, "problems"))).toBe("No SERVICE cell showed an error or a reason.");
  });

  test("leaves a refused table as it is, names it, and refreshes the others", async () => {
    // A block of the user's that is wider than the table, directly below it.
    for (const column of [0, 1, 2]) all.sheet.put(4, column, "mine");
    all.rows.push(["2024-06-18", 4.25]);
    const result = await refresh(all);
    expect(resultWords(result)).toBe(`1 of 2 tables refreshed, 1 changed. Not refreshed: ${FIRST}.`);
    expect(result.tables[0]?.result.message).toMatch(/^The table needs 1 row more, but cells from Sheet1!B5 on/);
    expect([all.sheet.at(3, 1).value, all.sheet.at(4, 0).value, all.sheet.at(4, 6).value]).toEqual([4.27, "mine", 4.25]);
  });

  test("stops between tables, and writes nothing for the one whose rows just came", async () => {
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

  test("ends at once while the host holds the reading of a table, and leaves the table as it is", async () => {
    all.rows.push(["2024-06-18", 4.25]);
    const before = all.sheet.all();
    Object.assign(all.d.workbook.blocks!, { read: () => new Promise(() => undefined) });
    const ended = all.refresher.start("workbook");
    await jest.advanceTimersByTimeAsync(10_000);
    all.refresher.stop();
    await jest.advanceTimersByTimeAsync(1);
    const { stopped, tables } = await ended;
    expect([stopped, tables.map(({ result }) => result.message)]).toEqual([true, ["Stopped. Nothing was changed."]]);
    expect(all.sheet.all()).toEqual(before);
  });

  test("keeps the undo of the last change over a refresh without changes", async () => {
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
    expect([all.refresher.state().phase, all.asked]).toEqual(["waiting", []]);
    all.state.editing = false;
    await jest.advanceTimersByTimeAsync(2_005);
    all.state.editing = true;
    await jest.advanceTimersByTimeAsync(60_000);
    expect([all.refresher.state().phase, all.asked]).toEqual(["waiting", ["DGS10"]]);
    expect(all.sheet.all()).toEqual(before);
    all.state.editing = false;
    await jest.advanceTimersByTimeAsync(10_000);
    expect([all.sheet.at(4, 1).value, all.sheet.at(4, 6).value]).toEqual([4.25, 4.25]);
  });
});

withFakeTimers({ now: Date.parse("2026-11-24T12:00:00Z") });

const lock = (cells: Readonly<Record<string, LockCell>>): Lock => ({
  format: LOCK_FORMAT,
  book: { before: "a".repeat(64), after: "b".repeat(64) },
  service: { moment: "2026-11-20T12:00:00Z", as_of: "2026-11-20", import_position: 1234, version: "1.2.0" },
  refresh: { version: "1.3.0", local_time: "2026-11-20T13:00:00" },
  documents: {},
  questions: { a: { value: 1 }, b: { value: 2, sample: true } },
  cells,
});
const CALL = '=SERVICE.PRICE("A")';
const cell = (formula: string, shows: LockCell["shows"]): LockCell => ({ formula, shows });

/** "typed over: Sheet1!A1 …" for each cell. */
async function compared(d: Desk, cells: Readonly<Record<string, LockCell>>): Promise<string[]> {
  return (await compareWithLock(lock(cells), d.workbook, {})).map(({ state, words }) => `${state}: ${words}`);
}
const put = (d: Desk, address: string, formula: string, value: CellValue) => d.workbook.put(address, formula, saved(value));

describe("a workbook compared with its lock", () => {
  it("is as locked if formulas and values are the same, and its names are broken only by this machine", async () => {
    const d = desk();
    put(d, "Sheet1!A1", CALL, 0.1 + 0.2);
    put(d, "Sheet1!A2", '=_xldudf_SERVICE_PRICE("A")', { error: "#N/A" });
    put(d, "Sheet1!A3", "=A1*2", 0.6);
    const cells = { "Sheet1!A1": cell(CALL, 0.3), "Sheet1!A2": cell(CALL, { error: "#N/A" }), "Sheet1!A3": cell("=A1*2", 0.6) };
    expect(await compared(d, cells)).toEqual([
      "as locked: Sheet1!A1 shows 0.3, as in the lock.",
      "as locked: Sheet1!A2 shows #N/A, as in the lock.",
      "as locked: Sheet1!A3 shows 0.6, as in the lock.",
    ]);
  });

  it("names values typed over, other formulas, values that changed since, removed cells and calls that the lock does not have", async () => {
    const d = desk();
    d.workbook.put("Sheet1!A1", "5", saved(5));
    put(d, "Sheet1!A2", '=SERVICE.PRICE("B")', 4.2);
    put(d, "Sheet1!A3", CALL, 4.4);
    put(d, "Sheet1!A4", "=A3*2", 8.8);
    put(d, "Sheet1!B9", CALL, 7);
    const cells = {
      "Sheet1!A1": cell(CALL, 4.2),
      "Sheet1!A2": cell(CALL, 4.2),
      "Sheet1!A3": cell(CALL, 4.2),
      "Sheet1!A4": cell("=A3*2", 8.4),
      "Sheet1!A5": cell(CALL, 4.2),
    };
    expect(await compared(d, cells)).toEqual([
      `typed over: Sheet1!A1 holds 5, typed over ${CALL}, which showed 4.2.`,
      `formula changed: Sheet1!A2 has the formula =SERVICE.PRICE("B"); the lock has ${CALL}.`,
      "value changed: Sheet1!A3 shows 4.4; the lock has 4.2.",
      "value changed: Sheet1!A4 shows 8.8; the lock has 8.4.",
      `removed: Sheet1!A5 is empty; the lock has ${CALL}, which showed 4.2.`,
      `not in the lock: Sheet1!B9 is not in the lock: ${CALL}`,
    ]);
  });

  it("compares every value of a block", async () => {
    const d = desk();
    put(d, "Sheet1!A1", CALL, 1);
    d.workbook.put("Sheet1!A2", "2", saved(2));
    const block = (second: number) => ({ "Sheet1!A1": cell(CALL, [[1], [second]]) });
    expect(await compared(d, block(2))).toEqual(["as locked: Sheet1!A1 shows 2 × 1 values that begin with 1, as in the lock."]);
    expect((await compared(d, block(3)))[0]).toMatch(/^value changed/);
  });
});

test("a comparison and its lock in words", () => {
  const at = (state: "as locked" | "removed") => ({ where: "S!A1", place: { sheet: "S", row: 0, column: 0 }, state, words: "" });
  expect(lockResultWords([at("as locked"), at("as locked")])).toBe("2 cells are as locked.");
  expect(lockResultWords([at("removed"), at("as locked")])).toBe("1 cell differs from the lock, 1 is as locked.");
  expect(lockFacts(lock({ "S!A1": { ...cell("=1", 1), kept: "Why." } }))).toEqual([
    ["Answers of", "2026-11-20 12:00 UTC"],
    ["As of", "2026-11-20"],
    ["Import log", "entry 1,234"],
    ["Versions", "service 1.2.0, refresh 1.3.0"],
    ["Answers", "2, 1 of sample data"],
    ["Kept values", "1 cell"],
  ]);
});
