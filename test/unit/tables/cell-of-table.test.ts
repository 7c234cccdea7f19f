import { tableCitationOf } from "../../../src/pane/inspect/citation";
import type { Workbook } from "../../../src/pane/workbook";
import { cellOfTable } from "../../../src/tables/cell-of-table";
import { placeTable } from "../../../src/tables/place-table";
import { inTime } from "../../../src/tables/steps";
import { remember } from "../../../src/tables/table-settings";
import type { TableMemory } from "../../../src/tables/memory";
import { blockIn } from "../../../src/workbook/cell-reference";
import { paperBlocks, paperSheet } from "./paper-sheet";

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
  rows: [
    [45_413, 313.2],
    [45_444, null],
  ],
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
