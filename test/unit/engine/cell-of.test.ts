import { cellOf } from "../../../src/engine/calls/cell-of";
import { CellFunctionError } from "../../../src/engine/calls/custom-functions";
import { runsOfCells } from "../../../src/engine/calls/recalculation";

test.each([
  [4.5, { value: 4.5 }],
  ["n/a: closed", { value: "n/a: closed" }],
  [false, { value: false }],
  [Number.NaN, { error: "#NUM!" }],
  [undefined, { value: null }],
  [
    { type: "Double", basicValue: 45471, numberFormat: "yyyy-mm-dd" },
    { value: 45471, numberFormat: "yyyy-mm-dd" },
  ],
  [
    { type: "FormattedNumber", basicValue: 45471, numberFormat: "yyyy-mm-dd" },
    { value: 45471, numberFormat: "yyyy-mm-dd" },
  ],
  [{ type: "Error", basicValue: "#REF!" }, { error: "#REF!" }],
  [{ type: "Entity", text: "Apple", basicValue: "#VALUE!" }, { value: "Apple" }],
  [() => 1, { error: "#VALUE!" }],
])("a function that returns %p puts %j into its cell", (value, cell) => {
  expect(cellOf({ value })).toEqual(cell);
});

test("a thrown CustomFunctions.Error keeps its code and message, and any other error becomes #VALUE!", () => {
  expect(cellOf({ thrown: new CellFunctionError("#N/A", "The service is away.") })).toEqual({ error: "#N/A", message: "The service is away." });
  expect(cellOf({ thrown: new Error("broken") })).toEqual({ error: "#VALUE!", message: "broken" });
  expect(cellOf({ thrown: undefined })).toEqual({ error: "#VALUE!" });
});

test("in a returned array, short rows are filled with #N/A, and an empty array is #CALC!", () => {
  expect(cellOf({ value: [[1, 2], [3]] })).toEqual([
    [{ value: 1 }, { value: 2 }],
    [{ value: 3 }, { error: "#N/A" }],
  ]);
  expect(cellOf({ value: [] })).toEqual({ error: "#CALC!" });
});

test("adjacent cells of one column form one run, in whatever order they are given", () => {
  const at = (row: number, column: number, sheet = "s1") => ({ unit: "b", sheet, row, column });
  expect(runsOfCells([at(2, 0), at(0, 0), at(1, 0), at(4, 0), at(0, 1), at(0, 0, "s2"), at(1, 0)])).toEqual([
    { unit: "b", sheet: "s1", column: 0, from: 0, to: 2 },
    { unit: "b", sheet: "s1", column: 0, from: 4, to: 4 },
    { unit: "b", sheet: "s1", column: 1, from: 0, to: 0 },
    { unit: "b", sheet: "s2", column: 0, from: 0, to: 0 },
  ]);
});
