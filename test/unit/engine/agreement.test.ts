import { precisionOf, sameResult } from "../../../src/engine/trust/agreement";
import type { CellValue } from "../../../src/workbook/cell";

const NA = { error: "#N/A" };

test.each<[CellValue, CellValue, boolean]>([
  [1.5, 1.5 + 1e-10, true],
  [1.5, 1.5 + 1e-8, false],
  [6.1e-17, 0, true],
  [1e-9, 0, false],
  ["a", "a", true],
  ["a", "A", false],
  ["1", 1, false],
  [true, 1, false],
  [null, "", true],
  [null, 0, false],
  [NA, { error: "#N/A" }, true],
  [NA, { error: "#VALUE!" }, false],
  [NA, "#N/A", false],
  [Number.NaN, 1, false],
])("%j and %j are the same result: %j", (a, b, same) => {
  expect([sameResult(a, b, precisionOf("=SUM(A1)")), sameResult(b, a, precisionOf("=SUM(A1)"))]).toEqual([same, same]);
});

test("an iterated rate needs the precision to which Excel iterates it, and no more", () => {
  expect(sameResult(0.07930826116, 0.07930825967, precisionOf("=XIRR(A1:A9,B1:B9)"))).toBe(true);
  expect(sameResult(0.0793, 0.0794, precisionOf("=XIRR(A1:A9,B1:B9)"))).toBe(false);
});

test("a net present value near 0 counts as rounding", () => {
  expect(sameResult(6.4e-12, -6.7e-15, precisionOf("=NPV(A1,B1:B9)"))).toBe(true);
  expect(sameResult(6.4e-12, -6.7e-15, precisionOf("=SUM(B1:B9)"))).toBe(false);
  expect(sameResult(1e-8, 0, precisionOf("=NPV(A1,B1:B9)"))).toBe(false);
});
