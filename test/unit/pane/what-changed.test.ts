import { readQuestion, type Question } from "../../../src/core/question";
import { hasCause, changesTable, sortChanges } from "../../../src/pane/refresh/what-changed";
import { changeInWords, differenceWords, shownWords, argumentWords } from "../../../src/pane/refresh/change-in-words";
import { changeOf } from "../../../src/pane/refresh/change-of";
import type { Answer } from "../../../src/core/outcome";
import { resultWords } from "../../../src/pane/refresh/refresh-words";
import type { Change, RefreshResult } from "../../../src/pane/refresh/refresh-result";
import { groupReasons } from "../../../src/pane/list/reasons-by-count";
import type { CellValue, ShownCell } from "../../../src/workbook/cell";

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

const ask = (fn: Parameters<typeof readQuestion>[0], ...args: readonly string[]): Question => {
  const read = readQuestion(fn, args);
  if (!("question" in read)) throw new Error("These arguments ask nothing.");
  return read.question;
};
const answer = (value: number | string, unit?: string): Answer => ({
  value,
  ...(unit === undefined ? {} : { unit }),
  caveats: [],
  sample: false,
  maxAgeS: 1,
  receivedAt: 0,
});

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
  [ask("YIELD", "10Y"), side(4.1, "%"), side(4.14, "%"), ["Treasury yield, 10Y", "4.10%", "4.14%", "+4 bp", ""]],
  [
    ask("FRED", "DGS10"),
    side(4.145, "%", "4.145%"),
    side(4.1, "%", "4.100%"),
    ["Treasury constant maturity, 10 years", "4.145%", "4.100%", "\u22124.5 bp", ""],
  ],
  [ask("CBRATE", "US"), side(3.625, "%"), side(3.375, "%"), ["United States – policy rate", "3.625%", "3.375%", "\u221225.0 bp", ""]],
  [
    ask("MMRATE", "SOFR", "corridor_position_pct"),
    side(96, "%"),
    side(104, "%"),
    ["Secured overnight financing rate, position in the target range, 0 to 100 inside it", "96.00%", "104.00%", "+8.00 pp", ""],
  ],
  [ask("PRICE", "AAPL", "change_pct"), side(-1.2, "%"), side(0.3, "%"), ["AAPL – change from the previous close", "-1.20%", "0.30%", "+1.50 pp", ""]],
  [
    ask("SHORTINTEREST", "GME", "short_interest"),
    side(45_000_000, "shares"),
    side(46_500_000, "shares"),
    ["GME – shares sold short", "45,000,000", "46,500,000", "+1,500,000", "shares"],
  ],
  [
    ask("FRED", "WALCL"),
    side(6_600_000, "$M", "6.6"),
    side(6_700_000, "$M", "6.7"),
    ["Federal Reserve total assets, Wednesday level", "6,600,000", "6,700,000", "+100,000", "USD million"],
  ],
  [ask("PRICE", "AAPL"), side(227.501, "USD", "227.50"), side(227.502, "USD", "227.50"), ["AAPL – last close", "227.501", "227.502", "+0.001", "USD"]],
  [
    ask("CBRATE", "US", "last_change"),
    side(-0.25, "pp", "-0.25%"),
    side(0.5, "pp", "0.50%"),
    ["United States – size of the last change", "-0.25 pp", "0.50 pp", "+0.75 pp", ""],
  ],
  [ask("FIN", "TM", "revenue"), side(100, "USD"), side(15_000, "JPY"), ["TM – Revenue", "100.00 USD", "15,000.00 JPY", "", ""]],
  [ask("YIELD", "10Y"), side("n/a: no curve"), side(4.1, "%"), ["Treasury yield, 10Y", "n/a: no curve", "4.10%", "", ""]],
  [ask("SHORTINTEREST", "GME", "days"), side(2.5, "days"), side("n/a: not listed"), ["GME – days to cover", "2.5", "n/a: not listed", "", "days"]],
  [ask("REGIME"), side("Expansion"), side("Slowdown"), ["Name of the current macro regime", "Expansion", "Slowdown", "", ""]],
])("a change of a figure has its name, number format and unit: %#", (question, before, after, words) => {
  expect(inWords(question, before, after)).toEqual(words);
});

test("without an earlier answer, the old number has the unit of the new one", () => {
  expect(inWords(ask("YIELD", "10Y"), side(4.1), side(4.14, "%"), { isKnown: false }).slice(1, 4)).toEqual(["4.10%", "4.14%", "+4 bp"]);
});

test("a formula around a call has the name of its figure and no unit", () => {
  expect(inWords(ask("YIELD", "10Y"), side(4.1, "%"), side(4.14, "%"), { alone: false })).toEqual(["Treasury yield, 10Y", "4.1", "4.14", "+0.04", ""]);
});

test("copied changes have the figure and the unit in columns of their own", () => {
  const [head, row] = changesTable([{ ...change(0, 4.1, 4.14), questions: [ask("YIELD", "10Y")], units: { before: "%", after: "%" } }]);
  expect(head).toEqual(["Sheet", "Cell", "Figure", "Old", "New", "Difference", "Unit", "Why", "Formula without its ="]);
  expect(row?.slice(2, 7)).toEqual(["Treasury yield, 10Y", 4.1, 4.14, 0.04, "%"]);
});

test.each<[string, Question[], Question[], figure: string, args: string]>([
  ["another ticker", [ask("PRICE", "A")], [ask("PRICE", "B")], "A – last close → B – last close", "ticker A → B"],
  [
    "another ticker and field",
    [ask("PRICE", "A")],
    [ask("PRICE", "B", "change")],
    "A – last close → B – change from the previous close",
    "ticker A → B, field last → change",
  ],
  [
    "another function",
    [ask("PRICE", "A")],
    [ask("FRED", "DGS10")],
    "A – last close → Treasury constant maturity, 10 years",
    'SERVICE.PRICE("A","last") → SERVICE.FRED("DGS10","value")',
  ],
  [
    "a question more",
    [ask("PRICE", "A")],
    [ask("PRICE", "A"), ask("PRICE", "B")],
    "A – last close → A – last close; B – last close",
    'SERVICE.PRICE("A","last") → SERVICE.PRICE("A","last"), SERVICE.PRICE("B","last")',
  ],
])("a formula that asks something else names both: %s", (_, formerQuestions, questions, figure, args) => {
  const one: Change = { ...change(0, 1, 2), formerQuestions, questions, causes: ["argument_changed"] };
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
  expect(resultWords({ ...result, cells: 0, what: "selection" })).toMatch(/^No SERVICE cells or tables in the selection\. Select/);
});

test("cells with the same reason are grouped, the largest group first", () => {
  const because = (row: number, why: string) => ({ place: { sheet: "S", row, column: 0 }, why });
  expect(groupReasons([because(0, "a"), because(1, "b"), because(2, "b")]).map(({ why, items }) => [why, items.length])).toEqual([
    ["b", 2],
    ["a", 1],
  ]);
});
