import fc from "fast-check";
import { strToU8, zipSync } from "fflate";
import { readFileSync } from "node:fs";
import path from "node:path";
import { CELL_FUNCTIONS } from "../../../../src/contract/functions";
import type { BookCell } from "../../../../src/workbook/book";
import { textOf, tokensOf } from "../../../../src/workbook/formulas/formula-tokens";
import { shiftFormula } from "../../../../src/workbook/formulas/shift-formula";
import { needsArray, toSeenFormula, toStoredFormula, unstorable } from "../../../../src/workbook/formulas/stored-formula";
import { readBook } from "../../../../src/workbook/xlsx/read/read-book";
import { settingsXml } from "../../../../src/workbook/xlsx/settings";
import { itWithSharedData } from "../../../shared-data";
import { MAIN, refusal, relationships, settingsInExcel, type SmallFile, smallFile } from "./small-file";
import { grid } from "../../../grid";

const cellsOf = (data: string, rest: Partial<SmallFile> = {}): readonly BookCell[] =>
  readBook(smallFile({ sheets: { Sheet1: data }, ...rest })).sheets[0]!.cells;
const values = (data: string, rest?: Partial<SmallFile>): unknown[] => cellsOf(data, rest).map((c) => c.value);
const formulas = (data: string, rest?: Partial<SmallFile>): unknown[] => cellsOf(data, rest).map((c) => c.formula);

describe("cells of a file", () => {
  it("may be numbers, texts of every kind, booleans, errors and dates", () => {
    const strings = `<sst xmlns="${MAIN}"><si><t>plain</t></si><si><r><t>ri</t></r><r><rPr><b/></rPr><t>ch</t></r><rPh sb="0" eb="1"><t>reading</t></rPh></si></sst>`;
    const data = `<row r="1"><c r="A1"><v>1.5</v></c><c r="B1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c><c r="D1" t="inlineStr"><is><t>in</t></is></c>
      <c r="E1" t="str"><f>"a"</f><v>a</v></c><c r="F1" t="b"><v>1</v></c><c r="G1" t="e"><v>#N/A</v></c><c r="H1" t="d"><v>2024-06-25</v></c>
      <c r="I1" t="e"><f>A2</f><v>#GETTING_DATA</v></c><c r="J1"><v/></c><c r="K1" t="inlineStr"><is><t>line_x000A_end</t></is></c></row>`;
    expect(values(data, { parts: { "xl/sharedStrings.xml": strings }, related: { sharedStrings: "sharedStrings.xml" } })).toEqual([
      1.5,
      "plain",
      "rich",
      "in",
      "a",
      true,
      { error: "#N/A" },
      45468,
      { error: "#BUSY!" },
      "line\nend",
    ]);
  });

  it("are at their address, or next to the previous one without an address", () => {
    const cells = cellsOf(`<row><c><v>1</v></c><c><v>2</v></c></row><row r="4"><c r="C4"><v>3</v></c><c><v>4</v></c></row><row><c><v>5</v></c></row>`);
    expect(cells.map(({ row, column, value }) => [row, column, value])).toEqual(grid(3, 0, 0, 1, 0, 1, 2, 3, 2, 3, 3, 3, 4, 4, 0, 5));
  });

  it("are as stored in a book that counts days from 1904, which also holds for a day in ISO form", () => {
    const styles = `<styleSheet xmlns="${MAIN}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="46"/></cellXfs></styleSheet>`;
    const rest = { properties: `<workbookPr date1904="1"/>`, parts: { "xl/styles.xml": styles }, related: { styles: "styles.xml" } };
    const data = `<row r="1"><c r="A1"><v>44006</v></c><c r="B1" s="1"><v>44006</v></c><c r="C1" s="2"><v>1.5</v></c><c r="D1" t="d"><v>2024-06-25</v></c></row>`;
    expect(values(data, rest)).toEqual([44006, 44006, 1.5, 44006]);
    const book = readBook(smallFile({ sheets: { Sheet1: data }, ...rest }));
    expect(book).toMatchObject({ from1904: true });
    expect(book.leftOut).toBeUndefined();
  });

  it("may have newer error values such as #SPILL!", () => {
    const RICH = "http://schemas.microsoft.com/office/spreadsheetml/2017/richdata";
    const parts = {
      "xl/metadata.xml": `<metadata xmlns="${MAIN}" xmlns:xlrd="${RICH}"><metadataTypes count="2"><metadataType name="XLDAPR"/><metadataType name="XLRICHVALUE"/></metadataTypes><futureMetadata name="XLRICHVALUE" count="2"><bk><extLst><ext uri="{3e2802c4-a4d2-4d8b-9148-e3be6c30e623}"><xlrd:rvb i="0"/></ext></extLst></bk><bk><extLst><ext><xlrd:rvb i="1"/></ext></extLst></bk></futureMetadata><valueMetadata count="2"><bk><rc t="2" v="0"/></bk><bk><rc t="2" v="1"/></bk></valueMetadata></metadata>`,
      "xl/richData/rdrichvalue.xml": `<rvData xmlns="${RICH}" count="2"><rv s="0"><v>0</v><v>8</v></rv><rv s="0"><v>0</v><v>14</v></rv></rvData>`,
      "xl/richData/rdrichvaluestructure.xml": `<rvStructures xmlns="${RICH}" count="1"><s t="_error"><k n="colOffset" t="i"/><k n="errorType" t="i"/></s></rvStructures>`,
    };
    const related = { sheetMetadata: "metadata.xml", rdRichValue: "richData/rdrichvalue.xml", rdRichValueStructure: "richData/rdrichvaluestructure.xml" };
    const data = `<row r="1"><c r="A1" t="e" vm="1"><f>B1</f><v>#VALUE!</v></c><c r="B1" t="e" vm="2"><f>C1</f><v>#VALUE!</v></c><c r="C1" t="e"><v>#VALUE!</v></c></row>`;
    expect(values(data, { parts, related })).toEqual([{ error: "#SPILL!" }, { error: "#BUSY!" }, { error: "#VALUE!" }]);
  });
});

describe("formulas of a file", () => {
  it("of a shared group are written out in each cell", () => {
    const data = `<row r="1"><c r="A1"><f t="shared" si="3"/><v>1</v></c><c r="B1"><f t="shared" ref="A1:B2" si="3">_xldudf_SERVICE_FRED(B$4)+$C1</f><v>2</v></c></row>
      <row r="2"><c r="B2"><f t="shared" si="3"/><v>3</v></c></row>`;
    expect(formulas(data)).toEqual(["=SERVICE.FRED(A$4)+$C1", "=SERVICE.FRED(B$4)+$C1", "=SERVICE.FRED(B$4)+$C2"]);
  });

  it("that spill have all values of their block; its other cells are not listed", () => {
    const data = `<row r="1"><c r="A1" cm="1"><f t="array" ref="A1:B2">_xlfn.SEQUENCE(2,2)</f><v>1</v></c><c r="B1"><v>2</v></c><c r="C1"><v>9</v></c></row>
      <row r="2"><c r="A2"><v>3</v></c><c r="B2"><v>4</v></c></row>`;
    expect(cellsOf(data)).toEqual([
      { row: 0, column: 0, value: 1, formula: "=SEQUENCE(2,2)", spill: [[1, 2], [3, 4]] }, // prettier-ignore
      { row: 0, column: 2, value: 9 },
    ]);
  });

  it("with table references are converted to cell references", () => {
    const parts = {
      "xl/worksheets/_rels/sheet1.xml.rels": relationships(["rId1", "table", "../tables/table1.xml"]),
      "xl/tables/table1.xml": `<table xmlns="${MAIN}" displayName="Sales" ref="B2:C5" totalsRowCount="1"><tableColumns><tableColumn name="Day [UTC]"/><tableColumn name="Amount"/></tableColumns></table>`,
    };
    const f = (r: string, text: string): string => `<c r="${r}"><f>${text}</f><v>1</v></c>`;
    const data = `<row r="1">${f("A1", "SUM(Sales[Amount])")}${f("B1", "ROWS(Sales)")}${f("C1", "Sales[[#Totals],[Amount]]")}${f("D1", "COUNTA(Sales[#All])")}${f("E1", "Sales['Day '[UTC']]&amp;&quot;Sales[Amount]&quot;")}${f("F1", "SUM(Sales[Nope])")}</row>
      <row r="3">${f("D3", "Sales[[#This Row],[Amount]]*2")}</row><row r="5">${f("C5", "SUBTOTAL(109,[Amount])")}</row>`;
    expect(formulas(data, { parts })).toEqual([
      "=SUM($C$3:$C$4)",
      "=ROWS($B$3:$C$4)",
      "=$C$5",
      "=COUNTA($B$2:$C$5)",
      '=$B$3:$B$4&"Sales[Amount]"',
      undefined,
      "=$C$3*2",
      "=SUBTOTAL(109,$C$3:$C$4)",
    ]);
  });

  it("that refer to another workbook become values, and leftOut counts them", () => {
    const file = smallFile({ sheets: { Sheet1: `<row r="1"><c r="A1"><f>[1]Sheet1!A1*2</f><v>7</v></c></row>` } });
    const book = readBook(file);
    expect(book.sheets[0]!.cells).toEqual([{ row: 0, column: 0, value: 7, lostFormula: "[1]Sheet1!A1*2" }]);
    expect(book.leftOut).toEqual([expect.stringContaining("1 formula that refers to another workbook")]);
  });
});

describe("whole files", () => {
  it("may prefix every element, as some programs write them", () => {
    const sheet = `<x:worksheet xmlns:x="${MAIN}"><x:sheetData><x:row r="1"><x:c r="A1"><x:f>1+1</x:f><x:v>2</x:v></x:c><x:c r="B1" t="inlineStr"><x:is><x:t>b</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>`;
    const file = smallFile({ sheets: { Sheet1: "" }, parts: { "xl/worksheets/sheet1.xml": sheet } });
    expect(readBook(file).sheets[0]!.cells).toEqual([
      { row: 0, column: 0, value: 2, formula: "=1+1" },
      { row: 0, column: 1, value: "b" },
    ]);
  });

  it("may be in the strict Open XML format", () => {
    const strict = (text: string): string =>
      text.replaceAll("http://schemas.openxmlformats.org/officeDocument/2006", "http://purl.oclc.org/ooxml/officeDocument");
    const sheet = `<worksheet xmlns="http://purl.oclc.org/ooxml/spreadsheetml/main"><sheetData><row r="1"><c r="A1"><v>4</v></c></row></sheetData></worksheet>`;
    const rels = relationships(["rId1", "http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument", "/xl/workbook.xml"]);
    const book = strict(
      `<workbook xmlns="http://purl.oclc.org/ooxml/spreadsheetml/main" xmlns:rel="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" rel:id="s1"/></sheets></workbook>`,
    );
    const file = smallFile({ sheets: { S: "" }, parts: { "xl/worksheets/sheet1.xml": sheet, "_rels/.rels": rels, "xl/workbook.xml": book } });
    expect(readBook(file).sheets[0]).toEqual({ name: "S", cells: [{ row: 0, column: 0, value: 4 }] });
  });

  it("are read with names, the active sheet, merged cells, row heights and hidden rows", () => {
    const file = smallFile({
      sheets: { One: `<row r="2" ht="30" customHeight="1"><c r="A2"><v>1</v></c></row><row r="3" hidden="1"/>`, Two: "" },
      after: `<mergeCells><mergeCell ref="B2:C4"/></mergeCells>`,
      workbook: `<definedNames><definedName name="rate" localSheetId="1">_xldudf_SERVICE_FRED("DGS10")</definedName><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">One!$A$1</definedName></definedNames>`,
      properties: `<bookViews><workbookView activeTab="1"/></bookViews>`,
    });
    expect(readBook(file)).toEqual({
      sheets: [
        { name: "One", cells: [{ row: 1, column: 0, value: 1 }], rows: [{ row: 1, height: 30 }, { row: 2, hidden: true }], merges: [{ row: 1, column: 1, rows: 3, columns: 2 }] }, // prettier-ignore
        { name: "Two", cells: [] },
      ],
      active: 1,
      names: [{ name: "rate", formula: '=SERVICE.FRED("DGS10")', sheet: "Two" }],
      settings: {},
    });
  });

  itWithSharedData("with charts, tables and pivots give their cells and list the other content", (folder) => {
    const book = readBook(readFileSync(path.join(folder, "..", "workbooks", "analyst.xlsx")));
    expect(book.sheets.map((s) => s.name)).toEqual(["Model", "Data", "Charts", "Pivot"]);
    const model = book.sheets[0]!;
    const at = (row: number, column: number) => model.cells.find((c) => c.row === row && c.column === column);
    expect(at(1, 1)).toMatchObject({ value: 1.5, formula: "=SERVICE.FRED(A2)" });
    expect(at(5, 2)).toMatchObject({ value: 11, formula: "=B6*2" });
    expect(at(1, 6)).toMatchObject({ formula: "=SEQUENCE(3,2)", spill: [[45000, 4], [45001, 4.1], [45002, 4.2]] }); // prettier-ignore
    expect(at(12, 1)).toMatchObject({ value: 600, formula: "=SUM(Data!$B$2:$B$4)" });
    expect(at(0, 0)).toMatchObject({ value: "Series", style: { bold: true, fill: "#DDEBF7" } });
    expect(at(1, 3)?.format).toMatch(/yyyy/);
    expect(model.frozen).toEqual({ rows: 1, columns: 1 });
    expect(book.leftOut).toEqual(expect.arrayContaining(["3 charts", "1 chart sheet", "1 pivot table", "1 protected sheet"]));
  });
});

describe("a refusal states what was expected, what came, and what to do", () => {
  const ole = (text: string): Uint8Array => new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, ...[...text].flatMap((c) => [c.charCodeAt(0), 0]), 0, 0]);
  const zip = (parts: Record<string, string>): Uint8Array => zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));

  test.each<[string, Uint8Array, RegExp]>([
    ["an empty file", new Uint8Array(), /empty file\. Save/],
    ["a locked workbook", ole("EncryptedPackage"), /password\. Open it in Excel/],
    ["an old workbook", ole("Workbook"), /\.xls file\. Open it in Excel and save/],
    ["a binary workbook", zip({ "xl/workbook.bin": "x" }), /\.xlsb file\. Open it/],
    ["a text file", strToU8("a,b\n1,2"), /another kind\. In the application/],
    ["a document", zip({ "word/document.xml": "<w/>", "_rels/.rels": "<Relationships/>" }), /zip file without one/],
    ["an OpenDocument file", zip({ mimetype: "application/vnd.oasis.opendocument.spreadsheet", "content.xml": "<o/>" }), /OpenDocument/],
    ["a cut file", zip({ "xl/workbook.xml": "<workbook/>".repeat(50) }).slice(0, 80), /damaged file, or part of one/],
    ["a workbook without sheets", smallFile({ sheets: {} }), /at least one sheet/],
    ["broken XML", smallFile({ sheets: { Sheet1: "" }, parts: { "xl/worksheets/sheet1.xml": "<worksheet><sheetData>" } }), /sheet1\.xml cannot be read/],
  ])("for %s", (_, file, words) => {
    expect(refusal(file)).toMatch(words);
    expect(refusal(file)).toMatch(/^Expected .*, got .*\. .*\.$/s);
  });
});

describe("the add-in's settings in a file", () => {
  const settingsOf = (rest: Partial<SmallFile>) => readBook(smallFile({ sheets: { S: "" }, ...rest })).settings;
  const custom = { "customXml/item1.xml": settingsXml({ "service.asof": "2024-06-30", "service.refresh": "ours" }) };

  it("are those that Excel saved; settings of other add-ins are not ours", () => {
    const display = '{"reasons":"error","values":"formatted"}';
    const parts = settingsInExcel({
      "service.display": display,
      "Office.AutoShowTaskpaneWithDocument": true,
      "other.fileId": "1",
      "service.asof": "2026-06-30",
    });
    expect(settingsOf({ parts })).toEqual({ "service.display": display, "service.asof": "2026-06-30" });
  });

  it("are those of our own part; what Excel saved is newer", () => {
    const related = { customXml: "../customXml/item1.xml" };
    expect(settingsOf({ parts: custom, related })).toEqual({ "service.asof": "2024-06-30", "service.refresh": "ours" });
    expect(settingsOf({ parts: { ...custom, ...settingsInExcel({ "service.asof": "2026-06-30" }) }, related })).toEqual({
      "service.asof": "2026-06-30",
      "service.refresh": "ours",
    });
  });

  it("keep damaged text, which is not the same as no setting; a damaged part of another add-in is left alone", () => {
    const parts = settingsInExcel({});
    const part = "xl/webextensions/webextension1.xml";
    const withProperty = (value: string): Record<string, string> => ({
      ...parts,
      [part]: parts[part]!.replace("<we:properties>", `<we:properties><we:property name="service.asof" value="${value}"/>`),
    });
    expect(settingsOf({ parts: withProperty("{broken") })).toEqual({ "service.asof": "{broken" });
    expect(settingsOf({ parts: { ...parts, [part]: "<we:webextension" } })).toEqual({});
  });
});

const PROPERTIES = {
  "_rels/.rels": relationships(["a", "officeDocument", "xl/workbook.xml"], ["b", "extended-properties", "docProps/app.xml"]),
};
const properties = (heading: string) => ({
  ...PROPERTIES,
  "docProps/app.xml": `<Properties><HeadingPairs><vt:vector><vt:variant><vt:lpstr>${heading}</vt:lpstr></vt:variant></vt:vector></HeadingPairs></Properties>`,
});
const styles = (style: string, format = "0") => ({
  "xl/styles.xml": `<styleSheet xmlns="${MAIN}"><numFmts><numFmt numFmtId="170" formatCode="${format}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs><cellStyles><cellStyle name="${style}" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
});
const localeIn = (file: Partial<SmallFile>) => readBook(smallFile({ sheets: { S: `<row r="1"><c r="A1" s="1"><v>1</v></c></row>` }, ...file })).locale;

test.each<readonly [what: string, file: Partial<SmallFile>, language: string]>([
  ["the list of sheets", { parts: properties("Feuilles de calcul") }, "French"],
  ["the style Normal", { parts: styles("Standard"), related: { styles: "styles.xml" } }, "German"],
  ["a new sheet", { sheets: { Foglio1: "" } }, "Italian"],
  ["a number format", { parts: styles("Normal", "[$-407]dd/mm/yyyy"), related: { styles: "styles.xml" } }, "German"],
])("%s shows the language of Excel", (_, file, language) => {
  expect(localeIn(file)).toEqual({ language });
});

test("English words, a currency and damaged properties show none", () => {
  expect(localeIn({ parts: properties("Worksheets") })).toBeUndefined();
  expect(localeIn({ parts: styles("Normal", "[$€-407] 0.00"), related: { styles: "styles.xml" } })).toBeUndefined();
  expect(localeIn({ parts: { ...PROPERTIES, "docProps/app.xml": "<Properties><HeadingPairs>" } })).toBeUndefined();
});

describe("a formula as displayed and as stored", () => {
  test.each([
    ["=SERVICE.FRED(A2)", "_xldudf_SERVICE_FRED(A2)"],
    ["=SERVICE.ONCHAIN_RISK($A$2)*2", "_xldudf_SERVICE_ONCHAIN_RISK($A$2)*2"],
    ['=SERVICE("GME","price")', '_xldudf_SERVICE("GME","price")'],
    ['=SERVICE.GET(A1,"odds")', '_xldudf_SERVICE_GET(A1,"odds")'],
    ['=IFERROR(SERVICE.FRED("X")-SERVICE.FRED("Y"),"SERVICE.FRED(1)")', 'IFERROR(_xldudf_SERVICE_FRED("X")-_xldudf_SERVICE_FRED("Y"),"SERVICE.FRED(1)")'],
    ["=SERVICE.NOPE(1)", "SERVICE.NOPE(1)"],
    ["=MYSERVICE.FRED(A1)", "MYSERVICE.FRED(A1)"],
    ["='SERVICE.FRED(1)'!A1", "'SERVICE.FRED(1)'!A1"],
    ["=XLOOKUP(1,A:A,B:B)", "_xlfn.XLOOKUP(1,A:A,B:B)"],
    ["=SORT(FILTER(A1:A9,B1:B9>0))", "_xlfn._xlws.SORT(_xlfn._xlws.FILTER(A1:A9,B1:B9>0))"],
    ["=STDEV.S(A1:A9)", "_xlfn.STDEV.S(A1:A9)"],
    ["=GAMMALN(2)+GAMMA(2)", "GAMMALN(2)+_xlfn.GAMMA(2)"],
    ["=SUM(A1#)", "SUM(_xlfn.ANCHORARRAY(A1))"],
    ["=SUM('My Sheet'!$A$1#)+dyn#", "SUM(_xlfn.ANCHORARRAY('My Sheet'!$A$1))+_xlfn.ANCHORARRAY(dyn)"],
    ["=@A1:A10", "_xlfn.SINGLE(A1:A10)"],
    ["=@INDEX(A1:A10,2)+1", "_xlfn.SINGLE(INDEX(A1:A10,2))+1"],
    ["=LET(x,A1,y,x*2,x+y)", "_xlfn.LET(_xlpm.x,A1,_xlpm.y,_xlpm.x*2,_xlpm.x+_xlpm.y)"],
    ["=MAP(A1:A3,LAMBDA(v,SERVICE.FRED(v)))", "_xlfn.MAP(A1:A3,_xlfn.LAMBDA(_xlpm.v,_xldudf_SERVICE_FRED(_xlpm.v)))"],
    ["=LET(f,LAMBDA(x,x+1),f(2))", "_xlfn.LET(_xlpm.f,_xlfn.LAMBDA(_xlpm.x,_xlpm.x+1),_xlpm.f(2))"],
    ["=LAMBDA(entity,path,SERVICE.GET(entity,path))", "_xlfn.LAMBDA(_xlpm.entity,_xlpm.path,_xldudf_SERVICE_GET(_xlpm.entity,_xlpm.path))"],
    ["=1.5E+3+#N/A", "1.5E+3+#N/A"],
    ['=Sheet1!A1&"""x"""', 'Sheet1!A1&"""x"""'],
  ])("%s is stored as %s and displayed unchanged", (seen, stored) => {
    expect(toStoredFormula(seen)).toBe(stored);
    expect(toSeenFormula(stored)).toBe(seen);
  });

  test.each([
    ["=service.fred(a2)", "_xldudf_SERVICE_FRED(a2)"],
    ["=SERVICE.FRED (A2)", "_xldudf_SERVICE_FRED(A2)"],
    ["=xlookup(1,A:A,B:B)", "_xlfn.XLOOKUP(1,A:A,B:B)"],
  ])("%s in another spelling is stored as %s", (seen, stored) => expect(toStoredFormula(seen)).toBe(stored));

  test.each([
    ["[2]!_xldudf_SERVICE_RV(A2)", "=SERVICE.RV(A2)"],
    ["_xlfn.SINGLE(_xldudf_SERVICE_FRED(A2))", "=SERVICE.FRED(A2)"],
    ["_xldudf_CONTOSO_ADD(1,2)", "=_xldudf_CONTOSO_ADD(1,2)"],
    ["_xll.SERVICE.FRED(A2)", "=SERVICE.FRED(A2)"],
  ])("%s, as other programs leave it, is displayed as %s", (stored, seen) => expect(toSeenFormula(stored)).toBe(seen));

  test("a call of a name SERVICE that the workbook defines is stored unchanged", () => {
    expect(toStoredFormula('=SERVICE(A1,"price")+SERVICE.GET(A1,"price")', { ownService: true })).toBe('SERVICE(A1,"price")+_xldudf_SERVICE_GET(A1,"price")');
  });

  test("any stored formula is displayed unchanged", () => {
    const reference = fc.constantFrom("A1", "$B$2", "C$3", "Data!D4", "'It''s 1'!E5", "A1:B9", "F:F", "2:3", "G7#", "rate", "@A1:A3");
    const literal = fc.oneof(
      fc.nat(9999).map(String),
      fc.string({ maxLength: 12 }).map((s) => `"${s.replaceAll('"', '""')}"`),
      fc.constantFrom("TRUE", "#N/A", "0.5", "{1,2;3,4}", '"SERVICE.FRED(A1)"', '"_xlfn.LET("'),
    );
    const name = fc.constantFrom(...CELL_FUNCTIONS.map((f) => `SERVICE.${f}`), ..."SERVICE SERVICE.GET SUM IF XLOOKUP FILTER UNIQUE CONCAT T.TEST".split(" "));
    const { formula } = fc.letrec<{ formula: string; call: string; binary: string; let: string; leaf: string }>((tie) => ({
      leaf: fc.oneof(reference, literal),
      call: fc.tuple(name, fc.array(tie("formula"), { maxLength: 3 })).map(([n, args]) => `${n}(${args.join(",")})`),
      binary: fc.tuple(tie("formula"), fc.constantFrom("+", "-", "*", "/", "&", "<=", "^"), tie("formula")).map((parts) => parts.join("")),
      let: fc.tuple(tie("formula"), tie("leaf")).map(([value, last]) => `LET(part,${value},part+${last})`),
      formula: fc.oneof({ depthSize: "small", withCrossShrink: true }, tie("leaf"), tie("call"), tie("binary"), tie("let")),
    }));
    fc.assert(
      fc.property(formula, (text) => {
        const seen = `=${text}`;
        const stored = toStoredFormula(seen);
        expect(toSeenFormula(stored)).toBe(seen);
        expect(unstorable(seen)).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
  });

  test("any text is stored and displayed without an exception", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => typeof toSeenFormula(toStoredFormula(`=${text}`)) === "string"),
      { numRuns: 2000 },
    );
  });
});

describe("dynamic array formulas", () => {
  test.each([
    "=SERVICE.FRED(A1)",
    '=IFERROR(SERVICE.FRED("X"),0)',
    "=SORT(A1:A9)",
    "=A1:A3",
    "=SUM(A1:A3*B1:B3)",
    "=SUM(--(A1:A3>1))",
    "=A1#",
    "={1,2}",
    "=@A1:A3",
    "=Data!A1:A3*2",
  ])("%s is stored as a dynamic array", (formula) => expect(needsArray(formula)).toBe(true));
  test.each(["=A1+B1", "=SUM(A1:A9)", "=SUM(A1:A9)*2", '="SERVICE.FRED(A1)"', "=VLOOKUP(A1,B:C,2,FALSE)", '=IF(A1>1,"a:b","#")', "=RANK(C7,C$7:C$20)"])(
    "%s is not stored as a dynamic array",
    (formula) => expect(needsArray(formula)).toBe(false),
  );
});

test.each(["=", "=SUM(", "=1)", '="a', "=Sales[Amount]", "=[Book.xlsx]Sheet1!A1", "={1,2", "=A1+"])("%s cannot be stored", (formula) => {
  expect(unstorable(formula)).toEqual(expect.any(String));
});

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
