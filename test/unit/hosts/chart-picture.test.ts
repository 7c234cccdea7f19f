import { dayLabelsOf, linePieces, tickLabelsOf, ticksOf, chartInWords, type DrawnChart } from "../../../src/hosts/workbench/charts/chart-picture";
import { serialOf } from "../../../src/contract/dates";

describe("the value axis of a chart", () => {
  it.each<[string, number[], boolean, number[]]>([
    ["round numbers around the values of a line", [3.53, 4.95], false, [3.5, 4, 4.5, 5]],
    ["zero for columns", [1.2, 4.1], true, [0, 1, 2, 3, 4, 5]],
    ["negative values below zero", [-12, 30], true, [-20, -10, 0, 10, 20, 30]],
    ["a single value", [2], false, [2, 2.5]],
    ["only zeros", [0, 0], true, [0, 0.2]],
  ])("has %s", (_, values, withZero, ticks) => expect(ticksOf(values, withZero).map((tick) => Number(tick.toFixed(6)))).toEqual(ticks));

  it("has a few lines for values of any size", () => {
    for (let power = -9; power <= 12; power++) {
      const ticks = ticksOf([1.3 * 10 ** power, 9.1 * 10 ** power], true);
      expect(ticks.length).toBeGreaterThan(3);
      expect(ticks.length).toBeLessThan(9);
      expect([ticks[0]! <= 0, ticks.at(-1)! >= 9.1 * 10 ** power]).toEqual([true, true]);
    }
  });
});

describe("the labels of the value axis", () => {
  it.each<[string, string, number[], string[]]>([
    ["as in the cells if they differ", "0.00%", [0.04, 0.05], ["4.00%", "5.00%"]],
    ["with more decimals for values within 0.001", "0.00", [4.0001, 4.0002, 4.0003], ["4.0001", "4.0002", "4.0003"]],
    ["with decimals for a format without any", "#,##0", [1200, 1200.5, 1201], ["1,200.0", "1,200.5", "1,201.0"]],
    ["in every section of a format", "+0.0%;-0.0%;0.0%", [-0.0002, -0.0001, 0, 0.0001], ["-0.02%", "-0.01%", "0.00%", "+0.01%"]],
    ["of huge numbers", '0.0,,,"B"', [76_459_700_000, 76_459_720_000], ["76.45970B", "76.45972B"]],
  ])("are %s", (_, pattern, ticks, labels) => expect(tickLabelsOf(ticks, pattern)).toEqual(labels));

  it("differ for values of any size and any small range", () => {
    const same: unknown[] = [];
    for (const format of ["General", "0", "0.00", "#,##0", "0.0%"])
      for (const [low, high] of [
        [4.25, 4.25],
        [4.25, 4.2509],
        [0, 0],
        [-3e12, 9e12],
        [76e9, 76.0001e9],
      ] as const) {
        const labels = tickLabelsOf(ticksOf([low, high], false), format);
        if (new Set(labels).size !== labels.length) same.push({ format, low, high, labels });
      }
    expect(same).toEqual([]);
  });
});

it("breaks a line at a missing value, never drawing it as 0", () => {
  expect(linePieces([[0, 1], [1, 2], null, [3, 4]])).toEqual(["0.0,1.0 1.0,2.0", "3.0,4.0"]);
  expect(linePieces([null, null])).toEqual([]);
});

const days = (...texts: string[]) => texts.map((text) => serialOf(text)!);
it.each<[string, number[], number, string[]]>([
  ["the first and the last day", days("2014-01-01", "2015-01-01", "2024-01-01"), 100, ["2014-01-01", "2024-01-01"]],
  ["days at equal distances", days("2024-06-01", "2024-06-03", "2024-06-05"), 200, ["2024-06-01", "2024-06-03", "2024-06-05"]],
  ["no day twice", days("2024-06-03", "2024-06-04"), 500, ["2024-06-03", "2024-06-04"]],
  ["a single day in the middle", days("2024-06-03"), 500, ["2024-06-03"]],
  ["nothing without days", [], 500, []],
])("the axis of days names %s", (_, on, width, texts) => {
  const labels = dayLabelsOf(on, width);
  expect(labels.map(({ text }) => text)).toEqual(texts);
  expect(labels.every(({ share }) => share >= 0 && share <= 1)).toBe(true);
});

it("reads out a long series by its ends, its lowest and its highest value", () => {
  const values = Array.from({ length: 100 }, (_, i) => (i === 5 ? null : (i * 7) % 100));
  const drawn: DrawnChart = {
    chart: { kind: "line", title: "Rates", at: { row: 0, column: 0, rows: 1, columns: 1 }, series: [], format: "0.0" },
    categories: values.map((_, i) => `d${i}`),
    series: [{ name: "A", values }],
  };
  expect(chartInWords(drawn)).toBe("Chart: Rates. A: 99 values, from d0 0.0 to d99 93.0, lowest d0 0.0, highest d57 99.0.");
});
