import { withReferences } from "../../../src/workbook/formulas/with-references";

const TO = { row: 3, column: 1, rows: 9, columns: 1 };

describe("references of a formula", () => {
  it.each([
    ["=SUM(B4:B6)", "=SUM(B4:B12)"],
    ["=sum( $b$4:B$6 ) + A1", "=sum( $B$4:B$12 ) + A1"],
    ["=SUM(B6:B4)", "=SUM(B12:B4)"],
    ["='My sheet'!B4:'My sheet'!B6", "='My sheet'!B4:'My sheet'!B12"],
    ['="B4:B6"&A1', '="B4:B6"&A1'],
    ["=SUM([Book1.xlsx]Data!B4:B6)", "=SUM([Book1.xlsx]Data!B4:B6)"],
    ["=SUM(B:B,4:6)+B4:B5:B6", "=SUM(B:B,4:6)+B4:B5:B6"],
  ])("with ranges replaced: %s becomes %s", (formula, expected) => {
    expect(withReferences(formula, "Sheet1", ({ isRange }) => (isRange ? TO : undefined))).toBe(expected);
  });

  it("of single cells keep their $ and their sheet", () => {
    const cell = { row: 9, column: 27, rows: 1, columns: 1 };
    expect(withReferences("=$b4+B$4/Rates!$C$7-LOG10(A1)", "Sheet1", () => cell)).toBe("=$AB10+AB$10/Rates!$AB$10-LOG10(AB10)");
  });

  it("become #REF! as a whole", () => {
    expect(withReferences("=SUM(Rates!B4:Rates!B6)+1", "Sheet1", () => "#REF!")).toBe("=SUM(Rates!#REF!)+1");
  });

  it("know the function that they are a whole argument of", () => {
    const seen: unknown[] = [];
    withReferences("=sum(A1, 'My sheet'!B1:B2 )+MAX(C1+1,(D1))", "Sheet1", (_, functionName) => void seen.push(functionName()));
    expect(seen).toEqual(["SUM", "SUM", undefined, undefined]);
  });

  it("are read in order, each with its sheet and its $", () => {
    const seen: unknown[] = [];
    withReferences(
      "=SUM(A$1:$A2,Rates!B1:C2,D1)",
      "Sheet1",
      ({ sheet, column, rows, isRange, fixed }) => void seen.push([sheet, column, rows, isRange, fixed]),
    );
    const free = { rows: [false, false], columns: [false, false] };
    expect(seen).toEqual([
      ["Sheet1", 0, 2, true, { rows: [true, false], columns: [false, true] }],
      ["Rates", 1, 2, true, free],
      ["Sheet1", 3, 1, false, free],
    ]);
  });
});
