import { piecesOf, ticksOf } from "../../../src/hosts/workbench/chart-picture";

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

it("breaks a line at a missing value, never drawing it as 0", () => {
  expect(piecesOf([[0, 1], [1, 2], null, [3, 4]])).toEqual(["0.0,1.0 1.0,2.0", "3.0,4.0"]);
  expect(piecesOf([null, null])).toEqual([]);
});
