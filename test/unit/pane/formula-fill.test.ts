import { besideList, planFill, refuseList, type FillRequest } from "../../../src/pane/formula/fill";
import { formSpec, type FormSpec } from "../../../src/pane/formula/form-spec";
import type { FieldInput } from "../../../src/pane/formula/call-text";

const spec = formSpec("SERVICE.FREDH") as FormSpec;
const value = (text: string): FieldInput => ({ mode: "value", text });
const list = { sheet: "Sheet1", row: 1, column: 0, rows: 3, columns: 1 };
const request: FillRequest = { spec, inputs: [value(""), value("2024-06-25")], argument: 0, list, target: besideList(list) };

/** The formulas that a plan writes, or why there are none. */
const rowsOf = (plan: ReturnType<typeof planFill>) =>
  plan.ok ? plan.rows.map((row) => row.map((content) => (content === null ? null : (content as { readonly formula: string }).formula))) : plan.message;

describe("filling formulas along a list of cells", () => {
  it("writes one formula for each cell of the list, which refers to that cell", () => {
    expect(besideList(list)).toEqual({ sheet: "Sheet1", row: 1, column: 1 });
    expect(rowsOf(planFill(request, ["DGS2", "DGS5", "DGS10"]))).toEqual([
      ['=SERVICE.FREDH(A2,"2024-06-25")'],
      ['=SERVICE.FREDH(A3,"2024-06-25")'],
      ['=SERVICE.FREDH(A4,"2024-06-25")'],
    ]);
  });

  it("writes no formula for an empty cell of the list", () => {
    const plan = planFill(request, ["DGS2", null, " "]);
    expect(rowsOf(plan)).toEqual([['=SERVICE.FREDH(A2,"2024-06-25")'], [null], [null]]);
    expect(plan.ok && [plan.formulas, plan.empty]).toEqual([1, 2]);
    expect(rowsOf(planFill(request, [null, null, null]))).toContain("are empty");
  });

  it("moves the formula's other references too, except those fixed by $", () => {
    const inputs = [value(""), { mode: "cell" as const, text: "C2" }];
    expect(rowsOf(planFill({ ...request, inputs }, ["a", "b", "c"]))).toEqual([
      ["=SERVICE.FREDH(A2,C2)"],
      ["=SERVICE.FREDH(A3,C3)"],
      ["=SERVICE.FREDH(A4,C4)"],
    ]);
    const held = [value(""), { mode: "cell" as const, text: "$C$1" }];
    expect(rowsOf(planFill({ ...request, inputs: held }, ["a", "b", null]))).toEqual([["=SERVICE.FREDH(A2,$C$1)"], ["=SERVICE.FREDH(A3,$C$1)"], [null]]);
  });

  it("writes the formulas below a list that is a row, for any argument that refers to it", () => {
    const across = { sheet: "Sheet1", row: 0, column: 1, rows: 1, columns: 3 };
    const plan = planFill({ spec, inputs: [value("DGS10"), value("")], argument: 1, list: across, target: besideList(across) }, [45000, 45001, 45002]);
    expect(besideList(across)).toEqual({ sheet: "Sheet1", row: 1, column: 1 });
    expect(rowsOf(plan)).toEqual([['=SERVICE.FREDH("DGS10",B1)', '=SERVICE.FREDH("DGS10",C1)', '=SERVICE.FREDH("DGS10",D1)']]);
  });

  it("names the list's sheet if the formulas are on another sheet", () => {
    const plan = planFill({ ...request, target: { sheet: "Board", row: 0, column: 0 } }, ["DGS2", "DGS5", "DGS10"]);
    expect(plan.ok && plan.first).toBe('=SERVICE.FREDH(Sheet1!A2,"2024-06-25")');
  });

  it("refuses a list of several rows and columns, and one of more than 10,000 cells", () => {
    expect(refuseList({ rows: 2, columns: 2 })).toContain("one column or one row");
    expect(refuseList({ rows: 10_001, columns: 1 })).toContain("At most 10,000");
    expect(refuseList({ rows: 10_000, columns: 1 })).toBeUndefined();
  });
});
