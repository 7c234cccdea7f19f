import { generalText } from "../../../src/engine/general-text";
import type { BookSheet, FilterCriterion } from "../../../src/workbook/book";
import type { CellValue } from "../../../src/workbook/cell";
import { criterionTest, type FilterCell } from "../../../src/workbook/filter-cells";
import type { BookEdit } from "../../../src/workbook/edits/moved-areas";
import { type AppliedFilter, filterAfterEdit, filteredRows, filterRows } from "../../../src/workbook/sheet-filter";
import { hasHeading, sortedFormula, sortedOrder, titlesAbove } from "../../../src/workbook/edits/sort-rows";
import { readBook } from "../../../src/workbook/xlsx/read/read-book";
import { itWithCorpus } from "../../lossless/corpus-files";
import { grid } from "../../grid";

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

describe("a filter's criterion", () => {
  const calendar = { today: 45_471, from1904: false };
  const cellOf = (value: CellValue): FilterCell => ({
    value,
    text: value === null ? "" : typeof value === "object" ? value.error : String(value),
    isDay: false,
  });
  const day = (value: number, text: string): FilterCell => ({ value, text, isDay: true });
  /** The cells of a column that a criterion shows. */
  const shown = (criterion: FilterCriterion, cells: readonly FilterCell[], from1904 = false) => {
    const test = criterionTest(criterion, cells, { ...calendar, from1904 });
    return test && cells.filter(test).map(({ text }) => text);
  };
  const column = [3, 5, 7, "5", "five", "n/a: no data", null, "", { error: "#N/A" }, true].map((value) => cellOf(value as CellValue));

  it("shows the texts that were chosen, without case, and blanks only if they were", () => {
    expect(shown({ kind: "values", texts: ["5", "FIVE", "#N/A"] }, column)).toEqual(["5", "5", "five", "#N/A"]);
    expect(shown({ kind: "values", texts: ["3"], blank: true }, column)).toEqual(["3", "", ""]);
  });

  it("compares numbers with numbers only: a reason in place of a value is not less than 6", () => {
    const test = (operator: "lessThan" | "greaterThanOrEqual", value: string) => shown({ kind: "tests", tests: [{ operator, value }] }, column);
    expect(test("lessThan", "6")).toEqual(["3", "5"]);
    expect(test("greaterThanOrEqual", "5")).toEqual(["5", "7"]);
    expect(test("greaterThanOrEqual", "fj")).toEqual(["n/a: no data"]);
  });

  it("matches texts with * and ?, and takes a number for no text", () => {
    const like = (value: string, operator: "equal" | "notEqual" = "equal") => shown({ kind: "tests", tests: [{ operator, value }] }, column);
    expect(like("*a*")).toEqual(["n/a: no data"]);
    expect(like("?ive")).toEqual(["five"]);
    expect(like("5*")).toEqual(["5"]);
    expect(like("n/a:*", "notEqual")).toEqual(["3", "5", "7", "5", "five", "", "", "#N/A", "true"]);
    expect(like("~*")).toEqual([]);
  });

  it("shows cells that are empty, or are not, and takes two tests together", () => {
    const cells = [1, null, 9].map((value) => cellOf(value));
    expect(shown({ kind: "tests", tests: [{ operator: "notEqual", value: " " }] }, cells)).toEqual(["1", "9"]);
    expect(shown({ kind: "tests", tests: [{ operator: "equal", value: "" }] }, cells)).toEqual([""]);
    const both = [
      { operator: "greaterThan", value: "3" },
      { operator: "lessThan", value: "7" },
    ] as const;
    expect(shown({ kind: "tests", all: true, tests: both }, column)).toEqual(["5"]);
    expect(shown({ kind: "tests", tests: both }, column)).toEqual(["3", "5", "7"]);
  });

  it("shows the largest and smallest numbers with ties, a share of them, and those above average", () => {
    const cells = [1, 4, 4, 2, "9", null].map((value) => cellOf(value as CellValue));
    expect(shown({ kind: "top", count: 1 }, cells)).toEqual(["4", "4"]);
    expect(shown({ kind: "top", count: 2, bottom: true }, cells)).toEqual(["1", "2"]);
    expect(shown({ kind: "top", count: 25, percent: true, bottom: true }, cells)).toEqual(["1"]);
    expect(shown({ kind: "dynamic", type: "aboveAverage" }, cells)).toEqual(["4", "4"]);
    expect(shown({ kind: "dynamic", type: "belowAverage" }, cells)).toEqual(["1", "2"]);
  });

  it("shows dates by year, month, day and time, in both date systems", () => {
    const cells = [day(45_471, "28-Jun-24"), day(45_473.5, "30-Jun-24 12:00"), day(45_474, "1-Jul-24"), cellOf(45_471)];
    expect(shown({ kind: "values", texts: [], dates: [{ year: 2024, month: 6 }] }, cells)).toEqual(["28-Jun-24", "30-Jun-24 12:00"]);
    expect(shown({ kind: "values", texts: [], dates: [{ year: 2024, month: 6, day: 30, hour: 12 }] }, cells)).toEqual(["30-Jun-24 12:00"]);
    expect(shown({ kind: "values", texts: [], dates: [{ year: 2028, month: 6 }] }, cells, true)).toEqual(["28-Jun-24"]);
  });

  it("shows the dates of the current week, month, quarter and year, and of the ones beside", () => {
    const cells = [day(45_471, "today"), day(45_472, "tomorrow"), day(45_466, "Sunday"), day(45_465, "Saturday"), day(45_300, "January"), day(45_474, "July")];
    const of = (type: string) => shown({ kind: "dynamic", type }, cells);
    expect(of("today")).toEqual(["today"]);
    expect(of("tomorrow")).toEqual(["tomorrow"]);
    expect(of("thisWeek")).toEqual(["today", "tomorrow", "Sunday"]);
    expect(of("lastWeek")).toEqual(["Saturday"]);
    expect(of("thisMonth")).toEqual(["today", "tomorrow", "Sunday", "Saturday"]);
    expect(of("nextQuarter")).toEqual(["July"]);
    expect(of("yearToDate")).toEqual(["today", "Sunday", "Saturday", "January"]);
    expect(of("Q1")).toEqual(["January"]);
    expect(of("M7")).toEqual(["July"]);
  });

  it("is not applied if it is about colours, or of an unknown kind", () => {
    expect(shown({ kind: "other" }, column)).toBeUndefined();
    expect(shown({ kind: "dynamic", type: "null" }, column)).toBeUndefined();
  });
});

const sorted = (values: readonly CellValue[], descending = false): CellValue[] => sortedOrder(values, descending).map((i) => values[i]!);
const NA = { error: "#N/A" };
const DIV = { error: "#DIV/0!" };

describe("sorted rows", () => {
  it("have numbers first, then texts in any case, truths, errors, and empty cells last both ways", () => {
    const values = ["b", null, 10, true, NA, "A", -2, "", false, "10", DIV, "a"];
    expect(sorted(values)).toEqual([-2, 10, "10", "A", "a", "b", false, true, NA, DIV, null, ""]);
    expect(sorted(values, true)).toEqual([NA, DIV, true, false, "b", "A", "a", "10", 10, -2, null, ""]);
  });

  it("keep their order if their values are equal", () => {
    expect(sortedOrder([2, 1, 2, 1], false)).toEqual([1, 3, 0, 2]);
    expect(sortedOrder([2, 1, 2, 1], true)).toEqual([0, 2, 1, 3]);
  });

  it("have formulas whose relative references move, but not those with a sheet, with $, or in text", () => {
    for (const [formula, moved] of [
      ["=B2*2", "=B5*2"],
      ["=B$2+$B2", "=B$2+$B5"],
      ["=SUM(B2:C3)", "=SUM(B5:C6)"],
      ["=Sheet1!B2+B2", "=Sheet1!B2+B5"],
      ["=SUM('My Sheet'!B2:B9,B2)", "=SUM('My Sheet'!B2:B9,B5)"],
      ["=Sheet1!B2:INDEX(A1:A9,2)", "=Sheet1!B2:INDEX(A4:A12,2)"],
      ['=SERVICE.FRED(A2)&"A2"&Rate', '=SERVICE.FRED(A5)&"A2"&Rate'],
      ["=SUM(A:A)", "=SUM(A:A)"],
      ["=A2", "=A5"],
    ] as const)
      expect(sortedFormula(formula, 3)).toBe(moved);
    expect(sortedFormula("=A2", -3)).toBe("=#REF!");
  });

  it("have a heading if only texts are above other values", () => {
    expect(hasHeading(grid(2, "name", "n", "x", 1))).toBe(true);
    expect(hasHeading(grid(2, "name", "n", "x", "y"))).toBe(false);
    expect(hasHeading(grid(2, "name", 2020, "x", 1))).toBe(false);
    expect(hasHeading(grid(2, "name", "", "x", 1))).toBe(false);
    expect(hasHeading(grid(2, "name", "n", "", null, "x", NA))).toBe(true);
    expect(hasHeading([["name", "n"]])).toBe(false);
  });

  it("have no heading in a row with a reason instead of a value", () => {
    expect(hasHeading(grid(2, "MSFT", "n/a: no value", "GOOG", 5))).toBe(false);
  });

  it("begin below the titles of a list, if a heading follows them", () => {
    const list = grid(3, "Date", "CPI", null, 45_000, 1, 2);
    expect(titlesAbove(list)).toBe(0);
    expect(titlesAbove([["Consumer prices", null, null], [null, "Source: …", ""], ...list])).toBe(2);
    expect(titlesAbove(grid(2, "Peers", null, "name", "n", "x", 1))).toBe(1);
    for (const rows of [
      grid(2, "AAPL", null, "MSFT", 5),
      grid(2, "AAPL", null, "MSFT", "n/a: no value", "GOOG", 5),
      [["a"], ["b"], [3]],
      [["a"], ["b"]],
      [[5, null], ...list],
    ])
      expect(titlesAbove(rows)).toBe(0);
  });
});
