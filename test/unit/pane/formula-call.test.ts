import { SERIES_IDS } from "../../../src/contract/series";
import fc from "fast-check";
import { callText, type FieldInput, handOver, missingOf, openCalls, readHanded, replaceCall } from "../../../src/pane/formula/call-text";
import { formSpec, type FormSpec } from "../../../src/pane/formula/form-spec";
import { shiftReferences } from "../../../src/pane/formula/fill";
import { readBlock } from "../../../src/workbook/cell-reference";
import { CELL_FUNCTIONS } from "../../../src/contract/functions";

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

describe("references", () => {
  it("to cells and blocks are parsed with and without a sheet name", () => {
    expect(readBlock("A2:A50")).toEqual({ row: 1, column: 0, rows: 49, columns: 1 });
    expect(readBlock("$B$3")).toEqual({ row: 2, column: 1, rows: 1, columns: 1 });
    expect(readBlock("'It''s'!C5:B4")).toEqual({ sheet: "It's", row: 3, column: 1, rows: 2, columns: 2 });
    for (const none of ["A:A", "1:3", "A0", "XFE1", "A1048577", "A2:", "hello", "", "A1,B2"]) expect(readBlock(none)).toBeUndefined();
  });

  it.each([
    ["A2", 1, 0, "A3"],
    ["$A$2", 5, 5, "$A$2"],
    ["$A2&B$1", 3, 2, "$A5&D$1"],
    ['"A2"&A2', 1, 0, '"A2"&A3'],
    ["'A2 x'!B2+LOG10(C3)", 1, 1, "'A2 x'!C3+LOG10(D4)"],
    ["A1", -1, 0, "#REF!"],
    ["DATE(2024,6,19)", 9, 9, "DATE(2024,6,19)"],
  ] as const)("in %s, moved by %i rows and %i columns, are %s", (before, rows, columns, after) => {
    expect(shiftReferences(before, rows, columns)).toBe(after);
  });
});
