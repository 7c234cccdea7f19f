import { blockColumns, blockForm, blockFormOf, type BlockRequest, namesOf, planBlock, typedNames } from "../../../src/pane/formula/block/plan-block";
import { choiceColumns, isBlockFunction, columnsOfKeys, figureColumns } from "../../../src/pane/formula/block/block-columns";
import { findColumns } from "../../../src/pane/formula/block/figure-picker";
import { companyFigures } from "../../../src/pane/formula/related";
import { formSpec, type FormSpec } from "../../../src/pane/formula/form-spec";

const specOf = (id: string): FormSpec => formSpec(id) as FormSpec;
const rv = specOf("SERVICE.RV");
const request: BlockRequest = {
  label: "Ticker",
  names: ["AAPL", "MSFT"],
  columns: choiceColumns(rv, ["pe", "roe"], []),
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
    expect(typedNames(text)).toEqual(names);
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
    const inputs = [
      { mode: "value", text: "" },
      { mode: "value", text: "" },
      { mode: "cell", text: "$F$1" },
    ] as const;
    const plan = planBlock({ ...request, columns: choiceColumns(specOf("SERVICE.FIN"), ["revenue"], inputs) });
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
    expect(planBlock({ ...request, columns: [] })).toEqual({ ok: false, message: "Choose at least one column first." });
    const many = Array.from({ length: 5001 }, (_, i) => `T${i}`);
    expect(planBlock({ ...request, names: many })).toMatchObject({ ok: false, message: expect.stringContaining("10,002 formulas") as string });
  });

  it("is offered for functions with a name and choices", () => {
    expect(["PRICE", "RV", "FIN", "FRED", "BIS", "SHORTINTEREST"].every((fn) => isBlockFunction(specOf(`SERVICE.${fn}`)))).toBe(true);
    expect(["REGIME", "YIELD", "SMARTMONEY", "NETLIQ"].some((fn) => isBlockFunction(specOf(`SERVICE.${fn}`)))).toBe(false);
  });
});

describe("a block of any figures", () => {
  const columns = columnsOfKeys(["PRICE()", 'RV(,"pe")', 'SERVICE(,"insider")', "SMARTMONEY()"]);

  it("has a formula of each figure's function, and headings that are labels", () => {
    const plan = planBlock({ ...request, columns });
    expect(plan).toMatchObject({ ok: true, formulas: 8, values: "B2:E3" });
    expect(plan.ok && plan.rows.slice(0, 2)).toEqual([
      ["Ticker", "Last close", "P/E", "Insider net, 30 days, USD", "Smart money score"],
      ["AAPL", f("=SERVICE.PRICE($A2)"), f('=SERVICE.RV($A2,"pe")'), f('=SERVICE.GET($A2,"insider")'), f("=SERVICE.SMARTMONEY($A2)")],
    ]);
  });

  it("has one formula for each column if it spills", () => {
    const plan = planBlock({ ...request, columns, spilled: true, inPlace: true });
    expect(plan).toMatchObject({ ok: true, formulas: 4 });
    expect(plan.ok && plan.rows.slice(1)).toEqual([
      [f("=SERVICE.PRICE(A2:A3)"), f('=SERVICE.RV(A2:A3,"pe")'), f('=SERVICE.GET(A2:A3,"insider")'), f("=SERVICE.SMARTMONEY(A2:A3)")],
      [null, null, null, null],
    ]);
  });

  it("offers all figures of a company's page, each with a short heading of its own", () => {
    const offered = figureColumns();
    const keys = new Set(offered.map(({ key }) => key));
    expect(keys.size).toBe(offered.length);
    expect(companyFigures("AAPL").flatMap(({ figures }) => figures.filter(({ key }) => !keys.has(key)))).toEqual([]);
    expect(new Set(offered.map(({ heading }) => heading.toLowerCase())).size).toBe(offered.length);
    expect(offered.filter(({ heading }) => heading.length > 34)).toEqual([]);
    expect(offered.slice(0, 3).map(({ heading, topic }) => [heading, topic])).toEqual([
      ["Last close", "Used most"],
      ["Change on the day, %", "Used most"],
      ["P/E", "Used most"],
    ]);
  });

  it.each([
    ["p/e", ["P/E"]],
    ["days to cover", ["Days to cover"]],
    ["eps", ["EPS, diluted"]],
    ["insider net", ["Insider net, 30 days, USD"]],
    ["PX_LAST", ["Last close"]],
  ])("finds a figure as the search of Build does: %s", (typed, [first]) => {
    const found = findColumns(typed);
    expect([found.columns[0]?.heading, found.together, found.remark]).toEqual([first, false, undefined]);
  });

  it("finds all figures of a list, and names what it does not have", () => {
    expect(findColumns("p/e, revenue, short % of float")).toMatchObject({
      together: true,
      columns: [{ heading: "P/E" }, { heading: "Revenue" }, { heading: "Short % of float" }],
    });
    expect(findColumns("p/e, zzzz")).toMatchObject({ columns: [{ heading: "P/E" }], remark: expect.stringContaining("“zzzz”") as string });
    expect(findColumns("cpi").remark).toMatch(/^No figure of a company for “cpi”/);
    expect(findColumns("market cap")).toMatchObject({ remark: expect.stringContaining("market cap is") as string });
    expect(findColumns("revenue 2023").remark).toContain("not those of 2023");
  });

  it("opens from a form with its figure, or with its function if the form has other arguments", () => {
    const value = (text: string) => ({ mode: "value", text }) as const;
    const open = (id: string, ...texts: string[]) => blockFormOf({ spec: specOf(id), inputs: texts.map(value) });
    expect(open("SERVICE.RV", "AAPL", "pe", "")).toMatchObject({ id: "", text: "AAPL", choices: ['RV(,"pe")'] });
    expect(open("SERVICE", "AAPL", "insider")).toMatchObject({ id: "", choices: ['SERVICE(,"insider")'] });
    expect(open("SERVICE.FIN", "AAPL", "revenue", "2023")).toMatchObject({ id: "SERVICE.FIN", choices: ["revenue"], inputs: [{}, {}, value("2023")] });
    expect(open("SERVICE.FRED", "DGS10")).toMatchObject({ id: "SERVICE.FRED", text: "DGS10" });
    expect(blockColumns(open("SERVICE.FIN", "AAPL", "revenue", "2023"))).toMatchObject([{ heading: "revenue", across: 1 }]);
    expect(blockColumns(blockForm())).toEqual([]);
  });
});
