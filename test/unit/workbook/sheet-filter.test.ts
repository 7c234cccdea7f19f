import { generalText } from "../../../src/engine/general-text";
import type { BookSheet } from "../../../src/workbook/book";
import type { CellValue } from "../../../src/workbook/cell";
import { criterionTest, type FilterCell } from "../../../src/workbook/filter-cells";
import type { BookEdit } from "../../../src/workbook/edits/moved-areas";
import { type AppliedFilter, filterAfterEdit, filteredRows, filterRows } from "../../../src/workbook/sheet-filter";
import { readBook } from "../../../src/workbook/xlsx/read/read-book";
import { itWithCorpus } from "../../lossless/corpus-files";

const top = { kind: "top", count: 3 } as const;
/** Cells B2:D10 of the sheet S, with criteria in C and D, which hide rows 4 and 6. */
const FILTER: AppliedFilter = {
  block: { row: 1, column: 1, rows: 9, columns: 3 },
  columns: [
    { column: 1, criterion: top },
    { column: 2, criterion: { kind: "other" } },
  ],
  hidden: [3, 5],
};
const ALL = [0, Infinity] as const;
const after = (edit: BookEdit): AppliedFilter | undefined => filterAfterEdit(FILTER, "S", edit);
const rows = (kind: "insert" | "delete", first: number, last: number, across: readonly [number, number] = ALL): BookEdit => ({
  ...{ kind, sheet: "S", axis: "rows", lines: [first, last], across },
});

describe("a filter after an edit", () => {
  it("moves with inserted and deleted rows, which take along that they are hidden", () => {
    expect(after(rows("insert", 0, 1))).toMatchObject({ block: { row: 3, rows: 9 }, hidden: [5, 7] });
    expect(after(rows("insert", 4, 4))).toMatchObject({ block: { row: 1, rows: 10 }, hidden: [3, 6] });
    expect(after(rows("delete", 2, 3))).toMatchObject({ block: { row: 1, rows: 7 }, hidden: [3] });
    expect(after(rows("insert", 20, 20))).toEqual(FILTER);
  });

  it("is gone if its headings are deleted, and stays if only the sheet's name changes", () => {
    expect(after(rows("delete", 0, 1))).toBeUndefined();
    expect(after({ kind: "rename", sheet: "S", name: "T" })).toBe(FILTER);
  });

  it("follows its columns, and loses the criteria of deleted ones", () => {
    const columns = (kind: "insert" | "delete", first: number): BookEdit => ({ kind, sheet: "S", axis: "columns", lines: [first, first], across: ALL });
    expect(after(columns("insert", 2))).toMatchObject({ block: { column: 1, columns: 4 }, columns: [{ column: 2 }, { column: 3 }] });
    expect(after(columns("delete", 2))).toMatchObject({ block: { column: 1, columns: 2 }, columns: [{ column: 1, criterion: { kind: "other" } }] });
    expect(after({ kind: "reorder", sheet: "S", axis: "columns", lines: [3, 3], across: ALL, to: 2 })).toMatchObject({
      columns: [
        { column: 1, criterion: { kind: "other" } },
        { column: 2, criterion: top },
      ],
    });
  });

  it("follows rows that are moved within it", () => {
    expect(after({ kind: "reorder", sheet: "S", axis: "rows", lines: [3, 3], across: ALL, to: 9 })).toMatchObject({ hidden: [4, 8] });
  });

  it("goes with its cells if all are cut, and shows all rows there; a part of them leaves it as it is", () => {
    const move = (block: { row: number; column: number; rows: number; columns: number }, sheet = "S"): BookEdit => ({
      ...{ kind: "move", sheet: "S", block, to: { sheet, row: block.row + 10, column: block.column } },
    });
    expect(after(move({ row: 0, column: 0, rows: 20, columns: 9 }))).toEqual({ block: { ...FILTER.block, row: 11 }, columns: [], hidden: [] });
    expect(after(move({ row: 0, column: 0, rows: 20, columns: 9 }, "T"))).toBeUndefined();
    expect(after(move({ row: 1, column: 1, rows: 2, columns: 3 }))).toBe(FILTER);
  });

  it("keeps hidden rows where they are if only cells are shifted", () => {
    expect(after(rows("insert", 0, 0, [1, 3]))).toMatchObject({ block: { row: 2 }, hidden: [3, 5] });
  });
});

const cellOf = (value: CellValue): FilterCell => ({ value, text: typeof value === "number" ? generalText(value) : String(value ?? ""), isDay: false });

/** The rows that a sheet's criteria hide. */
function hiddenBy({ filter, cells }: BookSheet): number[] {
  const { first, last } = filterRows(filter!.block);
  const lines = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const hidden = new Set<number>();
  for (const { column, criterion } of filter!.columns) {
    const values = new Map(cells.flatMap((cell) => (cell.column === filter!.block.column + column ? [[cell.row, cell.value]] : [])));
    const all = lines.map((row) => cellOf(values.get(row) ?? null));
    const test = criterionTest(criterion, all, { today: 0, from1904: false })!;
    lines.forEach((row, i) => !test(all[i]!) && hidden.add(row));
  }
  return [...hidden].sort((a, b) => a - b);
}

itWithCorpus("the criteria of files that Excel saved hide the rows that Excel has hidden", (files) => {
  const wrong: string[] = [];
  const filtered = files.filter(({ name }) => /autofilter(?:0[2-9]|1[01])\.xlsx$/.test(name));
  for (const { name, read } of filtered) {
    const [sheet] = readBook(read()).sheets;
    const [is, wanted] = [hiddenBy(sheet!).join(), filteredRows(sheet!).join()];
    if (is !== wanted || wanted === "") wrong.push(`${name}: ${is} instead of ${wanted}`);
  }
  expect(filtered).toHaveLength(10);
  expect(wrong).toEqual([]);
});
