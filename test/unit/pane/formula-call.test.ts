import { SERIES_IDS } from "../../../src/contract/series";
import fc from "fast-check";
import { CELL_FUNCTIONS } from "../../../src/contract/functions";
import type { Answer, Outcome } from "../../../src/core/outcome";
import { choiceColumns, columnsOfKeys, figureColumns, isBlockFunction } from "../../../src/pane/formula/block/block-columns";
import { blockColumns, blockForm, blockFormOf, type BlockRequest, namesOf, planBlock, typedNames } from "../../../src/pane/formula/block/plan-block";
import { blockFormats, fetchFormats } from "../../../src/pane/formula/block/block-formats";
import { findColumns } from "../../../src/pane/formula/block/figure-picker";
import { callText, type FieldInput, handOver, missingOf, openCalls, readHanded, replaceCall } from "../../../src/pane/formula/call-text";
import { companyFigures } from "../../../src/pane/formula/related";
import { besideList, type FillRequest, planFill } from "../../../src/pane/formula/fill";
import { formSpec, type FormSpec } from "../../../src/pane/formula/form-spec";
import { readBlock } from "../../../src/workbook/cell-reference";
import { grid } from "../../grid";

const form = (id: string): FormSpec => {
  const spec = formSpec(id);
  if (!spec) throw new Error(`There is no form of ${id}.`);
  return spec;
};
const value = (text: string): FieldInput => ({ mode: "value", text });
const cell = (text: string, sheet?: string): FieldInput => ({ mode: "cell", text, ...(sheet ? { sheet } : {}) });

describe("a form of the formula builder", () => {
  it("exists for every function, and for SERVICE and SERVICE.GET", () => {
    for (const fn of CELL_FUNCTIONS) expect(form(`SERVICE.${fn}`).title).not.toBe("");
    expect(form("service").parameters.map((p) => p.name)).toEqual(["entity", "path"]);
    expect(form("SERVICE.GET").id).toBe("SERVICE.GET");
    expect(formSpec("SERVICE.GAMMA")).toBeUndefined();
    expect(formSpec("SERVICE.NOPE")).toBeUndefined();
  });

  it("offers the names that an argument accepts, with their meaning", () => {
    const [series] = form("SERVICE.FRED").parameters;
    expect(series?.choices).toHaveLength(SERIES_IDS.length);
    expect(series?.choices?.find((c) => c.value === "DGS10")?.about).toBe("Treasury constant maturity, 10 years (%, daily)");
    for (const [id, name] of [
      ["YIELD", "tenor"],
      ["MMRATE", "key"],
      ["WHALE", "asset"],
      ["FUNDING", "symbol"],
      ["CBRATE", "country"],
      ["BIS", "country"],
      ["FILING", "metric"],
      ["FIN", "item"],
      ["TRACKRECORD", "signalType"],
      ["ONCHAIN_RISK", "asset"],
    ] as const)
      expect(form(`SERVICE.${id}`).parameters.find((p) => p.name === name)?.choices?.length).toBeGreaterThan(5);
  });

  it("lists the missing required arguments", () => {
    expect(missingOf(form("SERVICE.FREDH"), [value("DGS10")]).map((p) => p.name)).toEqual(["date"]);
    expect(missingOf(form("SERVICE.YIELD"), [value("10Y")])).toEqual([]);
    expect(missingOf(form("SERVICE"), [value(""), value("price")]).map((p) => p.name)).toEqual(["entity"]);
    expect(missingOf(form("SERVICE"), [value(""), value("regime")])).toEqual([]);
  });
});

describe("the formula that a form writes", () => {
  it.each([
    ["SERVICE.FRED", [value("DGS10")], 'SERVICE.FRED("DGS10")'],
    ["SERVICE.FRED", [value("DGS10"), value("date")], 'SERVICE.FRED("DGS10","date")'],
    ["SERVICE.SIGNAL", [value("NVDA"), value(""), value("90")], 'SERVICE.SIGNAL("NVDA",,90)'],
    ["SERVICE.YIELD", [value("10Y"), value("2024")], 'SERVICE.YIELD("10Y",2024)'],
    ["SERVICE.YIELD", [value("10Y"), value("2024-06-19")], 'SERVICE.YIELD("10Y","2024-06-19")'],
    ["SERVICE.FREDH", [value("DGS10"), cell("$B$1")], 'SERVICE.FREDH("DGS10",$B$1)'],
    ["SERVICE.FIN", [cell("A2"), value("revenue"), value("2024")], 'SERVICE.FIN(A2,"revenue",2024)'],
    ["SERVICE.PRICE", [value('A"B')], 'SERVICE.PRICE("A""B")'],
    ["SERVICE.PRICE", [value("7203")], 'SERVICE.PRICE("7203")'],
    ["SERVICE.REGIME", [], "SERVICE.REGIME()"],
    ["SERVICE", [value("AAPL"), value("price")], 'SERVICE("AAPL","price")'],
    ["SERVICE", [value(""), value("regime")], 'SERVICE(,"regime")'],
  ] as const)("for %s with %j is %s", (id, inputs, text) => {
    expect(callText(form(id), inputs)).toBe(text);
  });

  it("names a cell's sheet only if it differs from the formula's sheet", () => {
    const spec = form("SERVICE.PRICE");
    expect(callText(spec, [cell("A2", "My Sheet")], "Sheet1")).toBe("SERVICE.PRICE('My Sheet'!A2)");
    expect(callText(spec, [cell("A2", "Sheet1")], "Sheet1")).toBe("SERVICE.PRICE(A2)");
    expect(callText(spec, [cell("A2")], "Sheet1")).toBe("SERVICE.PRICE(A2)");
  });

  it("opens again with the same inputs, for any typed text", () => {
    const spec = form("SERVICE.SHORTINTEREST");
    const text = fc.string({ maxLength: 20 }).filter((s) => s.trim() !== "" && !s.includes("\n"));
    fc.assert(
      fc.property(text, text, (a, b) => {
        const call = callText(spec, [value(a), value(b)]);
        const [opened] = openCalls(`=${call}`);
        expect(opened?.inputs).toEqual([value(a.trim()), value(b.trim())]);
      }),
    );
  });
});

describe("opening a formula", () => {
  it("fills the form with the call's values, cells and expressions", () => {
    const [opened] = openCalls('=SERVICE.FREDH("DGS10",TODAY()-1,"last")');
    expect(opened?.spec.id).toBe("SERVICE.FREDH");
    expect(opened?.inputs).toEqual([value("DGS10"), cell("TODAY()-1"), value("last")]);
    expect(openCalls('=SERVICE.PRICE(IF(A1="a,b",{"x","y"},B2))')[0]?.inputs[0]).toEqual(cell('IF(A1="a,b",{"x","y"},B2)'));
    expect(openCalls("=SERVICE.SIGNAL('My Sheet'!$A$2,,30)")[0]?.inputs).toEqual([cell("'My Sheet'!$A$2"), value(""), value("30")]);
  });

  it("and writing it again keeps dates, years and counts as the same numbers", () => {
    for (const call of [
      'SERVICE.FREDH("DGS10",45462)',
      'SERVICE.YIELD("10Y",2024)',
      'SERVICE.FIN("AAPL","revenue",2024)',
      'SERVICE.SIGNAL("NVDA","count",30)',
      'SERVICE.SIGNAL("NVDA","count",1.5)',
    ]) {
      const [opened] = openCalls(`=${call}`);
      expect(opened && callText(opened.spec, opened.inputs)).toBe(call);
    }
  });

  it("replaces only the opened call with the changed one", () => {
    const formula = '=IFERROR(SERVICE.YIELD("10Y")-SERVICE.YIELD("2Y"),"n/a")*100';
    const [, second] = openCalls(formula);
    if (!second) throw new Error("The second call was not found.");
    expect(second.text).toBe('SERVICE.YIELD("2Y")');
    expect(replaceCall(formula, second, 'SERVICE.YIELD("5Y",A1)')).toBe('=IFERROR(SERVICE.YIELD("10Y")-SERVICE.YIELD("5Y",A1),"n/a")*100');
  });

  it("opens nested calls", () => {
    const calls = openCalls('=SERVICE.FREDH("DGS10",SERVICE.YIELD("AS_OF"))');
    expect(calls.map((c) => c.spec.id)).toEqual(["SERVICE.FREDH", "SERVICE.YIELD"]);
    expect(calls[0]?.inputs[1]).toEqual(cell('SERVICE.YIELD("AS_OF")'));
  });

  it("finds no call in a formula without one, and never throws", () => {
    expect(openCalls("=SUM(A1:A3)")).toEqual([]);
    expect(openCalls("")).toEqual([]);
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void openCalls(text)));
  });

  it("accepts a formula that the Inspect tab hands over, or a plain formula, and nothing else", () => {
    const handed = { formula: "=SERVICE.ESI()", place: { sheet: "Sheet1", row: 1, column: 2 }, start: 1 };
    expect(readHanded(handOver(handed))).toEqual(handed);
    expect(readHanded("=SERVICE.ESI()")).toEqual({ formula: "=SERVICE.ESI()" });
    expect(readHanded("{broken")).toBeUndefined();
    expect(readHanded("")).toBeUndefined();
  });
});

it("references to cells and blocks are parsed with and without a sheet name", () => {
  expect(readBlock("A2:A50")).toEqual({ row: 1, column: 0, rows: 49, columns: 1 });
  expect(readBlock("$B$3")).toEqual({ row: 2, column: 1, rows: 1, columns: 1 });
  expect(readBlock("'It''s'!C5:B4")).toEqual({ sheet: "It's", row: 3, column: 1, rows: 2, columns: 2 });
  for (const none of ["A:A", "1:3", "A0", "XFE1", "A1048577", "A2:", "hello", "", "A1,B2"]) expect(readBlock(none)).toBeUndefined();
});

const spec = formSpec("SERVICE.FREDH") as FormSpec;
const list = { sheet: "Sheet1", row: 1, column: 0, rows: 3, columns: 1 };
const request: FillRequest = { spec, inputs: [value(""), value("2024-06-25")], argument: 0, list, target: besideList(list) };

/** The formulas that a plan writes. */
const rowsOf = ({ rows }: ReturnType<typeof planFill>) =>
  rows.map((row) => row.map((content) => (content === null ? null : (content as { readonly formula: string }).formula)));

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
    expect([plan.formulas, plan.empty]).toEqual([1, 2]);
    expect(() => planFill(request, [null, null, null])).toThrow("are empty");
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
    const filled = (first: FieldInput) =>
      rowsOf(planFill({ spec, inputs: [first, value("")], argument: 1, list: across, target: besideList(across) }, [45000, 45001, null]));
    expect(besideList(across)).toEqual({ sheet: "Sheet1", row: 1, column: 1 });
    expect(filled(value("DGS10"))).toEqual([['=SERVICE.FREDH("DGS10",B1)', '=SERVICE.FREDH("DGS10",C1)', null]]);
    // Whole columns move, too, as in Excel.
    expect(filled(cell("INDEX(F:F,1)"))).toEqual([["=SERVICE.FREDH(INDEX(F:F,1),B1)", "=SERVICE.FREDH(INDEX(G:G,1),C1)", null]]);
  });

  it("names the list's sheet if the formulas are on another sheet", () => {
    const plan = planFill({ ...request, target: { sheet: "Board", row: 0, column: 0 } }, ["DGS2", "DGS5", "DGS10"]);
    expect(rowsOf(plan)[0]).toEqual(['=SERVICE.FREDH(Sheet1!A2,"2024-06-25")']);
  });

  it("refuses a list of several rows and columns, and one of more than 10,000 cells", () => {
    const fill = (rows: number, columns: number) =>
      planFill(
        { ...request, list: { ...list, rows, columns } },
        Array.from({ length: rows * columns }, () => "A"),
      );
    expect(() => fill(2, 2)).toThrow("one column or one row");
    expect(() => fill(10_001, 1)).toThrow("At most 10,000");
    expect(fill(10_000, 1).formulas).toBe(10_000);
  });
});

describe("a block of formulas", () => {
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
      expect(offered.slice(0, 3).map(({ heading, topic }) => [heading, topic])).toEqual(
        grid(2, "Last close", "Used most", "Change on the day, %", "Used most", "P/E", "Used most"),
      );
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
});

const columnsOf = (id: string, ...choices: string[]) => choiceColumns(formSpec(id)!, choices, []);
const number = (value: number | null, unit: string) => ({ kind: "number", value, unit }) as unknown as Answer;

test("the cells of a column with one unit have the decimals of the most exact one", () => {
  const rv = columnsOf("SERVICE.RV", "pe", "roe");
  const answers = [
    [number(31.2, "x"), number(147.1, "%")],
    [number(28.123, "x"), number(32.5, "%")],
  ];
  expect(blockFormats(rv, 2, answers)).toEqual(grid(2, "#,##0.000", '0.00"%"', "#,##0.000", '0.00"%"'));
});

test("rows without an answer get the declared unit", () => {
  const short = columnsOf("SERVICE.SHORTINTEREST", "short_interest", "days");
  expect(blockFormats(short, 3, [[number(1_200_000, "shares"), number(1.25, "days")]])).toEqual(
    grid(2, "#,##0", "#,##0.00", "#,##0", "#,##0.00", "#,##0", "#,##0.00"),
  );
});

test("units that differ from row to row give each row its own format, and dates and texts theirs", () => {
  const fred = columnsOf("SERVICE.FRED", "latest");
  const text = { kind: "text", value: "monthly" } as unknown as Answer;
  const date = { kind: "date", value: 45_460 } as unknown as Answer;
  const answers = [[number(4.27, "%")], [number(314.069, "index")], [date], [text], [undefined], [number(5.1, "%")]];
  expect(blockFormats(fred, 6, answers)).toEqual([['0.00"%"'], ["#,##0.000"], ["yyyy-mm-dd"], [undefined], [undefined], ['0.00"%"']]);
});

test("figures of several functions have the formats of their units, by path too", () => {
  const columns = columnsOfKeys(["PRICE()", 'RV(,"dividend_yield")', 'SERVICE(,"insider")', 'PRICE(,"date")']);
  const date = { kind: "date", value: 45_460 } as unknown as Answer;
  const answers = [[number(210.5, "USD"), number(0.45, "%"), number(-1_250_000, "USD"), date]];
  expect(blockFormats(columns, 2, answers)).toEqual([
    ["#,##0.00", '0.00"%"', "#,##0", "yyyy-mm-dd"],
    // A row without an answer has the unit of the others, or the declared one.
    ["#,##0.00", '0.00"%"', "#,##0", undefined],
  ]);
});

test("a long list fetches its first rows only, and a short one each value whose unit may vary", async () => {
  const columns = columnsOfKeys(["PRICE()", 'SHORTINTEREST(,"days")']);
  const asked: string[] = [];
  const ask = (column: { readonly heading: string }, name: string) => {
    asked.push(`${column.heading} ${name}`);
    return Promise.resolve({ kind: "answer", answer: number(1.5, "USD") } as unknown as Outcome);
  };
  await fetchFormats(columns, ["A", "B", "C"], 1, ask);
  expect(asked).toEqual(["Last close A", "Days to cover A", "Last close B", "Last close C"]);
  const formats = await fetchFormats(columns, Array.from({ length: 1_001 }, (_, i) => `T${i}`), 6, ask); // prettier-ignore
  expect(asked).toHaveLength(4 + 12);
  expect(formats[1_000]?.[0]).toBe("#,##0.00");
});
