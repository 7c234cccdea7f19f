import { shapeOf, type Shape } from "../../../../src/hosts/sheets/read-call";
import { grid } from "../../../grid";

const NAMES = ["ticker", "field", "days"];
const fit = (...args: unknown[]): Shape => {
  const shape = shapeOf(args, NAMES);
  if ("message" in shape) throw new Error(shape.message);
  return shape;
};
const all = (shape: Shape): unknown[][] =>
  Array.from({ length: shape.rows * shape.columns }, (_, i) => [...shape.at(Math.floor(i / shape.columns), i % shape.columns)]);
const message = (...args: unknown[]): string => {
  const shape = shapeOf(args, NAMES);
  return "message" in shape ? shape.message : "fits";
};

describe("arguments of one call", () => {
  test("give one cell if all are single values", () => {
    const shape = fit("GME", "days");
    expect(shape).toMatchObject({ rows: 1, columns: 1, single: true });
    expect(all(shape)).toEqual([["GME", "days"]]);
  });

  test("count as single values if they are ranges of one cell", () => expect(fit([["GME"]], [["days"]])).toMatchObject({ rows: 1, columns: 1, single: true }));

  test("of equal shape are paired cell by cell", () =>
    expect(all(fit(grid(2, "A", "B", "C", "D"), grid(2, 1, 2, 3, 4)))).toEqual(grid(2, "A", 1, "B", 2, "C", 3, "D", 4)));

  test("give a grid if they are a column and a row, in either order", () => {
    expect(all(fit([["A"], ["B"]], [["x", "y", "z"]]))).toEqual(grid(2, "A", "x", "A", "y", "A", "z", "B", "x", "B", "y", "B", "z"));
    expect(fit([["x", "y", "z"]], [["A"], ["B"]])).toMatchObject({ rows: 2, columns: 3, single: false });
  });

  test("a single value is repeated for each cell of a range", () =>
    expect(all(fit([["A"], ["B"]], "days", [[30]]))).toEqual(grid(3, "A", "days", 30, "B", "days", 30)));

  test("give a grid if they are two columns and a row", () => expect(fit([["A"], ["B"]], [["x", "y"]], [[1], [2]])).toMatchObject({ rows: 2, columns: 2 }));

  test.each([
    [
      "columns of different length",
      [
        [["A"], ["B"]],
        [["x"], ["y"], ["z"]],
      ],
    ],
    ["a block with a column", [grid(2, "A", "B", "C", "D"), [["x"], ["y"]]]],
    ["a block with a row", [grid(2, "A", "B", "C", "D"), [["x", "y"]]]],
  ])("%s get an error about their shapes", (_, args) => {
    expect(message(...args)).toMatch(/^These ranges do not fit together: ticker is 2 × [12], field is \d × \d \(rows × columns\)\. Expected equal sizes/);
  });

  test("leave a cell blank if all their ranges are blank at that position", () => {
    const shape = fit([["A"], [""], [" "]], "days");
    expect([0, 1, 2].map((row) => shape.isBlank(row, 0))).toEqual([false, true, true]);
    const two = fit([["A"], [""]], [[""], [30]]);
    expect([two.isBlank(0, 0), two.isBlank(1, 0)]).toEqual([false, false]);
    expect(fit("", "days").isBlank(0, 0)).toBe(false);
  });
});
