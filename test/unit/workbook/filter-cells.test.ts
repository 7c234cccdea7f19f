import type { FilterCriterion } from "../../../src/workbook/book";
import type { CellValue } from "../../../src/workbook/cell";
import { criterionTest, type FilterCell } from "../../../src/workbook/filter-cells";

const calendar = { today: 45_471, from1904: false };
const cellOf = (value: CellValue): FilterCell => ({ value, text: value === null ? "" : typeof value === "object" ? value.error : String(value), isDay: false });
const day = (value: number, text: string): FilterCell => ({ value, text, isDay: true });
/** The cells of a column that a criterion shows. */
const shown = (criterion: FilterCriterion, cells: readonly FilterCell[], from1904 = false) => {
  const test = criterionTest(criterion, cells, { ...calendar, from1904 });
  return test && cells.filter(test).map(({ text }) => text);
};
const column = [3, 5, 7, "5", "five", "n/a: no data", null, "", { error: "#N/A" }, true].map((value) => cellOf(value as CellValue));

describe("a filter's criterion", () => {
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
