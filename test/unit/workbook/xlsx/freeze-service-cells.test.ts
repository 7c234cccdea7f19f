import { strFromU8, unzipSync, zipSync as zipOf } from "fflate";
import { readFileSync } from "node:fs";
import path from "node:path";
import { FileRefusal } from "../../../../src/workbook/xlsx/file-refusal";
import { readBook } from "../../../../src/workbook/xlsx/read/read-book";
import { itWithSharedData } from "../../../shared-data";
import { frozenFile, MAIN, smallFile, type SmallFile, worksheet } from "./small-file";
import { repairCalls } from "../../../../src/workbook/xlsx/rewrite/repair-calls";

const SHEET = "xl/worksheets/sheet1.xml";

/** The cells of the first sheet after freezing, as written. */
function frozen(data: string, rest: Partial<SmallFile> = {}) {
  const result = frozenFile(smallFile({ sheets: { Model: data }, ...rest }));
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
    const { file } = frozenFile(smallFile({ sheets: { S: "" }, parts: { [SHEET]: sheet } }));
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
    expect(frozenFile(file)).toEqual({ file, frozen: 0, kept: [] });
  });

  itWithSharedData("charts, pivots, comments and all other cells of an analyst's workbook", (folder) => {
    const before = readFileSync(path.join(folder, "..", "workbooks", "analyst.xlsx"));
    const { file, frozen: count, kept } = frozenFile(new Uint8Array(before));
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
    frozenFile(
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
  const { kept, frozen: count } = frozenFile(
    smallFile({ sheets: { One: `<row r="1"><c r="A1"><f>_xldudf_SERVICE_REGIME()</f><v>1</v></c></row>`, "It's two": cell } }),
  );
  expect({ count, where: kept.map((k) => k.where) }).toEqual({ count: 1, where: ["'It''s two'!A1"] });
});

test("a frozen file with a sheet in UTF-16 can be read", () => {
  const text = `<?xml version="1.0" encoding="UTF-16"?>${worksheet(`<row r="1"><c r="A1" t="str"><f>_xldudf_SERVICE_REGIME()</f><v>Größe</v></c></row>`)}`;
  const bytes = new Uint8Array([0xff, 0xfe, ...Buffer.from(text, "utf16le")]);
  const parts = unzipSync(smallFile({ sheets: { S: "" } }));
  const { file } = frozenFile(zipOf({ ...parts, [SHEET]: bytes }));
  expect(readBook(file).sheets[0]!.cells).toEqual([{ row: 0, column: 0, value: "Größe" }]);
});

test("freezing refuses a file that is not a workbook", () => expect(() => frozenFile(new Uint8Array([1, 2, 3]))).toThrow(FileRefusal));

const METADATA = "xl/metadata.xml";
const TYPE = `<metadataType name="XLDAPR" cellMeta="1"/>`;
const DYNAMIC = `<bk><extLst><ext uri="{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}"><xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/></ext></extLst></bk>`;
const metadata = (content: string): string =>
  `<metadata xmlns="${MAIN}" xmlns:xda="http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray">${content}</metadata>`;
const WHOLE = metadata(
  `<metadataTypes count="1">${TYPE}</metadataTypes><futureMetadata name="XLDAPR" count="1">${DYNAMIC}</futureMetadata><cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata>`,
);
const withMetadata = (content: string): Partial<SmallFile> => ({ related: { sheetMetadata: "metadata.xml" }, parts: { [METADATA]: content } });

function repaired(cells: string, rest: Partial<SmallFile> = withMetadata(WHOLE)) {
  const before = smallFile({ sheets: { S: `<row r="2">${cells}</row>` }, ...rest });
  const { file, repaired: places } = repairCalls(before);
  const parts = unzipSync(file);
  return { before, file, places, parts, row: /<row r="2">(.*)<\/row>/s.exec(strFromU8(parts[SHEET]!))![1]! };
}
const right = (reference: string, formula: string, rest = "<v>1</v>", cm = 1): string =>
  `<c r="${reference}" cm="${cm}"><f t="array" ref="${reference}">${formula}</f>${rest}</c>`;

describe("a repair writes the form that Excel stores for", () => {
  it.each([
    [
      "the typed name",
      `<c r="A2" t="e" cm="1"><f t="array" aca="1" ref="A2" ca="1">SERVICE.FRED("A&amp;B")</f><v>#NAME?</v></c>`,
      `<c r="A2" t="e" cm="1"><f t="array" ref="A2">_xldudf_SERVICE_FRED(&quot;A&amp;B&quot;)</f><v>#NAME?</v></c>`,
    ],
    [
      "a name of another add-in",
      `<c r="A2" cm="1"><f t="array" ref="A2">[2]!_xldudf_SERVICE_FRED(A1)</f><v>1</v></c>`,
      right("A2", "_xldudf_SERVICE_FRED(A1)"),
    ],
    [
      "lower case",
      `<c r="A2" s="3" cm="1"><f t="array" ref="A2">_xldudf_service_price(A1)</f><v>1</v></c>`,
      `<c r="A2" s="3" cm="1"><f t="array" ref="A2">_xldudf_SERVICE_PRICE(A1)</f><v>1</v></c>`,
    ],
    ["a plain formula", `<c r="A2"><f>_xldudf_SERVICE_FRED(A1)</f><v>1</v></c>`, right("A2", "_xldudf_SERVICE_FRED(A1)")],
    ["an array without its mark", `<c r="A2"><f t="array" ref="A2">_xldudf_SERVICE_FRED(A1)</f><v>1</v></c>`, right("A2", "_xldudf_SERVICE_FRED(A1)")],
    [
      "a call within other functions, not in texts",
      `<c r="A2" cm="1"><f t="array" ref="A2">IF(service.fred (A1)&gt;1,"SERVICE.FRED(",_xlfn.XLOOKUP(1,B1,_xll.SERVICE.GET(A1)))</f><v>1</v></c>`,
      right("A2", `IF(_xldudf_SERVICE_FRED(A1)&gt;1,&quot;SERVICE.FRED(&quot;,_xlfn.XLOOKUP(1,B1,_xldudf_SERVICE_GET(A1)))`),
    ],
  ])("%s", (_, before, after) => {
    const { row, places } = repaired(before);
    expect([row, places]).toEqual([after, ["S!A2"]]);
  });

  it("shared formulas, each in its own cell", () => {
    const { row, places } = repaired(
      `<c r="A2"><f t="shared" ref="A2:C2" si="0">_xldudf_service_price(A1)</f><v>1</v></c><c r="B2"><f t="shared" si="0"/><v>1</v></c>`,
    );
    expect([row, places]).toEqual([right("A2", "_xldudf_SERVICE_PRICE(A1)") + right("B2", "_xldudf_SERVICE_PRICE(B1)"), ["S!A2", "S!B2"]]);
  });
});

describe("a repair keeps", () => {
  it.each([
    ["a right formula", right("A2", '_xldudf_SERVICE_FRED("X")')],
    [
      "functions that do not exist, and formulas without calls",
      `<c r="A2"><f>SERVICE.NOSUCH(1)</f><v>1</v></c><c r="B2"><f>"SERVICE.FRED("&amp;1</f><v>1</v></c>`,
    ],
    ["a formula that takes one cell of a range", `<c r="A2"><f>ROUND(B1:B9,2)+_xldudf_SERVICE_FRED("X")</f><v>1</v></c>`],
    ["the block of a {=…} formula", `<c r="A2"><f t="array" ref="A2:B2">_xldudf_SERVICE_FRED(A1:B1)</f><v>1</v></c><c r="B2"><v>1</v></c>`],
  ])("%s", (_, cells) => {
    const { before, file, places } = repaired(cells);
    expect([file === before, places]).toEqual([true, []]);
  });

  it("the kind of formulas that cannot become dynamic arrays, with right names", () => {
    const { row } = repaired(
      `<c r="A2"><f>ROUND(B1:B9,2)+SERVICE.FRED("X")</f><v>1</v></c><c r="B2"><f t="array" ref="B2:C2">SERVICE.FRED(A1:B1)</f><v>1</v></c><c r="C2"><v>1</v></c>`,
    );
    expect(row).toBe(
      `<c r="A2"><f>ROUND(B1:B9,2)+_xldudf_SERVICE_FRED(&quot;X&quot;)</f><v>1</v></c><c r="B2"><f t="array" ref="B2:C2">_xldudf_SERVICE_FRED(A1:B1)</f><v>1</v></c><c r="C2"><v>1</v></c>`,
    );
  });

  it("a name SERVICE of the workbook itself", () => {
    const workbook = `<definedNames><definedName name="Service">LAMBDA(x,x)</definedName></definedNames>`;
    expect(repaired(`<c r="A2"><f>SERVICE(1)</f><v>1</v></c>`, { ...withMetadata(WHOLE), workbook }).row).toContain("SERVICE(1)</f>");
  });

  it("other parts and chain entries unchanged", () => {
    const chain = `<calcChain xmlns="${MAIN}"><c r="A2" i="1"/><c r="B2" i="1" a="1"/><c r="C2" i="1"/></calcChain>`;
    const { before, parts } = repaired(
      `<c r="A2"><f>SERVICE.FRED(A1)</f><v>1</v></c><c r="B2" cm="1"><f t="array" ref="B2">SERVICE.FRED(A1)</f><v>1</v></c><c r="C2"><f>A2</f><v>1</v></c>`,
      { related: { sheetMetadata: "metadata.xml", calcChain: "calcChain.xml" }, parts: { [METADATA]: WHOLE, "xl/calcChain.xml": chain } },
    );
    const was = unzipSync(before);
    expect(Object.keys(was).filter((name) => Buffer.compare(was[name]!, parts[name]!) !== 0)).toEqual([SHEET, "xl/calcChain.xml"]);
    expect(strFromU8(parts["xl/calcChain.xml"]!)).toBe(chain.replace(`<c r="A2" i="1"/>`, ""));
  });
});

describe("the mark of dynamic arrays", () => {
  const plain = `<c r="A2"><f>_xldudf_SERVICE_FRED(A1)</f><v>1</v></c>`;

  it("comes with its part, content type and relationship if the file has none", () => {
    const { parts, row } = repaired(plain, {});
    expect(row).toBe(right("A2", "_xldudf_SERVICE_FRED(A1)"));
    expect(strFromU8(parts[METADATA]!)).toContain(`fDynamic="1"`);
    expect(strFromU8(parts["[Content_Types].xml"]!)).toMatch(/<Override PartName="\/xl\/metadata\.xml" ContentType="[^"]*sheetMetadata\+xml"\/><\/Types>$/);
    expect(strFromU8(parts["xl/_rels/workbook.xml.rels"]!)).toMatch(/Type="[^"]*\/sheetMetadata" Target="metadata\.xml"\/><\/Relationships>$/);
  });

  const other = `<metadataType name="XLRICHVALUE"/>`;
  const rich = `<futureMetadata name="XLRICHVALUE" count="1"><bk><extLst/></bk></futureMetadata>`;
  it.each([
    [
      "a record that leads elsewhere",
      `<metadataTypes count="2">${other}${TYPE}</metadataTypes>${rich}<futureMetadata name="XLDAPR" count="1">${DYNAMIC}</futureMetadata><cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata>`,
      2,
      `<cellMetadata count="2"><bk><rc t="1" v="0"/></bk><bk><rc t="2" v="0"/></bk></cellMetadata>`,
    ],
    [
      "only another type",
      `<metadataTypes count="1">${other}</metadataTypes>${rich}<valueMetadata count="1"><bk><rc t="1" v="0"/></bk></valueMetadata>`,
      1,
      `<cellMetadata count="1"><bk><rc t="2" v="0"/></bk></cellMetadata><valueMetadata`,
    ],
    [
      "only a block of fixed size",
      `<metadataTypes count="1">${TYPE}</metadataTypes><futureMetadata name="XLDAPR" count="1">${DYNAMIC.replace('fDynamic="1"', 'fDynamic="0"')}</futureMetadata><cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata>`,
      2,
      `<bk><rc t="1" v="1"/></bk></cellMetadata>`,
    ],
    ["nothing", "", 1, `<cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata></metadata>`],
  ])("is added to a part with %s", (_, content, cm, record) => {
    const { parts, row, file } = repaired(plain, withMetadata(metadata(content)));
    expect(row).toBe(right("A2", "_xldudf_SERVICE_FRED(A1)", "<v>1</v>", cm));
    expect(strFromU8(parts[METADATA]!)).toContain(record);
    expect(repairCalls(file)).toEqual({ file, repaired: [] });
  });

  it("is used as it is", () => {
    expect(strFromU8(repaired(plain).parts[METADATA]!)).toBe(WHOLE);
  });
});

itWithSharedData("every form of a call is repaired in excel-forms.xlsx, once", (folder) => {
  const before = new Uint8Array(readFileSync(path.join(folder, "..", "workbooks", "excel-forms.xlsx")));
  const { file, repaired: places } = repairCalls(before);
  expect(places.length).toBe(62);
  const [was, is] = [unzipSync(before), unzipSync(file)];
  expect(Object.keys(is)).toEqual(Object.keys(was));
  const changed = Object.keys(was).filter((name) => Buffer.compare(was[name]!, is[name]!) !== 0);
  expect(changed).toEqual(["xl/worksheets/sheet2.xml", "xl/worksheets/sheet3.xml", "xl/calcChain.xml"]);
  const formulas = [1, 2, 3].flatMap((n) =>
    [...strFromU8(is[`xl/worksheets/sheet${n}.xml`]!).matchAll(/<c [^>]*><f[^>]*>[^<]*service[^<]*/gi)].map(([cell]) => cell),
  );
  expect(formulas.filter((cell) => !/ cm="1"[^>]*><f t="array" ref="[A-Z]+\d+">/.test(cell) || /service\./i.test(cell))).toEqual([]);
  expect(formulas).toHaveLength(67);
  expect(readBook(file).sheets.flatMap(({ cells }) => cells.filter(({ stuckName }) => stuckName))).toEqual([]);
  expect(repairCalls(file).repaired).toEqual([]);
});
