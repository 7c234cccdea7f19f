import { strFromU8, unzipSync, zipSync as zipOf } from "fflate";
import { readFileSync } from "node:fs";
import path from "node:path";
import { FileRefusal } from "../../../../src/workbook/xlsx/file-refusal";
import { freezeServiceCells } from "../../../../src/workbook/xlsx/freeze-service-cells";
import { readBook } from "../../../../src/workbook/xlsx/read/read-book";
import { itWithSharedData } from "../../../shared-data";
import { smallFile, worksheet, type SmallFile } from "./small-file";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const SHEET = "xl/worksheets/sheet1.xml";

/** The cells of the first sheet after freezing, as written. */
function frozen(data: string, rest: Partial<SmallFile> = {}) {
  const result = freezeServiceCells(smallFile({ sheets: { Model: data }, ...rest }));
  const xml = strFromU8(unzipSync(result.file)[SHEET]!);
  return { ...result, data: /<sheetData>(.*)<\/sheetData>/s.exec(xml)![1]! };
}

describe("a SERVICE formula becomes its value", () => {
  test.each([
    [
      "a number, with its format",
      `<c r="B2" s="2" cm="1"><f t="array" ref="B2">_xldudf_SERVICE_FRED(A2)</f><v>4.31</v></c>`,
      `<c r="B2" s="2"><v>4.31</v></c>`,
    ],
    [
      "a reason, as text",
      `<c r="B2" t="str" cm="1"><f t="array" ref="B2">_xldudf_SERVICE_FRED(A2)</f><v>n/a: A &amp; B &lt;1&gt;</v></c>`,
      `<c r="B2" t="inlineStr"><is><t xml:space="preserve">n/a: A &amp; B &lt;1&gt;</t></is></c>`,
    ],
    ["an error", `<c r="B2" t="e"><f>_xldudf_SERVICE_FRED("BAD")</f><v>#N/A</v></c>`, `<c r="B2" t="e"><v>#N/A</v></c>`],
    ["a truth value", `<c r="B2" t="b"><f>_xldudf_SERVICE_ESI("thin")</f><v>0</v></c>`, `<c r="B2" t="b"><v>0</v></c>`],
    ["a formatted value", `<c r="B2" cm="1" vm="2"><f t="array" ref="B2">_xldudf_SERVICE_ESI("date")</f><v>45468</v></c>`, `<c r="B2" vm="2"><v>45468</v></c>`],
    ["a formula with SERVICE among other functions", `<c r="B2"><f>IFERROR(SUM(A1,_xldudf_SERVICE_FRED("X")),0)</f><v>3</v></c>`, `<c r="B2"><v>3</v></c>`],
    ["a formula with a broken name", `<c r="B2"><f>[2]!_xldudf_SERVICE_FRED(A2)</f><v>3</v></c>`, `<c r="B2"><v>3</v></c>`],
  ])("%s", (_, before, after) => {
    const { data, frozen: count, kept } = frozen(`<row r="2">${before}</row>`);
    expect(data).toBe(`<row r="2">${after}</row>`);
    expect({ count, kept }).toEqual({ count: 1, kept: [] });
  });

  it("an array's block keeps its values", () => {
    const { data } = frozen(
      `<row r="1"><c r="A1" cm="1"><f t="array" ref="A1:A2">_xldudf_SERVICE_FRED(C1:C2)</f><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c></row>`,
    );
    expect(data).toBe(`<row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c></row>`);
  });

  it("a formula in a file with prefixed XML elements", () => {
    const sheet = `<x:worksheet xmlns:x="${MAIN}"><x:sheetData><x:row r="1"><x:c r="A1" t="str"><x:f>_xldudf_SERVICE_REGIME()</x:f><x:v>Expansion</x:v></x:c></x:row></x:sheetData></x:worksheet>`;
    const { file } = freezeServiceCells(smallFile({ sheets: { S: "" }, parts: { [SHEET]: sheet } }));
    expect(strFromU8(unzipSync(file)[SHEET]!)).toContain(`<x:c r="A1" t="inlineStr"><x:is><x:t xml:space="preserve">Expansion</x:t></x:is></x:c>`);
  });
});

describe("freezing SERVICE formulas leaves unchanged", () => {
  it("other formulas, texts that name SERVICE, comments and blanks", () => {
    const rest = `<!-- _xldudf_SERVICE_FRED(1) 📈 --><c r="C1"><f>B1*2</f><v>8</v></c>\r\n<c r="C2" t="inlineStr"><is><t>📈\r\n€</t></is></c><c r="D1" t="str"><f>"SERVICE.FRED(A1)"</f><v>SERVICE.FRED(A1)</v></c><c r='E1'  t='inlineStr'><is><t>=SERVICE.FRED(A1)</t></is></c>`;
    const { data, frozen: count } = frozen(`<row r="1">${rest}<c r="F1"><f>_xldudf_SERVICE_FRED(A1)</f><v>4</v></c></row>`);
    expect(data).toBe(`<row r="1">${rest}<c r="F1"><v>4</v></c></row>`);
    expect(count).toBe(1);
  });

  it("a file without SERVICE formulas", () => {
    const file = smallFile({ sheets: { S: `<row r="1"><c r="A1"><f>1+1</f><v>2</v></c></row>` } });
    expect(freezeServiceCells(file)).toEqual({ file, frozen: 0, kept: [] });
  });

  itWithSharedData("charts, pivots, comments and all other cells of an analyst's workbook", (folder) => {
    const before = readFileSync(path.join(folder, "..", "workbooks", "analyst.xlsx"));
    const { file, frozen: count, kept } = freezeServiceCells(new Uint8Array(before));
    expect({ count, kept }).toEqual({ count: 8, kept: [] });
    const [was, is] = [unzipSync(new Uint8Array(before)), unzipSync(file)];
    const touched = ["xl/worksheets/sheet1.xml", "xl/calcChain.xml"];
    expect(Object.keys(is)).toEqual(Object.keys(was));
    expect(Object.keys(is)).toHaveLength(46);
    for (const [name, part] of Object.entries(is)) expect([name, Buffer.from(part).equals(Buffer.from(was[name]!))]).toEqual([name, !touched.includes(name)]);

    const [sheetWas, sheetIs] = [strFromU8(was[SHEET]!), strFromU8(is[SHEET]!)];
    const cells = (xml: string): Map<string, string> => new Map([...xml.matchAll(/<c r="([A-Z]+\d+)"(?:[^>]*\/>|.*?<\/c>)/gs)].map((m) => [m[1]!, m[0]]));
    const differing = [...cells(sheetWas)].filter(([reference, xml]) => cells(sheetIs).get(reference) !== xml).map(([reference]) => reference);
    expect(differing).toEqual(["B2", "B3", "B4", "B5", "B6", "B9", "B10", "B16"]);
    expect(sheetIs.replace(/<sheetData>.*<\/sheetData>/s, "")).toBe(sheetWas.replace(/<sheetData>.*<\/sheetData>/s, ""));
    const chain = (parts: typeof is): string[] => [...strFromU8(parts["xl/calcChain.xml"]!).matchAll(/<c r="(\w+)" i="1"\/>/g)].map((m) => m[1]!);
    expect(chain(is)).toEqual(chain(was).filter((reference) => !differing.includes(reference)));

    const [bookWas, bookIs] = [readBook(new Uint8Array(before)), readBook(file)];
    const formulas = (book: typeof bookIs): string[] =>
      book.sheets.flatMap((s) => s.cells.flatMap((c) => (c.formula?.includes("SERVICE") ? [] : [`${s.name} ${c.row} ${c.column} ${c.formula}`])));
    expect(formulas(bookIs).filter((f) => !f.endsWith("undefined"))).toEqual(formulas(bookWas).filter((f) => !f.endsWith("undefined")));
    const value = (book: typeof bookIs, row: number): unknown => book.sheets[0]!.cells.find((c) => c.row === row && c.column === 1)?.value;
    for (const row of [1, 2, 3, 4, 5, 8, 9, 15]) expect(value(bookIs, row)).toEqual(value(bookWas, row));
  });
});

describe("shared formulas in freezing", () => {
  const group = `<row r="1"><c r="A1"><f t="shared" ref="A1:A3" si="0">_xldudf_SERVICE_FRED(B1)</f><v>1</v></c></row>`;

  it("are frozen as a whole if each cell has a value", () => {
    const { data, frozen: count } = frozen(`${group}<row r="2"><c r="A2"><f t="shared" si="0"/><v>2</v></c></row>`);
    expect(data).toBe(`<row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c></row>`);
    expect(count).toBe(2);
  });

  it("are written out in a cell without a value when the first cell is frozen", () => {
    const { data, kept } = frozen(
      `${group}<row r="2"><c r="A2" t="e"><f t="shared" si="0"/><v>#GETTING_DATA</v></c></row><row r="3"><c r="A3"><f t="shared" si="0"/><v>3</v></c></row>`,
    );
    expect(data).toContain(`<c r="A2" t="e"><f>_xldudf_SERVICE_FRED(B2)</f><v>#GETTING_DATA</v></c>`);
    expect(data).toContain(`<c r="A3"><v>3</v></c>`);
    expect(kept).toEqual([{ where: "Model!A2", why: expect.stringContaining("no value yet") }]);
  });

  it("of other functions stay shared", () => {
    const other = `<c r="C1"><f t="shared" ref="C1:C2" si="1">A1*2</f><v>2</v></c></row><row r="2"><c r="C2"><f t="shared" si="1"/><v>4</v></c>`;
    expect(frozen(`<row r="1"><c r="A1"><f>_xldudf_SERVICE_REGIME()</f><v>1</v></c>${other}</row>`).data).toContain(other);
  });
});

describe("a formula is kept and reported, not frozen,", () => {
  test.each([
    ["is not calculated", `<c r="B2"><f>_xldudf_SERVICE_FRED(A2)</f></c>`, /no value yet.*Refresh it/],
    ["has an empty value", `<c r="B2"><f>_xldudf_SERVICE_FRED(A2)</f><v></v></c>`, /no value yet/],
    ["is still loading", `<c r="B2" t="e"><f>_xldudf_SERVICE_FRED(A2)</f><v>#GETTING_DATA</v></c>`, /no value yet/],
    ["has a function that this Excel does not know", `<c r="B2" t="e"><f>SERVICE.FRED(A2)</f><v>#NAME?</v></c>`, /#NAME\?.*Audit/],
  ])("if its cell %s", (_, cell, why) => {
    const { data, frozen: count, kept } = frozen(`<row r="2">${cell}</row>`);
    expect(data).toBe(`<row r="2">${cell}</row>`);
    expect(count).toBe(0);
    expect(kept).toEqual([{ where: "Model!B2", why: expect.stringMatching(why) }]);
  });

  it("unless its value is an empty text, which is frozen", () => {
    expect(frozen(`<row r="2"><c r="B2" t="str"><f>IF(1,"",_xldudf_SERVICE_FRED(A2))</f><v></v></c></row>`)).toMatchObject({ frozen: 1, kept: [] });
  });

  it("if it is in a name, a conditional format or a table", () => {
    const { file, kept } = frozen(`<row r="1"><c r="A1"><f>_xldudf_SERVICE_REGIME()</f><v>1</v></c></row>`, {
      after: `<conditionalFormatting sqref="A1:A9"><cfRule type="expression" priority="1"><formula>A1&gt;_xldudf_SERVICE_FRED("DGS10")</formula></cfRule></conditionalFormatting><dataValidations><dataValidation sqref="B1"><formula1>A1&gt;2</formula1></dataValidation></dataValidations>`,
      workbook: `<definedNames><definedName name="tenyear">_xldudf_SERVICE_FRED("DGS10")</definedName><definedName name="other">Model!$A$1</definedName></definedNames>`,
      parts: {
        "xl/worksheets/_rels/sheet1.xml.rels": `<Relationships><Relationship Id="t" Type="http://x/table" Target="../tables/table1.xml"/></Relationships>`,
        "xl/tables/table1.xml": `<table xmlns="${MAIN}" displayName="Rates" ref="D1:E2"><tableColumns><tableColumn name="Id"/><tableColumn name="Rate"><calculatedColumnFormula>_xldudf_SERVICE_FRED(Rates[[#This Row],[Id]])</calculatedColumnFormula></tableColumn></tableColumns></table>`,
      },
    });
    expect(kept.map((k) => k.where)).toEqual(["Model, rule for A1:A9", "Name tenyear", "Table Rates, column Rate"]);
    const parts = unzipSync(file);
    expect(strFromU8(parts["xl/workbook.xml"]!)).toContain("_xldudf_SERVICE_FRED");
    expect(strFromU8(parts[SHEET]!)).toContain("<formula>A1&gt;_xldudf_SERVICE_FRED");
  });

  it("if it reads the spill range of a frozen cell", () => {
    const { kept } = frozen(
      `<row r="1"><c r="A1" cm="1"><f t="array" ref="A1">_xldudf_SERVICE_FRED(C1:C2)</f><v>1</v></c><c r="B1"><f>SUM(_xlfn.ANCHORARRAY($A$1))</f><v>1</v></c></row>`,
    );
    expect(kept).toEqual([{ where: "Model!B1", why: expect.stringContaining("A1#") }]);
  });
});

describe("the calculation chain", () => {
  const chained = (chain: string) =>
    freezeServiceCells(
      smallFile({
        sheets: {
          One: `<row r="1"><c r="A1"><f>_xldudf_SERVICE_REGIME()</f><v>1</v></c><c r="B1"><f>A1+1</f><v>2</v></c></row>`,
          Two: `<row r="1"><c r="A1"><f>_xldudf_SERVICE_REGIME()</f><v>1</v></c></row>`,
        },
        related: { calcChain: "calcChain.xml" },
        parts: {
          "xl/calcChain.xml": `<calcChain xmlns="${MAIN}">${chain}</calcChain>`,
          "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/calcChain.xml" ContentType="x"/></Types>`,
        },
      }),
    );

  it("loses the frozen cells; an entry without a sheet stays on its sheet", () => {
    const { file } = chained(`<c r="A1" i="2" l="1"/><c r="A1" i="2" s="1"/><c r="A1" i="1" a="1"/><c r="B1"/><c r="C9" s="1"/>`);
    const parts = unzipSync(file);
    expect(strFromU8(parts["xl/calcChain.xml"]!)).toBe(`<calcChain xmlns="${MAIN}"><c r="B1" i="1"/><c r="C9" s="1"/></calcChain>`);
  });

  it("goes with its content type and relationship if no cell is left in it", () => {
    const parts = unzipSync(chained(`<c r="A1" i="2"/><c r="A1" i="1"></c>`).file);
    expect(Object.keys(parts)).not.toContain("xl/calcChain.xml");
    expect(Object.values(parts).filter((part) => strFromU8(part).includes("calcChain"))).toEqual([]);
  });
});

test("all sheets are frozen, and a reported cell has its sheet's name", () => {
  const cell = `<row r="1"><c r="A1"><f>_xldudf_SERVICE_REGIME()</f></c></row>`;
  const { kept, frozen: count } = freezeServiceCells(
    smallFile({ sheets: { One: `<row r="1"><c r="A1"><f>_xldudf_SERVICE_REGIME()</f><v>1</v></c></row>`, "It's two": cell } }),
  );
  expect({ count, where: kept.map((k) => k.where) }).toEqual({ count: 1, where: ["'It''s two'!A1"] });
});

test("a frozen file with a sheet in UTF-16 can be read", () => {
  const text = `<?xml version="1.0" encoding="UTF-16"?>${worksheet(`<row r="1"><c r="A1" t="str"><f>_xldudf_SERVICE_REGIME()</f><v>Größe</v></c></row>`)}`;
  const bytes = new Uint8Array([0xff, 0xfe, ...Buffer.from(text, "utf16le")]);
  const parts = unzipSync(smallFile({ sheets: { S: "" } }));
  const { file } = freezeServiceCells(zipOf({ ...parts, [SHEET]: bytes }));
  expect(readBook(file).sheets[0]!.cells).toEqual([{ row: 0, column: 0, value: "Größe" }]);
});

test("freezing refuses a file that is not a workbook", () => expect(() => freezeServiceCells(new Uint8Array([1, 2, 3]))).toThrow(FileRefusal));
