import { formatCells, type FormatSources } from "../../../../src/engine/formats/format-cells";
import type { CellValue } from "../../../../src/workbook/cell";
import type { FormatRule, ScalePoint } from "../../../../src/workbook/conditional-format";
import { grid } from "../../../grid";

const ERROR = { error: "#N/A" } as const;
/** A sheet with one column of values. */
const cells = (rule: FormatRule, values: readonly CellValue[], more: Partial<FormatSources> = {}) => {
  const rows = values.length;
  const test = formatCells(
    { areas: [{ row: 0, column: 0, rows, columns: 1 }], rule },
    {
      valueAt: (row) => values[row] ?? null,
      today: () => 45_000,
      daysTo1900: 0,
      isTrueAt: () => undefined,
      pointAt: () => undefined,
      used: { row: 0, column: 0, rows, columns: 1 },
      ...more,
    },
  );
  return values.map((_, row) => test(row, 0));
};
/** The values that a rule formats. */
const looks = (rule: FormatRule, values: readonly CellValue[], more?: Partial<FormatSources>): CellValue[] =>
  cells(rule, values, more).flatMap((format, i) => (format ? [values[i]!] : []));

const MIXED: readonly CellValue[] = [4, 5, 6, null, "n/a: no data", "7", true, ERROR];
it.each<[string, readonly string[], readonly CellValue[]]>([
  ["lessThan", ["5"], [4, null]],
  ["lessThanOrEqual", ["5"], [4, 5, null]],
  ["equal", ["5"], [5]],
  ["equal", ["0"], [null]],
  ["notEqual", ["5"], [4, 6, null, "n/a: no data", "7", true]],
  ["greaterThan", ["5"], [6, "n/a: no data", "7", true]],
  ["greaterThanOrEqual", ["6"], [6, "n/a: no data", "7", true]],
  ["between", ["6", "5"], [5, 6]],
  ["notBetween", ["5", "6"], [4, null, "n/a: no data", "7", true]],
  ["equal", ['"N/A: NO DATA"'], ["n/a: no data"]],
  ["equal", ['""'], [null]],
  ["equal", ["TRUE"], [true]],
])("a cell %s %j: a blank is 0, a text is more than a number, an error is nothing", (operator, formulas, expected) => {
  expect(looks({ kind: "cell", operator: operator as "equal", formulas }, MIXED)).toEqual(expected);
});

it("compares numbers by fifteen digits", () => {
  expect(looks({ kind: "cell", operator: "greaterThan", formulas: ["0.3"] }, [0.1 + 0.2, 0.31])).toEqual([0.31]);
});

const TEXTS: readonly CellValue[] = ["Alpha", "beta", "a*b", "axb", 12, null, "", " ", ERROR, true];
it.each<[string, string, readonly CellValue[]]>([
  ["containsText", "A", ["Alpha", "beta", "a*b", "axb"]],
  ["containsText", "a?b", ["a*b", "axb"]],
  ["containsText", "a~*b", ["a*b"]],
  ["containsText", "2", [12]],
  ["notContainsText", "a", [12, null, "", " ", ERROR, true]],
  ["beginsWith", "a", ["Alpha", "a*b", "axb"]],
  ["beginsWith", "a*", ["a*b"]],
  ["beginsWith", "1", [12]],
  ["endsWith", "A", ["Alpha", "beta"]],
])("a text that %s %s: case does not count, and only a search has wildcards", (operator, text, expected) => {
  expect(looks({ kind: "text", operator: operator as "endsWith", text }, TEXTS)).toEqual(expected);
});

it.each([
  ["containsBlanks", [null, "", " "]],
  ["notContainsBlanks", ["Alpha", "beta", "a*b", "axb", 12, true]],
  ["containsErrors", [ERROR]],
  ["notContainsErrors", ["Alpha", "beta", "a*b", "axb", 12, null, "", " ", true]],
] as const)("%s", (state, expected) => {
  expect(looks({ kind: "state", state }, TEXTS)).toEqual(expected);
});

// 45,000 is Wednesday, 15 March 2023.
it.each([
  ["today", [45_000, 45_000.9]],
  ["yesterday", [44_999]],
  ["tomorrow", [45_001]],
  ["last7Days", [44_994, 44_996, 44_997, 44_999, 45_000, 45_000.9]],
  ["thisWeek", [44_997, 44_999, 45_000, 45_000.9, 45_001, 45_003]],
  ["lastWeek", [44_990, 44_994, 44_996]],
  ["nextWeek", [45_004]],
  ["thisMonth", [44_986, 44_990, 44_994, 44_996, 44_997, 44_999, 45_000, 45_000.9, 45_001, 45_003, 45_004]],
  ["lastMonth", [44_985]],
  ["nextMonth", [45_017]],
] as const)("dates of %s", (period, expected) => {
  const days = [44_985, 44_986, 44_990, 44_994, 44_996, 44_997, 44_999, 45_000, 45_000.9, 45_001, 45_003, 45_004, 45_017, null, "45000", ERROR];
  expect(looks({ kind: "period", period }, days)).toEqual(expected);
  const in1904 = days.map((day) => (typeof day === "number" ? day - 1462 : day));
  expect(looks({ kind: "period", period }, in1904, { daysTo1900: 1462 })).toEqual(expected.map((day) => day - 1462));
});

it("duplicates ignore case and blanks, and a text of a number is that number", () => {
  const values: readonly CellValue[] = ["a", "A", "b", 1, "1", 2, null, null, ERROR, ERROR, true];
  expect(looks({ kind: "count", repeated: true }, values)).toEqual(["a", "A", 1, "1", ERROR, ERROR]);
  expect(looks({ kind: "count", repeated: false }, values)).toEqual(["b", 2, true]);
});

it("top and bottom values include equals of the last, and at least one", () => {
  const values: readonly CellValue[] = [1, 5, 5, 3, "9", null, ERROR];
  expect(looks({ kind: "top", rank: 1 }, values)).toEqual([5, 5]);
  expect(looks({ kind: "top", rank: 3 }, values)).toEqual([5, 5, 3]);
  expect(looks({ kind: "top", rank: 50, percent: true }, values)).toEqual([5, 5]);
  expect(looks({ kind: "top", rank: 10, percent: true, bottom: true }, values)).toEqual([1]);
  expect(looks({ kind: "top", rank: 2, bottom: true }, values)).toEqual([1, 3]);
});

it("values above and below the average of the numbers", () => {
  const values: readonly CellValue[] = [1, 2, 3, 6, "n/a: no data", null];
  expect(looks({ kind: "average" }, values)).toEqual([6]);
  expect(looks({ kind: "average", orEqual: true }, values)).toEqual([3, 6]);
  expect(looks({ kind: "average", below: true }, values)).toEqual([1, 2]);
  expect(looks({ kind: "average", deviations: 1 }, values)).toEqual([6]);
  expect(looks({ kind: "average", below: true, deviations: 1 }, values)).toEqual([]);
});

it("a formula formats a cell where it is true, and not while it is unknown", () => {
  const isTrueAt = (row: number): boolean | undefined => [true, false, undefined][row];
  expect(looks({ kind: "formula", formula: "A1>B1" }, [1, 2, 3], { isTrueAt })).toEqual([1]);
  expect(looks({ kind: "cell", operator: "equal", formulas: ["$B$1"] }, [1, 2, 3], { isTrueAt })).toEqual([1]);
});

const point = (kind: ScalePoint["kind"], value?: string, color = "#000000"): ScalePoint & { color: string } => ({
  kind,
  ...(value === undefined ? {} : { value }),
  color,
});
it("colours of a scale are between those of its points, for numbers only", () => {
  const two: FormatRule = { kind: "scale", points: [point("min"), point("max", undefined, "#FFFFFF")] };
  expect(cells(two, [0, 5, 10, "a", null, ERROR]).map((one) => one && "color" in one && one.color)).toEqual([
    "#000000",
    "#808080",
    "#FFFFFF",
    undefined,
    undefined,
    undefined,
  ]);
  const three: FormatRule = {
    kind: "scale",
    points: [point("num", "2", "#FF0000"), point("percentile", "50", "#00FF00"), point("formula", "$B$1", "#0000FF")],
  };
  const colors = (pointAt: FormatSources["pointAt"]) => cells(three, [1, 4, 6, 8, 20], { pointAt }).map((one) => one && "color" in one && one.color);
  expect(colors(() => 10)).toEqual(["#FF0000", "#808000", "#00FF00", "#008080", "#0000FF"]);
  expect(colors(() => undefined)).toEqual([undefined, undefined, undefined, undefined, undefined]);
});

it("bars begin at zero in newer files, and at the left with a tenth of the cell in older ones", () => {
  const bars = (rule: Extract<FormatRule, { kind: "bar" }>, values: readonly CellValue[]) =>
    cells(rule, values).map((one) => one && "bar" in one && [one.bar.color, one.bar.value, one.bar.startPoint]);
  const bar = { kind: "bar", from: point("autoMin"), to: point("autoMax"), color: "#0000FF", negative: "#FF0000", lengths: [0, 100], axis: true } as const;
  expect(bars(bar, [0, 5, 10, "a"])).toEqual([undefined, ["#0000FF", 50, 0], ["#0000FF", 100, 0], undefined]);
  expect(bars(bar, [-10, 30, -5])).toEqual(grid(3, "#FF0000", -100, 25, "#0000FF", 100, 25, "#FF0000", -50, 25));
  expect(bars(bar, [-10, -5])).toEqual(grid(3, "#FF0000", -100, 100, "#FF0000", -50, 100));
  const { axis: _, negative: __, ...old } = bar;
  expect(bars({ ...old, from: point("min"), to: point("max"), lengths: [10, 90] }, [-10, 0, 10])).toEqual(
    grid(3, "#0000FF", 10, 0, "#0000FF", 50, 0, "#0000FF", 90, 0),
  );
});

it("icons begin at their points or above them, reversed or one by one", () => {
  const points: readonly ScalePoint[] = [
    { kind: "percent", value: "0" },
    { kind: "num", value: "3", above: true },
    { kind: "percent", value: "100" },
  ];
  const rule = { kind: "icons", set: "3Arrows", points } as const;
  const places = (more: object) =>
    cells({ ...rule, ...more }, [1, 3, 4, 5, "a"]).map((one) => one && "icon" in one && (one.icon ? `${one.icon.set} ${one.icon.place}` : null));
  expect(places({})).toEqual(["3Arrows 0", "3Arrows 0", "3Arrows 1", "3Arrows 2", undefined]);
  expect(places({ reversed: true })).toEqual(["3Arrows 2", "3Arrows 2", "3Arrows 1", "3Arrows 0", undefined]);
  expect(places({ icons: [null, { set: "3Flags", place: 2 }, null] })).toEqual([null, null, "3Flags 2", null, undefined]);
});
