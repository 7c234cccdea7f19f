import { chartCells, newChart } from "../../../src/tables/table-chart";
import type { TableMemory } from "../../../src/tables/memory";
import { tableSheet } from "../../../src/tables/table-sheet";
import { paperSheet } from "./paper-sheet";

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
