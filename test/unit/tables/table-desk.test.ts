import { addDays, type IsoDate } from "../../../src/contract/dates";
import type { PaneHost } from "../../../src/pane/pane-host";
import type { Fetched } from "../../../src/tables/read-table";
import { tableDeskOf } from "../../../src/pane/tables/table-desk";
import { rememberedTables } from "../../../src/tables/table-settings";
import type { Workbook } from "../../../src/pane/workbook";
import { WorkbookRefusal } from "../../../src/workbook/workbook-refusal";
import { HISTORY } from "../../../src/tables/kinds/history";
import { CHANGES } from "../../../src/tables/kinds/changes";
import { paperBlocks, paperSheet } from "./paper-sheet";

const AT = { sheet: "Sheet1", row: 0, column: 0 };
const ASKED = { series: "DGS10", start: "2024-06-17" };

/** A desk over a sheet in memory, with rows that a test publishes. */
function desk() {
  const sheet = paperSheet();
  const settings = new Map<string, string>();
  const asked: string[] = [];
  const state = {
    today: "2024-06-25",
    readOnly: false,
    open: undefined as Workbook | undefined,
    asOf: undefined as string | undefined,
    reply: undefined as Fetched | undefined,
    knowsAsOf: true,
    rows: [["2024-06-17", 4.27]] as [string, number | null][],
  };
  const went: unknown[] = [];
  const workbook = {
    blocks: paperBlocks(sheet),
    settings: {
      read: (name: string) => settings.get(name),
      write: async (name: string, text: string | undefined) => {
        if (text === undefined) settings.delete(name);
        else settings.set(name, text);
        // As Excel does: the setting then applies until the workbook is closed.
        if (state.readOnly) throw new WorkbookRefusal("The setting could not be saved.");
      },
    },
    goTo: async (place: unknown) => void went.push(place),
  } as unknown as Workbook;
  const host = {
    workbook: () => state.open ?? workbook,
    onChange: () => () => undefined,
    asOf: () => state.asOf,
    now: () => 1_000,
    fetch: async (path: string): Promise<Fetched> => {
      asked.push(path);
      if (path === "/v1/status" && !state.reply) return { ok: true, body: { data: { as_of: state.today } } };
      const data = state.rows.map(([date, value]) => ({ date, value }));
      // A service repeats the moment that it answers as of.
      const echo = state.asOf !== undefined && state.knowsAsOf ? { as_of: `${addDays(state.asOf as IsoDate, 1)}T04:59:59Z` } : {};
      const meta = { attribution: { ust: "U.S. Treasury" }, sample: false, ...echo };
      return state.reply ?? { ok: true, body: { data, count: data.length, as_of: "2024-06-25", meta } };
    },
  } as unknown as PaneHost;
  return { sheet, settings, asked, state, went, workbook, host, tables: tableDeskOf(host) };
}

let { sheet, tables, workbook, asked, state, settings, went, host } = desk();
beforeEach(() => void ({ sheet, tables, workbook, asked, state, settings, went, host } = desk()));

describe("the workbook's tables", () => {
  it("are inserted with title, sources, headings and rows, and remembered", async () => {
    expect(await tables.insert(HISTORY, ASKED, AT)).toEqual({ ok: true, message: "Inserted at Sheet1!A3:B4: 1 row." });
    expect(asked).toEqual(["/v1/macro/fred/DGS10/history?limit=5000&from=2024-06-17"]);
    expect(sheet.all()).toEqual({
      A1: "Treasury constant maturity, 10 years (DGS10)",
      A2: "Source: U.S. Treasury. Retrieved 2024-06-25.",
      A3: "Date",
      B3: "DGS10, %",
      A4: 45_460,
      B4: 4.27,
    });
    expect(rememberedTables(workbook)).toMatchObject([{ id: "t1", memory: { kind: "history", asked: ASKED, rows: [[45_460, 4.27]] } }]);
  });

  it("of a read-only workbook are inserted and refreshed, and reported as not saved", async () => {
    state.readOnly = true;
    expect(await tables.insert(HISTORY, ASKED, AT)).toEqual({
      ok: true,
      message: expect.stringMatching(/^Inserted at Sheet1!A3:B4: 1 row\. The table could not be saved.*until the workbook is closed.*save a copy/),
    });
    state.rows = [...state.rows, ["2024-06-18", 4.25]];
    expect(await tables.refresh(["t1"])).toEqual([expect.objectContaining({ ok: true, message: expect.stringContaining("could not be saved") })]);
    expect(sheet.all()).toMatchObject({ B4: 4.27, B5: 4.25 });
  });

  it("pass the as-of date on, name it above the table, and refuse what exists for the present only", async () => {
    state.asOf = "2024-06-20";
    await tables.insert(HISTORY, ASKED, AT);
    expect(asked).toEqual(["/v1/macro/fred/DGS10/history?limit=5000&from=2024-06-17&as_of=2024-06-20"]);
    expect(sheet.at(1, 0).value).toContain("As of 2024-06-20.");
    expect(await tables.insert(CHANGES, { since: "2024-06-20" }, { ...AT, column: 9 })).toEqual({
      ok: false,
      message: "Changes since exists for the present only. Remove the as-of date, then try again.",
    });
    state.asOf = undefined;
    await tables.refresh(["t1"]);
    expect(asked[1]).not.toContain("as_of");
    expect(sheet.at(1, 0).value).not.toContain("As of");
  });

  it("keep their rows if the service answers as of another moment than the workbook's", async () => {
    await tables.insert(HISTORY, ASKED, AT);
    const inserted = sheet.all();
    Object.assign(state, { asOf: "2024-06-18", knowsAsOf: false, rows: [["2024-06-20", 4.25]] });
    const message = "The service did not answer as of 2024-06-18. Try again; if this persists, contact the service operator. The table is unchanged.";
    expect(await tables.refresh(["t1"])).toEqual([{ ok: false, message }]);
    expect(sheet.all()).toEqual(inserted);
  });

  it("with a relative start keep their range as the service's day moves, and report the rows that drop out", async () => {
    state.rows = Object.entries({ "2023-06-26": 3.72, "2024-06-25": 4.23 });
    await tables.insert(HISTORY, { series: "DGS10", start: "1y" }, AT);
    expect(asked).toEqual(["/v1/status", "/v1/macro/fred/DGS10/history?limit=5000&from=2023-06-25"]);
    expect(rememberedTables(workbook)[0]?.memory?.asked).toEqual({ fill: "reason", series: "DGS10", start: "1y" });
    state.today = "2024-06-27";
    state.rows = Object.entries({ "2024-06-25": 4.23, "2024-06-26": 4.32 });
    expect(await tables.refresh(["t1"])).toMatchObject([
      { message: "1 row added, 1 row removed.", report: { added: ["2024-06-26: 4.32%"], removed: ["2023-06-26"] } },
    ]);
    expect(asked.at(-1)).toContain("from=2023-06-27");
    // A row with something of the user's beside it stays.
    sheet.put(3, 2, "mine");
    sheet.put(4, 2, "mine");
    state.rows = [["2024-06-27", 4.32]];
    state.today = "2025-06-26";
    const then = sheet.all();
    expect(await tables.refresh(["t1"])).toMatchObject([
      {
        ok: false,
        asks: true,
        message:
          "This refresh moves 2 rows below the table, without published values: 2024-06-25 (before 2024-06-26; you have something in it); 2024-06-26 (no longer published; you have something in it). Nothing was changed yet: to agree, choose Refresh and move in the list of tables.",
      },
    ]);
    expect(sheet.all()).toEqual(then);
    expect(await tables.refresh(["t1"], { mayMove: true })).toMatchObject([
      {
        message: "1 row added, 2 rows kept below the table without their values (1 before 2024-06-26, 1 no longer published).",
        report: {
          struck: [
            { row: "2024-06-25", why: "before 2024-06-26" },
            { row: "2024-06-26", why: "no longer published" },
          ],
        },
      },
    ]);
  });

  it("show a missing month with the reason, unless they are from before that choice, and draw no chart of it", async () => {
    state.rows = Object.entries({ "2025-09-01": 324.8, "2025-11-01": 325.0 });
    expect(await tables.insert(HISTORY, { series: "CPIAUCSL" }, AT)).toMatchObject({ message: "Inserted at Sheet1!A3:B6: 3 rows." });
    expect([3, 4, 5].map((row) => sheet.at(row, 1).value)).toEqual([324.8, "n/a: no value published", 325]);
    Object.assign(workbook, { charts: {} });
    expect(await tables.charts?.draw("t1")).toMatchObject({
      ok: false,
      message: expect.stringContaining("Not drawn: 1 row without a value shows the reason") as string,
    });
    Object.assign(workbook, { charts: undefined });
    settings.set("service.table.t1", settings.get("service.table.t1")!.replace('"fill":"reason",', ""));
    expect(await tables.refresh(["t1"])).toMatchObject([{ message: "1 row removed." }]);
    expect([3, 4, 5].map((row) => sheet.at(row, 1).value)).toEqual([324.8, 325, null]);
  });

  it("with a relative start end at the as-of date, without asking for the service's day", async () => {
    state.asOf = "2020-02-29";
    await tables.insert(HISTORY, { series: "DGS10", start: "1y" }, AT);
    expect(asked).toEqual(["/v1/macro/fred/DGS10/history?limit=5000&from=2019-02-28&as_of=2020-02-29"]);
  });

  it("say what a start can be", async () => {
    const insert = async (start: string) => (await tables.insert(HISTORY, { series: "DGS10", start }, AT)).message;
    expect(await insert("soon")).toBe("Start: expected a day such as 2024-06-25, or a time such as 10y, 18m or 90d, got soon.");
    state.reply = { ok: false, message: "The service is not reachable." };
    expect(await insert("10y")).toBe("The service is not reachable.");
  });

  it("leave values that were not public by the as-of date out of sums, and show them again for now", async () => {
    state.rows = Object.entries({ "2024-06-17": 4.27, "2024-06-20": 4.25 });
    await tables.insert(HISTORY, ASKED, AT);
    sheet.put(4, 2, "mine");
    sheet.put(0, 5, { formula: "=SUM(B4:B5)" });
    const inserted = sheet.all();
    const published = state.rows;
    state.asOf = "2024-06-18";
    state.rows = [["2024-06-17", 4.27]];
    const agreed = { mayMove: true };
    expect(await tables.refresh(["t1"])).toMatchObject([{ ok: false, asks: true }]);
    expect(await tables.refresh(["t1"], agreed)).toMatchObject([
      { message: "1 row not public by 2024-06-18, kept below the table without its values, 1 reference of formulas adjusted." },
    ]);
    expect([sheet.at(4, 0).value, sheet.at(4, 1).value, sheet.at(4, 2).value]).toEqual([45_463, null, "mine"]);
    const asOf = sheet.all();
    expect(await tables.undo("t1")).toMatchObject({ message: "The last refresh is undone." });
    expect(sheet.all()).toEqual(inserted);

    await tables.refresh(["t1"], agreed);
    expect(sheet.all()).toEqual(asOf);
    state.asOf = undefined;
    state.rows = published;
    expect(await tables.refresh(["t1"])).toMatchObject([
      { message: "1 row added, 1 reference of formulas adjusted.", report: { added: ["2024-06-20: 4.25%"], revised: [] } },
    ]);
    expect({ ...sheet.all(), A2: "" }).toEqual({ ...inserted, A2: "" });
    // An undo in which the user's later change stays empties the row again.
    sheet.put(4, 3, "mine too");
    expect((await tables.undo("t1")).message).toContain("1 row that you used since stays without its values.");
    expect([sheet.at(4, 0).value, sheet.at(4, 1).value, sheet.at(4, 2).value, sheet.at(4, 3).value]).toEqual([45_463, null, "mine", "mine too"]);
    await tables.refresh(["t1"]);
    expect(sheet.at(4, 1).value).toBe(4.25);
  });

  it("keep ranges of formulas over all rows, and no others, and restore them with an undo", async () => {
    state.rows = Object.entries({ "2024-06-17": 4.27, "2024-06-18": 4.25, "2024-06-20": 4.22 });
    await tables.insert(HISTORY, ASKED, AT);
    sheet.put(0, 5, { formula: "= sum( $b$4:b6 )+SUM(B4:B5)+MAX(A4:B6,Other!B6)" });
    sheet.put(0, 6, { formula: '=SUM(B4:B6)&"B4:B6"' });
    // A running sum beside the table.
    ["B$4:B4", "B$4:B5", "B$4:B6"].forEach((range, i) => sheet.put(3 + i, 5, { formula: `=SUM(${range})` }));
    // A share of the total in a column that touches the table.
    [4, 5, 6].forEach((row, i) => sheet.put(3 + i, 2, { formula: `=B${row}/SUM(B$4:B$6)` }));
    const inserted = sheet.all();
    state.rows = [["2024-06-14", 4.2], ...state.rows, ["2024-06-21", 4.25], ["2024-06-24", 4.25]];
    expect(await tables.refresh(["t1"])).toMatchObject([
      {
        message: "3 rows added, 5 references of formulas adjusted.",
        report: {
          extended: [
            { cell: "Sheet1!C4", has: "B4:B6", all: "B4:B9" },
            { cell: "Sheet1!F1", has: "B4:B6", all: "B4:B9" },
            { cell: "Sheet1!F1", has: "B4:B5", all: "B5:B6" },
            { cell: "Sheet1!F1", has: "A4:B6", all: "A4:B9" },
            { cell: "Sheet1!G1", has: "B4:B6", all: "B4:B9" },
          ],
          notes: [],
        },
      },
    ]);
    expect(sheet.all()).toMatchObject({
      F1: "= sum( $B$4:B9 )+SUM(B5:B6)+MAX(A4:B9,Other!B6)",
      G1: '=SUM(B4:B9)&"B4:B6"',
      // A running sum beside the table has all rows too, also behind an empty column.
      ...Object.fromEntries([4, 5, 6, 7, 8, 9].map((row) => [`F${row}`, `=SUM(B$4:B${row})`])),
      ...Object.fromEntries([4, 5, 6, 7, 8, 9].map((row) => [`C${row}`, `=B${row}/SUM(B$4:B$9)`])),
    });
    await tables.undo("t1");
    expect(sheet.all()).toEqual(inserted);

    // Rows that go at the end are cleared, and the ranges follow.
    await tables.refresh(["t1"]);
    state.rows = state.rows.slice(0, 4);
    await tables.refresh(["t1"]);
    expect(sheet.all()).toMatchObject({ F1: "= sum( $B$4:B7 )+SUM(B5:B6)+MAX(A4:B7,Other!B6)" });
  });

  it("stay as they are if the service fails or replies with something else", async () => {
    await tables.insert(HISTORY, ASKED, AT);
    const before = sheet.all();
    state.reply = { ok: false, message: "The service is not reachable." };
    expect(await tables.refresh(["t1"])).toEqual([{ ok: false, message: "The service is not reachable. The table is unchanged." }]);
    state.reply = { ok: true, body: "<html>" };
    expect((await tables.refresh(["t1"]))[0]?.message).toMatch(/not from the service.*Account/);
    expect(sheet.all()).toEqual(before);
  });

  it("report a refresh, and undo it exactly, or leave what changed since", async () => {
    await tables.insert(HISTORY, ASKED, AT);
    const inserted = sheet.all();
    state.rows = Object.entries({ "2024-06-17": 4.28, "2024-06-18": 4.25 });
    expect((await tables.refresh(["t1"]))[0]).toMatchObject({
      message: "1 row added, 1 value revised.",
      report: { added: ["2024-06-18: 4.25%"], revised: [{ row: "2024-06-17", column: "DGS10, %", from: 4.27, to: 4.28 }] },
    });
    expect(await tables.undo("t1")).toEqual({ ok: true, message: "The last refresh is undone." });
    expect(sheet.all()).toEqual(inserted);
    expect(tables.canUndo("t1")).toBe(false);

    await tables.refresh(["t1"]);
    sheet.put(3, 1, 5);
    const partly = await tables.undo("t1");
    expect(partly.message).toBe(
      "The sheet was changed since the refresh. The refresh is undone, and your changes stay. 1 cell that you changed since stays: 2024-06-17, DGS10, %.",
    );
    expect(sheet.all()).toEqual({ ...inserted, B4: 5 });
  });

  it("undo an insertion, except for cells that the user has changed", async () => {
    await tables.insert(HISTORY, ASKED, AT);
    sheet.put(3, 1, "mine");
    await tables.undo("t1");
    expect(sheet.all()).toEqual({ B4: "mine" });
    expect(settings.size).toBe(0);
  });

  it("say what to do if their cells were deleted, or their setting is damaged", async () => {
    await tables.insert(HISTORY, ASKED, AT);
    await tables.goTo("t1");
    expect(went).toMatchObject([{ row: 2, column: 0 }]);
    sheet.rows("delete", 0, 10);
    expect((await tables.refresh(["t1"]))[0]?.message).toBe("The cells of this table were deleted. Remove it from the list, or insert it again.");
    settings.set("service.table.t1", "{");
    expect(rememberedTables(workbook)).toEqual([{ id: "t1", memory: undefined }]);
    expect((await tables.refresh(["t1"]))[0]?.message).toMatch(/cannot be read.*insert it again/);
    expect(await tables.remove("t1")).toMatchObject({ ok: true });
    expect(rememberedTables(workbook)).toEqual([]);
  });

  it("do not undo in another workbook", async () => {
    await tables.insert(HISTORY, ASKED, AT);
    state.open = desk().workbook;
    for (const one of [tables, tableDeskOf(host)]) {
      expect(one.canUndo("t1")).toBe(false);
      expect((await one.undo("t1")).message).toBe("There is nothing to undo for this table.");
    }
  });
});
