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

test("a difference is shown without floating-point noise, and is empty if there is none", () => {
  expect([4.31 - 4.25, 4.25 - 4.31, 0, 1234567.5, undefined].map(differenceWords)).toEqual(["+0.06", "−0.06", "0", "+1,234,567.5", ""]);
});

test("an empty earlier value is shown as (empty), not as 0", () => {
  expect(shownWords(shown(null))).toBe("(empty)");
  expect(changesTable([change(0, null, 0)])[1]?.slice(2, 5)).toEqual(["", 0, null]);
});

test("the result sentence counts requested, changed, unanswered and refused cells", () => {
  const result: RefreshResult = { what: "workbook", at: 0, cells: 214, answered: 211, changes: CHANGES, notAnswered: [], refused: [], stopped: false };
  const gone = { place: CHANGES[0]!.place, formula: "=", why: "No answer." };
  expect(resultWords(result)).toBe("214 cells asked, 5 changed.");
  expect(resultWords({ ...result, notAnswered: [gone, gone, gone], refused: [gone] })).toBe(
    "214 cells asked, 5 changed, 3 got no answer, 1 could not be calculated.",
  );
  expect(resultWords({ ...result, stopped: true, answered: 0, changes: [] })).toBe("Stopped. Nothing was changed.");
  expect(resultWords({ ...result, failure: "The sheet is being edited.", answered: 0 })).toBe("The sheet is being edited.");
  expect(resultWords({ ...result, failure: "The sheet is being edited." })).toBe("The sheet is being edited. 214 cells asked, 5 changed.");
  expect(resultWords({ ...result, cells: 0, what: "selection" })).toMatch(/^No SERVICE cells in the selection\. Select/);
});

test("cells with the same reason are grouped, the largest group first", () => {
  const because = (row: number, why: string) => ({ place: { sheet: "S", row, column: 0 }, why });
  expect(groupReasons([because(0, "a"), because(1, "b"), because(2, "b")]).map(({ why, items }) => [why, items.length])).toEqual([
    ["b", 2],
    ["a", 1],
  ]);
});
