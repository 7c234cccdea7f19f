import type { Answer } from "../../../src/core/outcome";
import { Question } from "../../../src/core/question";
import { groupReasons } from "../../../src/pane/list/reasons-by-count";
import { argumentWords, changeInWords, differenceWords, shownWords } from "../../../src/pane/refresh/change-in-words";
import { changeOf } from "../../../src/pane/refresh/change-of";
import type { Change, RefreshResult } from "../../../src/pane/refresh/refresh-result";
import { resultWords } from "../../../src/pane/refresh/refresh-words";
import { changesTable, hasCause, sortChanges } from "../../../src/pane/refresh/what-changed";
import { observationWords, titleWords } from "../../../src/pane/words/values-in-words";
import type { CellValue, ShownCell } from "../../../src/workbook/cell";
import { answerOf, asking } from "../core/question-of";
import { grid } from "../../grid";

const shown = (value: CellValue): ShownCell => ({ value, text: value === null ? "" : typeof value === "object" ? value.error : String(value) });

function change(row: number, before: CellValue, after: CellValue): Change {
  const both = typeof before === "number" && typeof after === "number" ? { difference: after - before } : {};
  const cell = { place: { sheet: "Rates", row, column: 0 }, formula: "=SERVICE.REGIME()", before: shown(before), after: shown(after) };
  return { ...cell, questions: [], units: {}, causes: [], ...both };
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
  expect(changesTable([change(0, null, 0)])[1]?.slice(3, 6)).toEqual(["", 0, null]);
});

const answer = (value: number | string, unit?: string): Answer => answerOf(value, unit === undefined ? {} : { unit });

/** What a refresh says of a cell with one call. A side is a value, its unit and how the cell shows it. */
function inWords(question: Question, before: Side, after: Side, { alone = true, isKnown = true } = {}) {
  const [cell, was] = [{ ...before.shown, sheet: "S", row: 0, column: 0, formula: "=x" }, before.answer];
  const asked = { cell, questions: [question], unknown: 0, alone };
  const found = changeOf(
    { place: cell, formula: "=x", asked, asks: asked, before: before.shown, after: after.shown },
    { old: () => (isKnown ? was : undefined), now: () => after.answer },
  );
  const { figure, unit, ...rest } = changeInWords(found!);
  return [figure, rest.before, rest.after, rest.difference, unit];
}
interface Side {
  readonly shown: ShownCell;
  readonly answer: Answer;
}
const side = (value: number | string, unit?: string, text = String(value)): Side => ({ shown: { value, text }, answer: answer(value, unit) });

test.each<[Question, Side, Side, string[]]>([
  [asking("YIELD", "10Y"), side(4.1, "%"), side(4.14, "%"), ["Treasury yield, 10Y", "4.10%", "4.14%", "+4 bp", ""]],
  [
    asking("FRED", "DGS10"),
    side(4.145, "%", "4.145%"),
    side(4.1, "%", "4.100%"),
    ["Treasury constant maturity, 10 years", "4.145%", "4.100%", "\u22124.5 bp", ""],
  ],
  [asking("CBRATE", "US"), side(3.625, "%"), side(3.375, "%"), ["United States – policy rate", "3.625%", "3.375%", "\u221225.0 bp", ""]],
  [
    asking("MMRATE", "SOFR", "corridor_position_pct"),
    side(96, "%"),
    side(104, "%"),
    ["Secured overnight financing rate, position in the target range, 0 to 100 inside it", "96.00%", "104.00%", "+8.00 pp", ""],
  ],
  [asking("PRICE", "AAPL", "change_pct"), side(-1.2, "%"), side(0.3, "%"), ["AAPL – change from the previous close", "-1.20%", "0.30%", "+1.50 pp", ""]],
  [
    asking("SHORTINTEREST", "GME", "short_interest"),
    side(45_000_000, "shares"),
    side(46_500_000, "shares"),
    ["GME – shares sold short", "45,000,000", "46,500,000", "+1,500,000", "shares"],
  ],
  [
    asking("FRED", "WALCL"),
    side(6_600_000, "$M", "6.6"),
    side(6_700_000, "$M", "6.7"),
    ["Federal Reserve total assets, Wednesday level", "6,600,000", "6,700,000", "+100,000", "USD million"],
  ],
  [asking("PRICE", "AAPL"), side(227.501, "USD", "227.50"), side(227.502, "USD", "227.50"), ["AAPL – last close", "227.501", "227.502", "+0.001", "USD"]],
  [
    asking("CBRATE", "US", "last_change"),
    side(-0.25, "pp", "-0.25%"),
    side(0.5, "pp", "0.50%"),
    ["United States – size of the last change", "-0.25 pp", "0.50 pp", "+0.75 pp", ""],
  ],
  [asking("FIN", "TM", "revenue"), side(100, "USD"), side(15_000, "JPY"), ["TM – Revenue", "100.00 USD", "15,000.00 JPY", "", ""]],
  [asking("YIELD", "10Y"), side("n/a: no curve"), side(4.1, "%"), ["Treasury yield, 10Y", "n/a: no curve", "4.10%", "", ""]],
  [asking("SHORTINTEREST", "GME", "days"), side(2.5, "days"), side("n/a: not listed"), ["GME – days to cover", "2.5", "n/a: not listed", "", "days"]],
  [asking("REGIME"), side("Expansion"), side("Slowdown"), ["Name of the current macro regime", "Expansion", "Slowdown", "", ""]],
])("a change of a figure has its name, number format and unit: %#", (question, before, after, words) => {
  expect(inWords(question, before, after)).toEqual(words);
});

test("without an earlier answer, the old number has the unit of the new one", () => {
  expect(inWords(asking("YIELD", "10Y"), side(4.1), side(4.14, "%"), { isKnown: false }).slice(1, 4)).toEqual(["4.10%", "4.14%", "+4 bp"]);
});

test("a formula around a call has the name of its figure and no unit", () => {
  expect(inWords(asking("YIELD", "10Y"), side(4.1, "%"), side(4.14, "%"), { alone: false })).toEqual(["Treasury yield, 10Y", "4.1", "4.14", "+0.04", ""]);
});

test("copied changes have the figure and the unit in columns of their own", () => {
  const [head, row] = changesTable([{ ...change(0, 4.1, 4.14), questions: [asking("YIELD", "10Y")], units: { before: "%", after: "%" } }]);
  expect(head).toEqual(["Sheet", "Cell", "Figure", "Old", "New", "Difference", "Unit", "Why", "Formula without its ="]);
  expect(row?.slice(2, 7)).toEqual(["Treasury yield, 10Y", 4.1, 4.14, 0.04, "%"]);
});

const [A, B] = ["A", "B"].map((ticker) => asking("PRICE", ticker)) as [Question, Question];
test.each<[string, Question, Question[], figure: string, args: string]>([
  ["another ticker", A, [B], "A – last close → B – last close", "ticker A → B"],
  ["another ticker and field", A, [asking("PRICE", "B", "change")], "A – last close → B – change from the previous close", "ticker A → B, field last → change"],
  [
    "another function",
    A,
    [asking("FRED", "DGS10")],
    "A – last close → Treasury constant maturity, 10 years",
    'SERVICE.PRICE("A","last") → SERVICE.FRED("DGS10","value")',
  ],
  [
    "a question more",
    A,
    [A, B],
    "A – last close → A – last close; B – last close",
    'SERVICE.PRICE("A","last") → SERVICE.PRICE("A","last"), SERVICE.PRICE("B","last")',
  ],
])("a formula that asks something else names both: %s", (_, former, questions, figure, args) => {
  const one: Change = { ...change(0, 1, 2), formerQuestions: [former], questions, causes: ["argument_changed"] };
  expect([changeInWords(one).figure, argumentWords(one)]).toEqual([figure, args]);
  expect(changesTable([one])[1]?.[7]).toBe(`Argument changed: ${args}`);
});

test("each change has a cause to choose, if only that it is not known", () => {
  const [known, unknown]: Change[] = [{ ...change(0, 1, 2), causes: ["revision"] }, change(1, 1, 2)];
  expect([hasCause(known!, "revision"), hasCause(known!, "unknown"), hasCause(unknown!, "unknown")]).toEqual([true, false, true]);
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
  expect(resultWords({ ...result, cells: 0, what: "selection" })).toMatch(/^No SERVICE cells or tables were found in the selection\. Select/);
});

test("cells with the same reason are grouped, the largest group first", () => {
  const because = (row: number, why: string) => ({ place: { sheet: "S", row, column: 0 }, why });
  expect(groupReasons([because(0, "a"), because(1, "b"), because(2, "b")]).map(([why, items]) => [why, items.length])).toEqual(grid(2, "b", 2, "a", 1));
});

const words = (observed: string, ...call: readonly unknown[]) => observationWords(observed, new Question(JSON.stringify(call), String(call[0])));

describe("the observation date of an answer", () => {
  it("is alone if it is the day asked for, or if no day was", () => {
    expect(words("2024-06-18", "YIELD", "10Y", "2024-06-18")).toBe("2024-06-18");
    expect(words("2024-06-18", "FRED", "DGS10", "value")).toBe("2024-06-18");
    expect(words("2024-06-18", "", "GME", "price/2024-06-19")).toBe("2024-06-18");
  });

  it("says that a day has no curve, so that the one before it is used", () =>
    expect(words("2024-06-18", "YIELD", "10Y", "2024-06-19")).toBe("2024-06-18 (no curve on 2024-06-19; this is the last one before)"));

  it("names the day asked for, such as a day within a month", () =>
    expect(words("2024-06-01", "FREDH", "CPIAUCSL", "2024-06-19", "value")).toBe("2024-06-01 (asked for 2024-06-19)"));
});

describe("the title of an answer", () => {
  const title = (observed: string | undefined, ...call: readonly unknown[]) =>
    titleWords(new Question(JSON.stringify(call), String(call[0])), observed, "Apple Inc.");

  it.each([
    ["2024-06-18", ["YIELD", "10Y", "2024-06-19"], "Treasury yield, 10Y, 18 Jun 2024 (no curve on 19 Jun 2024)"],
    ["2024-06-18", ["YIELD", "10Y", "2024-06-18"], "Treasury yield, 10Y, 18 Jun 2024"],
    ["2024-06-18", ["YIELD", "AS_OF", "2024-06-19"], "Date of the Treasury curve, 18 Jun 2024 (no curve on 19 Jun 2024)"],
    [
      "2024-06-01",
      ["FREDH", "CPIAUCSL", "2024-06-19", "value"],
      "Consumer price index, all urban consumers, seasonally adjusted, 1 Jun 2024 (asked for 19 Jun 2024)",
    ],
    ["2024-06-25", ["FREDH", "DGS10", "2024-06-25", "value"], "Treasury constant maturity, 10 years, 25 Jun 2024"],
    ["2024-06-25", ["PRICE", "AAPL", "last"], "Apple Inc. – last close, 25 Jun 2024"],
    ["2024Q3", ["FIN", "AAPL", "revenue", null], "Apple Inc. – Revenue, 2024Q3"],
    [undefined, ["YIELD", "10Y", "1950-01-01"], "Treasury yield, 10Y, 1 Jan 1950"],
  ])("has the observation date, and says if the day asked for has none: %#", (observed, call, words) => {
    expect(title(observed, ...call)).toBe(words);
  });

  it("is missing for a function that this version does not know", () => expect(title("2024-06-25", "NEW", "X")).toBeUndefined());
});
