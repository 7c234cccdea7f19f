import { changesTable, differenceWords, shownWords } from "../../../src/pane/refresh/changes-table";
import { resultWords } from "../../../src/pane/refresh/refresh-words";
import type { Change, RefreshResult } from "../../../src/pane/refresh/refresher";
import { sortChanges } from "../../../src/pane/refresh/sort-changes";
import { groupReasons } from "../../../src/pane/list/group-reasons";
import type { CellValue, ShownCell } from "../../../src/workbook/cell";

const shown = (value: CellValue): ShownCell => ({ value, text: value === null ? "" : typeof value === "object" ? value.error : String(value) });

function change(row: number, before: CellValue, after: CellValue): Change {
  const both = typeof before === "number" && typeof after === "number" ? { difference: after - before } : {};
  return { place: { sheet: "Rates", row, column: 0 }, formula: "=SERVICE.REGIME()", before: shown(before), after: shown(after), causes: [], ...both };
}

const CHANGES = [change(0, 3, 1), change(1, "n/a: b", 2), change(2, { error: "#N/A" }, 10), change(3, null, "n/a: a"), change(4, -1, 5)];
const rows = (order: Parameters<typeof sortChanges>[1]) => sortChanges(CHANGES, order).map(({ place }) => place.row);

test("changes sorted by value are numbers first, then text, errors and empty cells", () => {
  expect(rows({ by: "before", descending: false })).toEqual([4, 0, 1, 2, 3]);
  expect(rows({ by: "before", descending: true })).toEqual([3, 2, 1, 0, 4]);
  expect(rows({ by: "after", descending: false })).toEqual([0, 1, 4, 2, 3]);
});

test("changes without a difference are last in any order", () => {
  expect(rows({ by: "difference", descending: true })).toEqual([4, 0, 1, 2, 3]);
  expect(rows({ by: "difference", descending: false })).toEqual([0, 4, 1, 2, 3]);
});

test("changes sorted by cell are in workbook order, and the given list is not reordered", () => {
  expect(rows({ by: "cell", descending: false })).toEqual([0, 1, 2, 3, 4]);
  expect(rows({ by: "cell", descending: true })).toEqual([4, 3, 2, 1, 0]);
  expect(CHANGES.map(({ place }) => place.row)).toEqual([0, 1, 2, 3, 4]);
});

test.each<[before: [CellValue, string], after: [CellValue, string], words: string]>([
  [[4.25, "4.25"], [4.31, "4.31"], "+0.06"],
  [[4.31, "4.31"], [4.25, "4.25"], "\u22120.06"],
  [[1, "1"], [1, "1.0"], "0"],
  [[6_091_000_000, "6,091"], [5_963_351_040, "5,963"], "\u2212128"],
  [[6_091_000_000, "6,091"], [6_091_300_000, "6,091"], "+0.3"],
  [[0.0425, "4.25%"], [0.0431, "4.31%"], "+0.06 pp"],
  [[46_000, "2025-12-09"], [46_001, "2025-12-10"], "+1 day"],
  [[46_003, "12/12/2025"], [46_000, "12/9/2025"], "\u22123 days"],
  [[0, "0"], [2_500_000, "2,500,000"], "+2,500,000"],
  [[1.5, "x 1.5"], [3.25, "x 3.25"], "+1.75"],
  [[332.415, "332.42"], [334.5, "334.50"], "+2.08"],
  [["n/a", "n/a"], [1, "1"], ""],
])("a change from %j to %j is shown as %s, in the unit of the cell", ([before, was], [after, is], words) => {
  const difference = typeof before === "number" && typeof after === "number" ? { difference: after - before } : {};
  expect(differenceWords({ before: { value: before, text: was }, after: { value: after, text: is }, ...difference })).toBe(words);
});

test("an empty earlier value is shown as (empty), not as 0", () => {
  expect(shownWords(shown(null))).toBe("(empty)");
  expect(changesTable([change(0, null, 0)])[1]?.slice(2, 5)).toEqual(["", 0, null]);
});

test("the result sentence counts requested, changed, unanswered and refused cells", () => {
  const result: RefreshResult = {
    what: "workbook",
    at: 0,
    cells: 214,
    answered: 211,
    changes: CHANGES,
    notAnswered: [],
    refused: [],
    tables: [],
    stopped: false,
  };
  const gone = { place: CHANGES[0]!.place, formula: "=", why: "No answer." };
  expect(resultWords(result)).toBe("214 cells asked, 5 changed.");
  expect(resultWords({ ...result, notAnswered: [gone, gone, gone], refused: [gone] })).toBe(
    "214 cells asked, 5 changed, 3 got no answer, 1 could not be calculated.",
  );
  expect(resultWords({ ...result, stopped: true, answered: 0, changes: [] })).toBe("Stopped. Nothing was changed.");
  expect(resultWords({ ...result, failure: "The sheet is being edited.", answered: 0 })).toBe("The sheet is being edited.");
  expect(resultWords({ ...result, failure: "The sheet is being edited." })).toBe("The sheet is being edited. 214 cells asked, 5 changed.");
  expect(resultWords({ ...result, cells: 0, what: "selection" })).toMatch(/^No SERVICE cells or tables in the selection\. Select/);
});

test("cells with the same reason are grouped, the largest group first", () => {
  const because = (row: number, why: string) => ({ place: { sheet: "S", row, column: 0 }, why });
  expect(groupReasons([because(0, "a"), because(1, "b"), because(2, "b")]).map(({ why, items }) => [why, items.length])).toEqual([
    ["b", 2],
    ["a", 1],
  ]);
});
