import { withSecondCalculation } from "../../../src/hosts/excel/second-calculation";
import type { CellPlace, CellValue } from "../../../src/workbook/cell";
import { addressOf } from "../../../src/workbook/cell-address";
import { pass, withFakeTimers } from "../../time";

withFakeTimers();

const place = (row: number): CellPlace => ({ sheet: "Sheet1", row, column: 0 });

/** A workbook whose cells show these values, and what was calculated. `call` is a call of a cell's function. */
function book(...values: readonly CellValue[]) {
  const calls = new Map<string, number>();
  const calculated: string[][] = [];
  const recalculate = withSecondCalculation(
    {
      recalculate: async (places) => (calculated.push(places.map(addressOf)), []),
      shown: async (places) => places.map(({ row }) => ({ value: values[row] ?? null, text: "" })),
    },
    { evaluations: (cell) => calls.get(cell) ?? 0 },
  );
  const call = (row: number) => calls.set(addressOf(place(row)), (calls.get(addressOf(place(row))) ?? 0) + 1);
  return { recalculate, calculated, call };
}

test("calculates cells with an error a second time, and not again, if no function was called for them", async () => {
  const errors = ["#BUSY!", "#CONNECT!", "#NAME?", "#CALC!", "#VALUE!", "#N/A"].map((error) => ({ error }));
  const { recalculate, calculated } = book(...errors, 4.25, "n/a: no value", null, { error: "#SPILL!" });
  await recalculate(Array.from({ length: 10 }, (_, row) => place(row)));
  await pass(60_000);
  expect(calculated.map((cells) => cells.length)).toEqual([10, 6]);
  expect(calculated[1]).toEqual(["Sheet1!A1", "Sheet1!A2", "Sheet1!A3", "Sheet1!A4", "Sheet1!A5", "Sheet1!A6"]);
});

test("waits while Excel still calls functions, and leaves cells whose function was called", async () => {
  const { recalculate, calculated, call } = book({ error: "#BUSY!" }, { error: "#BUSY!" }, { error: "#BUSY!" });
  await recalculate([0, 1, 2].map(place));
  await pass(1_500);
  call(0);
  await pass(2_000);
  call(1);
  await pass(2_000);
  expect(calculated).toHaveLength(1);
  await pass(60_000);
  expect(calculated).toEqual([["Sheet1!A1", "Sheet1!A2", "Sheet1!A3"], ["Sheet1!A3"]]);
});
