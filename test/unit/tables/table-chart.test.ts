import { tableCitationOf } from "../../../src/pane/inspect/citation";
import type { Workbook } from "../../../src/pane/workbook";
import { cellOfTable } from "../../../src/tables/cell-of-table";
import { HISTORY } from "../../../src/tables/kinds/history";
import type { TableMemory } from "../../../src/tables/memory";
import { placeTable } from "../../../src/tables/place-table";
import { resolveStart } from "../../../src/tables/read-table";
import { inTime } from "../../../src/tables/steps";
import { chartCells, newChart } from "../../../src/tables/table-chart";
import { remember } from "../../../src/tables/table-settings";
import { tableSheet } from "../../../src/tables/table-sheet";
import { blockIn } from "../../../src/workbook/cell-reference";
import { type OwnTally, refreshBesideOwnColumns } from "../../conformance/own-columns";
import { many, SEED, TESTED } from "../../corpus";
import { editedPaper } from "./edited-paper";
import { paperBlocks, paperSheet } from "./paper-sheet";
import { grid } from "../../grid";

const DAY = { id: "date", heading: "Date", format: "yyyy-mm-dd", key: true } as const;
const table = (part: Pick<TableMemory, "kind" | "columns"> & Partial<TableMemory>): TableMemory => ({
  id: "t1",
  asked: {},
  orientation: "down",
  notes: ["Ten years"],
  gone: [],
  at: 0,
  sample: false,
  rows: [],
  ...part,
});
const MONTHLY = table({
  kind: "history",
  columns: [DAY, { id: "value", heading: "Value", format: "0.00" }, { id: "observed", heading: "Observed", format: "yyyy-mm-dd" }],
  rows: [[45_000, 1, 44_990]],
});
const BLOCK = { sheet: "Sheet1", line: 2, lines: 5, field: 1, fields: 3 };

describe("the chart of a table", () => {
  it("shows the values over their days, and no other days", () =>
    expect(chartCells(MONTHLY, { fields: [1, 2, 3] }, BLOCK)).toEqual({
      cells: { sheet: "Sheet1", row: 2, column: 1, rows: 5, columns: 2 },
      labels: 1,
      orientation: "down",
      format: "0.00",
    }));

  it("shows the columns of the first unit, and of a list its names", () => {
    const columns = [
      { ...DAY, id: "settlement_date" },
      { id: "symbol", heading: "Ticker", key: true as const },
      { id: "short_interest", heading: "Shares short", format: "#,##0" },
      { id: "previous_short_interest", heading: "Previous", format: "#,##0" },
      { id: "change_pct", heading: "Change", format: '0.00"%"' },
    ];
    expect(chartCells(table({ kind: "short-interest", columns }), { fields: [0, 1, 2, 3, 4] }, { ...BLOCK, field: 0 })).toMatchObject({
      cells: { column: 0, columns: 4 },
      labels: 2,
    });
  });

  it("lies across like its table", () =>
    expect(chartCells({ ...MONTHLY, orientation: "across" }, { fields: [1, 2, 3] }, BLOCK)?.cells).toEqual({
      sheet: "Sheet1",
      row: 1,
      column: 2,
      rows: 2,
      columns: 5,
    }));

  it.each([
    ["without days", [undefined, 2, 3], BLOCK],
    ["whose numbers are not beside the days", [1, 3, 4], BLOCK],
    ["without rows", [1, 2, 3], { ...BLOCK, lines: 1 }],
  ])("is not drawn for a table %s", (_, fields, block) => expect(chartCells(MONTHLY, { fields }, block)).toBeUndefined());

  it("begins beside the table and the user's columns, over empty cells", () => {
    const sheet = paperSheet();
    const at = () => newChart(MONTHLY, tableSheet(sheet.read("t"), [], "down"), "Sheet1")?.at;
    ["Date", "Value", "Observed"].forEach((heading, c) => sheet.put(2, 1 + c, heading));
    [45_000, 1, 44_990].forEach((value, c) => sheet.put(3, 1 + c, value));
    sheet.name("t", { row: 2, column: 1, rows: 2, columns: 3 });
    expect(at()).toEqual({ row: 2, column: 5, rows: 16, columns: 8 });
    sheet.put(3, 4, "mine");
    expect(at()).toMatchObject({ row: 2, column: 6 });
    sheet.put(9, 8, "mine too");
    expect(at()).toMatchObject({ row: 2, column: 9 });
  });
});

const MEMORY: TableMemory = {
  id: "t1",
  kind: "history",
  asked: {},
  orientation: "down",
  notes: ["Consumer price index (CPIAUCSL)", "SAMPLE DATA, not real. Source: a publisher. As of 2024-06-20. Retrieved 2024-06-25."],
  gone: [],
  asOf: "2024-06-20",
  at: Date.UTC(2024, 5, 25, 14, 30),
  sample: true,
  columns: [
    { id: "date", heading: "Date", format: "yyyy-mm-dd", key: true },
    { id: "value", heading: "CPIAUCSL", format: "0.000" },
  ],
  rows: grid(2, 45_413, 313.2, 45_444, null),
};

/** A workbook with a table whose title is in A1, headings in row 3, and rows below. */
async function opened() {
  const sheet = paperSheet();
  const settings = new Map<string, string>();
  const workbook = {
    blocks: paperBlocks(sheet),
    settings: { read: (name: string) => settings.get(name), write: async (name: string, text: string) => void settings.set(name, text) },
  } as unknown as Workbook;
  await inTime(placeTable(workbook, MEMORY, { sheet: "Sheet1", row: 0, column: 0 }));
  await inTime(remember(workbook, MEMORY));
  return { sheet, at: (address: string) => inTime(cellOfTable(workbook, { sheet: "Sheet1", ...blockIn(address)! })) };
}

describe("the table that a cell belongs to", () => {
  it("is found for its values, with row and column, and for the lines above them", async () => {
    const { at } = await opened();
    expect(await at("B4")).toMatchObject({
      id: "t1",
      part: { kind: "value", row: "2024-05-01", column: { heading: "CPIAUCSL" }, published: 313.2, isTyped: false },
    });
    expect(await at("B5")).toMatchObject({ part: { kind: "value", row: "2024-06-01", published: null, isTyped: false } });
    expect((await Promise.all(["A1", "A2", "B3"].map(at))).map((found) => found?.part.kind)).toEqual(["frame", "frame", "frame"]);
    expect(await at("C4")).toBeUndefined();
    expect(await at("A6")).toBeUndefined();
  });

  it("does not claim values that the user typed, and columns that the user inserted", async () => {
    const { sheet, at } = await opened();
    sheet.put(3, 1, 99);
    expect(await at("B4")).toMatchObject({ part: { kind: "value", published: 313.2, isTyped: true } });
    sheet.columns("insert", 1, 1);
    sheet.put(3, 1, "mine");
    expect(await at("B4")).toMatchObject({ part: { kind: "own" } });
    expect(await at("C4")).toMatchObject({ part: { isTyped: true } });
  });

  it("is cited with its value, sources, and that it is sample data", async () => {
    const { at } = await opened();
    const found = (await at("B4"))!;
    expect(tableCitationOf("Consumer price index (CPIAUCSL)", found.memory, found.part)).toBe(
      "Consumer price index (CPIAUCSL), 2024-05-01, CPIAUCSL: 313.2. Sample data: generated, not published; do not quote. Source: a publisher. As of 2024-06-20. Retrieved 2024-06-25. Table refreshed 2024-06-25 14:30 UTC.",
    );
  });
});

/** The start as the service is asked for it; `latest` is the service's day. */
function startOf(start: string, { end = "", latest = "2024-06-25" }: { readonly end?: string; readonly latest?: string } = {}) {
  const work = resolveStart(HISTORY, { series: "DGS10", start, end }, function* () {
    yield "asked";
    return latest;
  });
  const step = work.next();
  const { asked, from } = (step.done ? step : work.next()).value as { asked: Record<string, string>; from?: string };
  expect(asked.start).toBe(from ?? start);
  return from;
}

describe("a relative start", () => {
  it.each([
    ["10y", "2014-06-25"],
    ["18m", "2022-12-25"],
    ["90d", "2024-03-27"],
    ["2w", "2024-06-11"],
    ["10 years ago", "2014-06-25"],
    ["1 Year", "2023-06-25"],
    ["a year ago", "2023-06-25"],
    ["last  6 months", "2023-12-25"],
    ["the past 5 yrs", "2019-06-25"],
    [" 3 mo ", "2024-03-25"],
  ])("of %s is %s before 2024-06-25", (text, day) => expect(startOf(text)).toBe(day));

  it.each([
    ["1m", "2024-03-31", "2024-02-29"],
    ["1m", "2023-03-31", "2023-02-28"],
    ["1y", "2024-02-29", "2023-02-28"],
    ["14m", "2024-01-31", "2022-11-30"],
  ])("of %s before %s is an existing day", (text, latest, day) => expect(startOf(text, { latest })).toBe(day));

  it("is before the table's own end", () => expect(startOf("1y", { end: "2020-06-30" })).toBe("2019-06-30"));

  it.each(["2014-01-01", "", "y", "0y", "-1y", "1.5y", "10", "10x", "soon", "9999y"])("is not %j", (text) => expect(startOf(text)).toBeUndefined());

  it("stays as typed if the end is no day", () => expect(startOf("1y", { end: "soon" })).toBeUndefined());
});

const runs = async (count: number, back: boolean): Promise<OwnTally[]> => {
  const tallies: OwnTally[] = [];
  for (let run = 0; run < count; run++)
    tallies.push(await refreshBesideOwnColumns(editedPaper(paperSheet()), Number(SEED) * 1_000 + run, { rounds: back ? 3 : 8, back }));
  return tallies;
};
const kindsOf = (tallies: readonly OwnTally[]): number => new Set(tallies.flatMap(({ columns }) => Object.keys(columns))).size;

const MOST_MS = many(600_000, 60_000);

describe(`random columns of the user's beside a table (${TESTED})`, () => {
  it(
    "hold what a model of them says, while the table's rows move, grow and shrink",
    async () => {
      const tallies = await runs(many(1_000, 60), false);
      expect(kindsOf(tallies)).toBeGreaterThan(9);
      expect(tallies.some(({ below }) => below > 0)).toBe(true);
    },
    MOST_MS,
  );

  it(
    "are as they were after a day of the past and back",
    async () => {
      expect(kindsOf(await runs(many(500, 40), true))).toBeGreaterThan(9);
    },
    MOST_MS,
  );
});
