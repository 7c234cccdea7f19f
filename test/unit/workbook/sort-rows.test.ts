import type { CellValue } from "../../../src/workbook/cell";
import { hasHeading, sortedFormula, sortedOrder, titlesAbove } from "../../../src/workbook/edits/sort-rows";

const sorted = (values: readonly CellValue[], descending = false): CellValue[] => sortedOrder(values, descending).map((i) => values[i]!);
const NA = { error: "#N/A" };
const DIV = { error: "#DIV/0!" };

describe("sorted rows", () => {
  it("have numbers first, then texts in any case, truths, errors, and empty cells last both ways", () => {
    const values = ["b", null, 10, true, NA, "A", -2, "", false, "10", DIV, "a"];
    expect(sorted(values)).toEqual([-2, 10, "10", "A", "a", "b", false, true, NA, DIV, null, ""]);
    expect(sorted(values, true)).toEqual([NA, DIV, true, false, "b", "A", "a", "10", 10, -2, null, ""]);
  });

  it("keep their order if their values are equal", () => {
    expect(sortedOrder([2, 1, 2, 1], false)).toEqual([1, 3, 0, 2]);
    expect(sortedOrder([2, 1, 2, 1], true)).toEqual([0, 2, 1, 3]);
  });

  it("have formulas whose relative references move, but not those with a sheet, with $, or in text", () => {
    for (const [formula, moved] of [
      ["=B2*2", "=B5*2"],
      ["=B$2+$B2", "=B$2+$B5"],
      ["=SUM(B2:C3)", "=SUM(B5:C6)"],
      ["=Sheet1!B2+B2", "=Sheet1!B2+B5"],
      ["=SUM('My Sheet'!B2:B9,B2)", "=SUM('My Sheet'!B2:B9,B5)"],
      ["=Sheet1!B2:INDEX(A1:A9,2)", "=Sheet1!B2:INDEX(A4:A12,2)"],
      ['=SERVICE.FRED(A2)&"A2"&Rate', '=SERVICE.FRED(A5)&"A2"&Rate'],
      ["=SUM(A:A)", "=SUM(A:A)"],
      ["=A2", "=A5"],
    ] as const)
      expect(sortedFormula(formula, 3)).toBe(moved);
    expect(sortedFormula("=A2", -3)).toBe("=#REF!");
  });

  it("have a heading if only texts are above other values", () => {
    expect(
      hasHeading([
        ["name", "n"],
        ["x", 1],
      ]),
    ).toBe(true);
    expect(
      hasHeading([
        ["name", "n"],
        ["x", "y"],
      ]),
    ).toBe(false);
    expect(
      hasHeading([
        ["name", 2020],
        ["x", 1],
      ]),
    ).toBe(false);
    expect(
      hasHeading([
        ["name", ""],
        ["x", 1],
      ]),
    ).toBe(false);
    expect(
      hasHeading([
        ["name", "n"],
        ["", null],
        ["x", NA],
      ]),
    ).toBe(true);
    expect(hasHeading([["name", "n"]])).toBe(false);
  });

  it("have no heading in a row with a reason instead of a value", () => {
    expect(
      hasHeading([
        ["MSFT", "n/a: no value"],
        ["GOOG", 5],
      ]),
    ).toBe(false);
  });

  it("begin below the titles of a list, if a heading follows them", () => {
    const list = [
      ["Date", "CPI", null],
      [45_000, 1, 2],
    ];
    expect(titlesAbove(list)).toBe(0);
    expect(titlesAbove([["Consumer prices", null, null], [null, "Source: …", ""], ...list])).toBe(2);
    expect(
      titlesAbove([
        ["Peers", null],
        ["name", "n"],
        ["x", 1],
      ]),
    ).toBe(1);
    for (const rows of [
      [
        ["AAPL", null],
        ["MSFT", 5],
      ],
      [
        ["AAPL", null],
        ["MSFT", "n/a: no value"],
        ["GOOG", 5],
      ],
      [["a"], ["b"], [3]],
      [["a"], ["b"]],
      [[5, null], ...list],
    ])
      expect(titlesAbove(rows)).toBe(0);
  });
});
