import type { FromStored } from "../../../src/engine/from-stored";
import type { BookCell } from "../../../src/workbook/book";
import type { CellValue } from "../../../src/workbook/cell";
import { dataOfBook, openedEngine } from "./values-of";

const cell = (row: number, column: number, formula: string, values: readonly (readonly CellValue[])[]): BookCell => ({
  row,
  column,
  formula,
  value: values[0]![0]!,
  ...(values.length > 1 || values[0]!.length > 1 ? { spill: values } : {}),
});

/** A1 stores 7, and reads nothing; all others depend on it. */
const CELLS = [
  cell(0, 0, "=ABS(-3)", [[7]]),
  cell(0, 1, "=A1*2", [[100]]),
  cell(0, 2, "=TRANSPOSE(E1:F1)+B1", [[5], [6]]),
  cell(0, 3, "=SUM(C1:C2)", [[1]]),
  { row: 0, column: 4, value: 10 },
  { row: 0, column: 5, value: 20 },
];

function open(parts: Partial<FromStored>) {
  const stored = CELLS.flatMap((one) =>
    one.formula === undefined ? [] : [{ at: { unit: "book", sheet: "s1", row: one.row, column: one.column }, values: one.spill ?? [[one.value]] }],
  );
  const nothing = (): void => undefined;
  const data = dataOfBook({ sheets: [{ name: "S", cells: CELLS }], active: 0, names: [], settings: {} }, "book");
  return openedEngine(data, {}, { stored, isCalculated: () => true, begin: nothing, end: nothing, found: nothing, ...parts });
}

test("each formula is calculated from stored values first, also those of arrays, and then all from calculated values", async () => {
  const found = new Map<number, unknown>();
  const steps: string[] = [];
  const engine = open({
    begin: () => void steps.push("begin"),
    end: () => void steps.push("end"),
    found: ({ column }, values) => void found.set(column, values),
  });
  await engine.settled();
  expect(Object.fromEntries(found)).toEqual({ 0: [[3]], 1: [[14]], 2: [[110], [120]], 3: [[11]] });
  expect(steps).toEqual(["begin", "end"]);
  expect([engine.cell("S", 0, 0), engine.cell("S", 0, 1), engine.cell("S", 1, 2), engine.cell("S", 0, 3)].map(({ value }) => value)).toEqual([3, 6, 26, 42]);
});

test("formulas that are not wanted are not calculated from stored values", async () => {
  const found: number[] = [];
  const engine = open({ isCalculated: ({ column }) => column === 1, found: ({ column }) => void found.push(column) });
  await engine.settled();
  expect(found).toEqual([1]);
});

test("what is thrown in the calculation from stored values ends the calculation", async () => {
  const engine = open({
    found: () => {
      throw new Error("no room");
    },
  });
  await expect(engine.settled()).rejects.toThrow("no room");
});
