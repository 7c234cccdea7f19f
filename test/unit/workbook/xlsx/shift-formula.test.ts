import { shiftFormula } from "../../../../src/workbook/formulas/shift-formula";
import { textOf, tokensOf } from "../../../../src/workbook/formulas/formula-tokens";
import fc from "fast-check";

test.each([
  ["A1+$B$2+C$3+$D4", 2, 1, "B3+$B$2+D$3+$D6"],
  ["SUM(A:B)+SUM(3:4)", 1, 1, "SUM(B:C)+SUM(4:5)"],
  ["SUM($A:$B)+SUM($3:$4)", 1, 1, "SUM($A:$B)+SUM($3:$4)"],
  ["\"A1\"&Data!A1&'A1'!A1", 1, 0, "\"A1\"&Data!A2&'A1'!A2"],
  ["LOG10(A1)+A1_rate+rate2024x", 1, 0, "LOG10(A2)+A1_rate+rate2024x"],
  ["A1", -1, 0, "#REF!"],
  ["XFD1", 0, 1, "#REF!"],
  ["Sales[A1]", 1, 0, "Sales[A1]"],
])("%s shifted by %i rows and %i columns is %s", (formula, rows, columns, expected) => expect(shiftFormula(formula, rows, columns)).toBe(expected));

test("the tokens of any text join to the same text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => textOf(tokensOf(text)) === text));
});
