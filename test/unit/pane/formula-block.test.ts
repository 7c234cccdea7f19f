import { acrossOf, isBlockFunction, namesIn, namesOf, planBlock, type BlockRequest } from "../../../src/pane/formula/block/plan-block";
import { formSpec, type FormSpec } from "../../../src/pane/formula/form-spec";

const specOf = (id: string): FormSpec => formSpec(id) as FormSpec;
const rv = specOf("SERVICE.RV");
const request: BlockRequest = {
  spec: rv,
  names: ["AAPL", "MSFT"],
  across: acrossOf(rv),
  choices: ["pe", "roe"],
  inputs: [],
  corner: { sheet: "Sheet1", row: 0, column: 0 },
  inPlace: false,
  spilled: false,
};
const f = (formula: string) => ({ formula });

describe("the names of a block", () => {
  it.each([
    ["AAPL, MSFT;NVDA", ["AAPL", "MSFT", "NVDA"]],
    ["AAPL MSFT\tNVDA", ["AAPL", "MSFT", "NVDA"]],
    ["AAPL US Equity\nBRK/B US Equity\n", ["AAPL US Equity", "BRK/B US Equity"]],
    ["aapl\nAAPL\n\n", ["aapl"]],
    [" \n", []],
  ])("are read from %j, each once", (text, names) => {
    expect(namesIn(text)).toEqual(names);
  });

  it("are read from cells without errors, truth values and empty cells", () => {
    expect(namesOf(["AAPL", null, { error: "#N/A" }, true, " MSFT ", "AAPL"])).toEqual(["AAPL", "MSFT"]);
  });
});

describe("a block of formulas", () => {
  it("has a formula for each pair, which refers to the name and the heading", () => {
    const plan = planBlock(request);
    expect(plan).toMatchObject({ ok: true, at: request.corner, formulas: 4, values: "B2:C3" });
    expect(plan.ok && plan.rows).toEqual([
      ["Ticker", "pe", "roe"],
      ["AAPL", f("=SERVICE.RV($A2,B$1)"), f("=SERVICE.RV($A2,C$1)")],
      ["MSFT", f("=SERVICE.RV($A3,B$1)"), f("=SERVICE.RV($A3,C$1)")],
    ]);
  });

  it("passes the other arguments unchanged", () => {
    const fin = specOf("SERVICE.FIN");
    const plan = planBlock({
      ...request,
      spec: fin,
      across: acrossOf(fin),
      choices: ["revenue"],
      inputs: [
        { mode: "value", text: "" },
        { mode: "value", text: "" },
        { mode: "cell", text: "$F$1" },
      ],
    });
    expect(plan.ok && plan.rows[1]).toEqual(["AAPL", f("=SERVICE.FIN($A2,B$1,$F$1)")]);
  });

  it("leaves names that are in the sheet where they are", () => {
    const plan = planBlock({ ...request, corner: { sheet: "Sheet1", row: 3, column: 1 }, inPlace: true });
    expect(plan).toMatchObject({ ok: true, at: { row: 3, column: 2 }, values: "C5:D6" });
    expect(plan.ok && plan.rows).toEqual([
      ["pe", "roe"],
      [f("=SERVICE.RV($B5,C$4)"), f("=SERVICE.RV($B5,D$4)")],
      [f("=SERVICE.RV($B6,C$4)"), f("=SERVICE.RV($B6,D$4)")],
    ]);
  });

  it("is one formula over both headings if it spills", () => {
    const plan = planBlock({ ...request, spilled: true });
    expect(plan).toMatchObject({ ok: true, formulas: 1, first: "=SERVICE.RV(A2:A3,B1:C1)" });
    expect(plan.ok && plan.rows.slice(1)).toEqual([
      ["AAPL", f("=SERVICE.RV(A2:A3,B1:C1)"), null],
      ["MSFT", null, null],
    ]);
  });

  it("says what is missing, and refuses more than 10,000 formulas", () => {
    expect(planBlock({ ...request, names: [] })).toEqual({ ok: false, message: "Choose names in the rows first." });
    expect(planBlock({ ...request, choices: [] })).toEqual({ ok: false, message: "Choose at least one column first." });
    const many = Array.from({ length: 5001 }, (_, i) => `T${i}`);
    expect(planBlock({ ...request, names: many })).toMatchObject({ ok: false, message: expect.stringContaining("10,002 formulas") as string });
  });

  it("is offered for functions with a name and choices", () => {
    expect(["PRICE", "RV", "FIN", "FRED", "BIS", "SHORTINTEREST"].every((fn) => isBlockFunction(specOf(`SERVICE.${fn}`)))).toBe(true);
    expect(["REGIME", "YIELD", "SMARTMONEY", "NETLIQ"].some((fn) => isBlockFunction(specOf(`SERVICE.${fn}`)))).toBe(false);
  });
});
