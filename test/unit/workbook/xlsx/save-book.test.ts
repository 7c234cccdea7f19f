import type { Book, BookCell } from "../../../../src/workbook/book";
import { blockIn } from "../../../../src/workbook/cell-reference";
import type { BookEdit } from "../../../../src/workbook/edits/moved-areas";
import { readBook } from "../../../../src/workbook/xlsx/read/read-book";
import { afterEdits, editedBook, withCopy, type LineEdit } from "../../../lossless/edit-sheets";
import { fullBook } from "../../../lossless/full-book";
import { changedParts, saved, withSheet } from "./saved-edit";
import { editsOf } from "../book-edits";
import { MAIN, relationships, smallFile } from "./small-file";

const insertRow = (at: number): LineEdit => ({ kind: "insert", along: "rows", at, count: 1 });
const withCell = (book: Book, cell: BookCell): Book =>
  withSheet(book, 0, ({ cells }) => ({ cells: [...cells.filter(({ row, column }) => row !== cell.row || column !== cell.column), cell] }));

const SHARED = smallFile({
  sheets: {
    S: '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><f t="shared" ref="B1:B3" si="0">A1*2</f><v>2</v></c></row><row r="2"><c r="A2"><v>2</v></c><c r="B2"><f t="shared" si="0"/><v>4</v></c></row><row r="3"><c r="A3"><v>3</v></c><c r="B3"><f t="shared" si="0"/><v>6</v></c></row>',
    "My data": '<row r="1"><c r="A1"><f>SUM(S!A1:A3)</f><v>6</v></c></row>',
  },
  workbook: '<definedNames><definedName name="Rate">S!$A$2</definedName><definedName name="Own" localSheetId="1">S!$A$1</definedName></definedNames>',
});

test("a shared formula stays in the other cells when its first cell is overwritten", () => {
  const { texts, lost } = saved(SHARED, (book) => withCell(book, { row: 0, column: 1, value: 9 }));
  expect(texts["xl/worksheets/sheet1.xml"]).toContain('<c r="B1"><v>9</v></c>');
  expect(texts["xl/worksheets/sheet1.xml"]).toContain('<c r="B2"><f>A2*2</f><v>4</v></c>');
  expect(lost).toEqual([]);
});

test("a new formula, text and date are written in the form of Excel, and styles only grow", () => {
  const result = saved(SHARED, (book) =>
    withCell(withCell(book, { row: 5, column: 2, value: 45_471, format: "yyyy-mm-dd", style: { bold: true } }), {
      row: 0,
      column: 3,
      value: 4.25,
      formula: '=SERVICE.FRED("DGS10")',
      spill: [[4.25]],
    }),
  );
  expect(result.texts["xl/worksheets/sheet1.xml"]).toContain(
    '<c r="D1" cm="1"><f t="array" ref="D1">_xldudf_SERVICE_FRED(&quot;DGS10&quot;)</f><v>4.25</v></c></row>',
  );
  expect(result.texts["xl/worksheets/sheet1.xml"]).toContain('<row r="6"><c r="C6" s="1"><v>45471</v></c></row>');
  expect(result.read.sheets[0]!.cells.find(({ row }) => row === 5)).toMatchObject({ value: 45_471, format: "yyyy-mm-dd", style: { bold: true } });
  expect(result.texts["xl/worksheets/sheet2.xml"]).toBe(result.before["xl/worksheets/sheet2.xml"]);
});

test("a formula keeps its value where the grid has no certain one, and Excel calculates it on opening", () => {
  const unknown = saved(SHARED, (book) => withCell(book, { row: 1, column: 1, formula: "=A2*2", value: { error: "#NAME?" } }));
  expect(unknown.texts["xl/worksheets/sheet1.xml"]).toBe(unknown.before["xl/worksheets/sheet1.xml"]);
  expect(unknown.texts["xl/workbook.xml"]).toContain('fullCalcOnLoad="1"');
  const untrusted = saved(
    SHARED,
    (book) => withCell(book, { row: 1, column: 1, formula: "=A2*2", value: 5 }),
    () => false,
  );
  expect(untrusted.texts["xl/worksheets/sheet1.xml"]).toContain('<f t="shared" si="0"/><v>5</v>');
  expect(untrusted.texts["xl/workbook.xml"]).toContain('fullCalcOnLoad="1"');
});

test("sheets are renamed, added, moved and deleted, with the names and formulas that refer to them", () => {
  const renamed = saved(SHARED, (book) => editedBook(book, 0, "Q1 new", []));
  expect(renamed.texts["xl/workbook.xml"]).toContain('<sheet name="Q1 new" sheetId="1" r:id="s1"/>');
  expect(renamed.texts["xl/workbook.xml"]).toContain("<definedName name=\"Rate\">'Q1 new'!$A$2</definedName>");
  expect(renamed.texts["xl/worksheets/sheet2.xml"]).toContain("<f>SUM('Q1 new'!A1:A3)</f>");
  expect(changedParts(renamed)).toEqual(["xl/workbook.xml", "xl/worksheets/sheet2.xml"]);

  const added = saved(SHARED, (book) => ({
    book: {
      ...book,
      active: 0,
      sheets: [{ name: "New", cells: [{ row: 0, column: 0, value: "a & b", style: { italic: true } }] }, ...book.sheets],
    },
    origins: [undefined, 0, 1],
  }));
  expect(added.read.sheets.map(({ name }) => name)).toEqual(["New", "S", "My data"]);
  expect(added.read.sheets[0]!.cells).toEqual([{ row: 0, column: 0, value: "a & b", style: { italic: true } }]);
  expect(added.read.names).toEqual(readBook(SHARED).names);
  expect(added.texts["xl/workbook.xml"]).toContain('name="Own" localSheetId="2"');

  const moved = saved(SHARED, (book) => ({ book: { ...book, active: 1, sheets: [book.sheets[1]!, book.sheets[0]!] }, origins: [1, 0] }));
  expect(moved.read.sheets.map(({ name }) => name)).toEqual(["My data", "S"]);
  expect(moved.texts["xl/workbook.xml"]).toContain('name="Own" localSheetId="0"');

  const deleted = saved(SHARED, (book) => ({
    book: {
      ...book,
      sheets: [{ ...book.sheets[1]!, cells: [{ row: 0, column: 0, formula: "=SUM(#REF!)", value: { error: "#REF!" } }] }],
      names: book.names.map((name) => ({ ...name, formula: "=#REF!" })),
    },
    origins: [1],
  }));
  expect(Object.keys(deleted.texts)).not.toContain("xl/worksheets/sheet1.xml");
  expect(deleted.read.names).toEqual([
    { name: "Rate", formula: "=#REF!" },
    { name: "Own", formula: "=#REF!", sheet: "My data" },
  ]);
});

test("names, widths, heights, merged cells and panes change, and nothing else", () => {
  const { read, lost } = saved(SHARED, (book) => ({
    ...withSheet(book, 0, () => ({
      columns: [{ from: 1, to: 2, width: 20 }],
      rows: [
        { row: 1, height: 30 },
        { row: 7, hidden: true as const },
      ],
      merges: [{ row: 4, column: 0, rows: 2, columns: 2 }],
      frozen: { rows: 1, columns: 0 },
    })),
    names: [
      { name: "Rate", formula: "=S!$A$3" },
      { name: "Other", formula: "=1+1" },
    ],
    settings: { "service.display": "{}" },
  }));
  expect(read.sheets[0]).toMatchObject({
    columns: [1, 2].map((column) => ({ from: column, to: column, width: 20 })),
    rows: [
      { row: 1, height: 30 },
      { row: 7, hidden: true },
    ],
    merges: [{ row: 4, column: 0, rows: 2, columns: 2 }],
    frozen: { rows: 1, columns: 0 },
  });
  expect(read.names).toEqual([
    { name: "Rate", formula: "=S!$A$3" },
    { name: "Other", formula: "=1+1" },
  ]);
  expect(read.settings).toEqual({ "service.display": "{}" });
  expect(lost).toEqual([]);
});

test("inserted rows move everything in a sheet that has a position, and all references to it", () => {
  const edits: readonly LineEdit[] = [{ kind: "insert", along: "rows", at: 0, count: 2 }];
  const { texts, lost } = saved(fullBook(), (book) => editedBook(book, 0, "Moved", edits));
  const sheet = texts["xl/worksheets/sheet1.xml"]!;
  for (const expected of [
    '<c r="A3" s="1" cm="1"><f t="array" ref="A3">_xldudf_SERVICE_FRED("NUM")</f>',
    '<f t="array" ref="B4:B5">',
    'ref="C6:C7" dt2D="0" dtr="0" r1="D3"',
    '<protectedRange sqref="D3"',
    '<inputCells r="D3"',
    '<autoFilter ref="D3:E4">',
    '<mergeCell ref="A10:B11"/>',
    '<conditionalFormatting sqref="A3">',
    'sqref="D4"><formula1>',
    '<hyperlink ref="D3" location="Moved!A3"',
    '<brk id="6"',
    '<cellWatch r="A3"/>',
    '<ignoredError sqref="D3"',
    "<xm:sqref>D3:D4</xm:sqref>",
    "<xm:f>Moved!D3:D4</xm:f><xm:sqref>F3</xm:sqref>",
  ])
    expect(sheet).toContain(expected);
  expect(texts["xl/comments1.xml"]).toContain('<comment ref="A3"');
  expect(texts["xl/threadedComments/threadedComment1.xml"]).toContain('<threadedComment ref="A3"');
  expect(texts["xl/pivotTables/pivotTable1.xml"]).toContain('<location ref="D10:E11"');
  expect(texts["xl/pivotCache/pivotCacheDefinition1.xml"]).toContain('ref="D3:E4" sheet="Moved"');
  expect(texts["xl/charts/chart1.xml"]).toContain("<c:f>Moved!$A$3</c:f>");
  expect(texts["xl/workbook.xml"]).toContain("Moved!$3:$3</definedName>");
  expect(lost).toEqual([]);
});

test("a pivot table whose rows are deleted is named, and saved as plain cells", () => {
  const { texts, lost } = saved(fullBook(), (book) => editedBook(book, 0, book.sheets[0]!.name, [{ kind: "remove", along: "rows", at: 8, count: 1 }]));
  expect(lost).toEqual(["The pivot table P (Sheet1!D8:E9) is saved as plain cells, because rows or columns in it were inserted or deleted."]);
  expect(Object.keys(texts)).not.toContain("xl/pivotTables/pivotTable1.xml");
});

const WITH_TABLE = smallFile({
  sheets: {
    S: '<row r="1"><c r="A1" t="str"><v>Name</v></c><c r="B1" t="str"><v>Amount</v></c></row><row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>10</v></c></row><row r="3"><c r="A3"><v>2</v></c><c r="B3"><v>20</v></c></row><row r="5"><c r="D5"><f>SUM(Sales[Amount])</f><v>30</v></c></row>',
  },
  after: '<tableParts count="1"><tablePart r:id="rId1"/></tableParts>',
  parts: {
    "xl/worksheets/_rels/sheet1.xml.rels": relationships(["rId1", "table", "../tables/table1.xml"]),
    "xl/tables/table1.xml": `<table xmlns="${MAIN}" id="1" name="Sales" displayName="Sales" ref="A1:B3"><autoFilter ref="A1:B3"/><tableColumns count="2"><tableColumn id="1" name="Name"/><tableColumn id="2" name="Amount"/></tableColumns></table>`,
  },
});

test("a table follows its rows, and formulas keep its name", () => {
  const { texts, lost } = saved(WITH_TABLE, (book) => editedBook(book, 0, "S", [insertRow(0)]));
  expect(texts["xl/tables/table1.xml"]).toContain('ref="A2:B4"><autoFilter ref="A2:B4"/>');
  expect(texts["xl/worksheets/sheet1.xml"]).toContain('<c r="D6"><f>SUM(Sales[Amount])</f>');
  expect(lost).toEqual([]);
});

test("a formula over a table is written with its cells where a row that the table gets is not one of them", () => {
  const { texts } = saved(WITH_TABLE, (book) => editedBook(book, 0, "S", [insertRow(1)]));
  expect(texts["xl/tables/table1.xml"]).toContain('ref="A1:B4"');
  expect(texts["xl/worksheets/sheet1.xml"]).toContain("<f>SUM($B$3:$B$4)</f>");
});

test("a heading of a table is renamed in the table, too", () => {
  const { texts, lost, read } = saved(WITH_TABLE, (book) => withCell(book, { row: 0, column: 1, value: "Total" }));
  expect(texts["xl/tables/table1.xml"]).toContain('<tableColumn id="2" name="Total"/>');
  expect(read.sheets[0]!.cells.at(-1)).toMatchObject({ formula: "=SUM($B$2:$B$3)", value: 30 });
  expect(lost).toEqual([]);
});

test("a table with an empty heading is named, and saved as plain cells", () => {
  const { texts, lost } = saved(WITH_TABLE, (book) => withCell(book, { row: 0, column: 1, value: null }));
  expect(lost).toEqual(["The table Sales (S!A1:B3) is saved as plain cells, because its headings are not different texts."]);
  expect(Object.keys(texts)).not.toContain("xl/tables/table1.xml");
  expect(texts["xl/worksheets/sheet1.xml"]).not.toContain("tablePart");
  expect(texts["xl/worksheets/sheet1.xml"]).toContain("<f>SUM($B$2:$B$3)</f>");
});

test("the slicer of a table that is plain cells now goes with it, and is named", () => {
  const x14 = 'xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"';
  const shape = (name: string) =>
    `<xdr:twoCellAnchor><xdr:from/><xdr:to/><xdr:graphicFrame><sle:slicer xmlns:sle="http://schemas.microsoft.com/office/drawing/2010/slicer" name="${name}"/></xdr:graphicFrame></xdr:twoCellAnchor>`;
  const cache = (name: string, table: number) =>
    `<slicerCacheDefinition name="${name}" sourceName="Name"><extLst><x:ext xmlns:x="${MAIN}"><x15:tableSlicerCache xmlns:x15="urn:x15" tableId="${table}" column="1"/></x:ext></extLst></slicerCacheDefinition>`;
  const file = smallFile({
    sheets: {
      S: '<row r="1"><c r="A1" t="str"><v>Name</v></c><c r="B1" t="str"><v>Amount</v></c></row><row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>10</v></c></row>',
    },
    after: `<drawing r:id="rId2"/><tableParts count="1"><tablePart r:id="rId1"/></tableParts><extLst><ext uri="{3A4CF648}" ${x14}><x14:slicerList><x14:slicer r:id="rId3"/></x14:slicerList></ext></extLst>`,
    workbook: `<extLst><ext uri="{46BE6895}" ${x14}><x14:slicerCaches><x14:slicerCache r:id="x0"/></x14:slicerCaches></ext></extLst>`,
    related: { slicerCache: "slicerCaches/slicerCache1.xml" },
    parts: {
      "xl/worksheets/_rels/sheet1.xml.rels": relationships(
        ["rId1", "table", "../tables/table1.xml"],
        ["rId2", "drawing", "../drawings/drawing1.xml"],
        ["rId3", "slicer", "../slicers/slicer1.xml"],
      ),
      "xl/tables/table1.xml": `<table xmlns="${MAIN}" id="4" name="Sales" displayName="Sales" ref="A1:B2"><tableColumns count="2"><tableColumn id="1" name="Name"/><tableColumn id="2" name="Amount"/></tableColumns></table>`,
      "xl/drawings/drawing1.xml": `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing">${shape("Name")}${shape("Other")}</xdr:wsDr>`,
      "xl/slicers/slicer1.xml": '<slicers><slicer name="Name" cache="Slicer_Name"/></slicers>',
      "xl/slicerCaches/slicerCache1.xml": cache("Slicer_Name", 4),
    },
  });
  expect(saved(file, (book) => withCell(book, { row: 9, column: 0, value: 1 })).lost).toEqual([]);
  const { texts, lost } = saved(file, (book) => withCell(book, { row: 0, column: 1, value: null }));
  expect(lost).toEqual([
    "The table Sales (S!A1:B2) is saved as plain cells, because its headings are not different texts.",
    "Slicers of tables that are plain cells now, or deleted, are removed: Name.",
  ]);
  expect(Object.keys(texts).filter((name) => /slicer/.test(name))).toEqual([]);
  expect(texts["xl/workbook.xml"]).not.toContain("slicer");
  expect(texts["xl/worksheets/sheet1.xml"]).not.toContain("slicer");
  expect(texts["xl/drawings/drawing1.xml"]).toContain('name="Other"');
  expect(texts["xl/drawings/drawing1.xml"]).not.toContain('name="Name"');
});

test("cells that an array no longer fills are emptied, and those that it fills get its values", () => {
  const file = smallFile({
    sheets: {
      S: '<row r="1"><c r="A1" cm="1"><f t="array" ref="A1:A3">_xlfn.SEQUENCE(C1)</f><v>1</v></c><c r="C1"><v>3</v></c></row><row r="2"><c r="A2"><v>2</v></c></row><row r="3"><c r="A3"><v>3</v></c></row>',
    },
  });
  const cut = saved(file, (book) =>
    withCell(withCell(book, { row: 0, column: 2, value: 2 }), { row: 0, column: 0, value: 1, formula: "=SEQUENCE(C1)", spill: [[1], [2]] }),
  );
  expect(cut.texts["xl/worksheets/sheet1.xml"]).toContain('<f t="array" ref="A1:A2">_xlfn.SEQUENCE(C1)</f>');
  expect(cut.read.sheets[0]!.cells.map(({ row, column, spill }) => [row, column, spill])).toEqual([
    [0, 0, [[1], [2]]],
    [0, 2, undefined],
  ]);
  const gone = saved(
    file,
    (book) => editedBook({ ...book }, 0, "S", [{ kind: "remove", along: "rows", at: 0, count: 1 }]),
    () => true,
  );
  expect(gone.read.sheets[0]!.cells).toEqual([
    { row: 0, column: 0, value: 2 },
    { row: 1, column: 0, value: 3 },
  ]);
});

const cut = (from: string, to: string, sheet = "S", into = sheet) => editsOf(sheet).move(from, to, into);

test("everything of cut cells goes where they are pasted", () => {
  const { texts, lost } = saved(fullBook(), (book) => afterEdits(book, [cut("A1:F2", "H11", "Sheet1")]));
  const sheet = texts["xl/worksheets/sheet1.xml"]!;
  for (const expected of [
    '<c r="H11" s="1" cm="1"><f t="array" ref="H11">_xldudf_SERVICE_FRED("NUM")</f>',
    '<f t="array" ref="I11">SUM(K11:K12*L11:L12)</f>',
    '<protectedRange sqref="K11"',
    '<inputCells r="K11"',
    '<autoFilter ref="K11:L12">',
    '<dimension ref="B3:L12"/>',
    '<pane ySplit="1" topLeftCell="A2"',
    '<mergeCell ref="A8:B9"/>',
    '<conditionalFormatting sqref="H11">',
    'sqref="K12"><formula1>',
    '<hyperlink ref="K11" location="Sheet1!H11"',
    '<cellWatch r="H11"/>',
    "<xm:sqref>K11:K12</xm:sqref>",
    "<xm:f>Sheet1!K11:K12</xm:f><xm:sqref>M11</xm:sqref>",
  ])
    expect(sheet).toContain(expected);
  expect(texts["xl/comments1.xml"]).toContain('<comment ref="H11"');
  expect(texts["xl/pivotCache/pivotCacheDefinition1.xml"]).toContain('ref="K11:L12" sheet="Sheet1"');
  expect(texts["xl/charts/chart1.xml"]).toContain("<c:f>Sheet1!$H$11</c:f>");
  expect(lost).toEqual([]);
});

test("conditional formats that the book has go with their cells, and what does not is named", () => {
  const ruled = (attributes = "") =>
    smallFile({
      sheets: { S: '<row r="1"><c r="A1"><v>1</v></c></row>', T: "" },
      after: `<conditionalFormatting${attributes} sqref="A1:A5"><cfRule type="expression" priority="1"><formula>B1&gt;1</formula></cfRule></conditionalFormatting><dataValidations count="1"><dataValidation type="list" sqref="D1"><formula1>"a,b"</formula1></dataValidation></dataValidations>`,
    });
  const of = (file: Uint8Array, edits: readonly BookEdit[]) => saved(file, (book) => afterEdits(book, edits));
  const [known, unknown] = [ruled(), ruled(' pivot="1"')];
  const left = (what: string) => [`On S, ${what} of cells that you moved to other places do not go with the cells.`];
  const sheetOf = ({ texts }: ReturnType<typeof of>): string => texts["xl/worksheets/sheet1.xml"]!;
  const both = of(unknown, [cut("A1:D1", "A9", "S", "T")]);
  expect(both.lost).toEqual(left("conditional formats, validation"));
  expect(sheetOf(both)).not.toContain("dataValidation");
  expect(of(known, [cut("A1:D1", "A9", "S", "T")]).lost).toEqual(left("validation"));
  const stays = of(unknown, [cut("A2:A3", "F1")]);
  expect(stays.lost).toEqual(left("conditional formats"));
  expect(sheetOf(stays)).toContain('<conditionalFormatting pivot="1" sqref="A1:A5">');
  const split = of(known, [cut("A2:A3", "F1")]);
  expect(split.lost).toEqual([]);
  expect(split.read.sheets[0]!.formats).toEqual([
    { source: "1", areas: ["A1", "A4:A5"].map((one) => blockIn(one)), rule: { kind: "formula", formula: "B1>1" } },
    { source: "2", areas: [blockIn("F1:F2")], rule: { kind: "formula", formula: "B2>1" } },
  ]);
  expect(of(known, [cut("A1:A5", "F1")]).lost).toEqual([]);
  expect(sheetOf(of(known, [cut("A1:A5", "F1")]))).toContain('<conditionalFormatting sqref="F1:F5">');
  const link = smallFile({ sheets: { S: "" }, after: '<hyperlinks><hyperlink ref="A1:B2" location="S!A9"/></hyperlinks>' });
  const torn = saved(link, (book) => afterEdits(book, [cut("A1", "F1")]));
  expect(torn.lost).toEqual(["On S, links of cells that you moved to other places do not go with the cells."]);
  expect(torn.texts["xl/worksheets/sheet1.xml"]).toContain('<hyperlink ref="A1:B2"');
});

test("a picture goes with its cells if all of them are cut, and otherwise stays", () => {
  const corner = (name: string, row: number, column: number) =>
    `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>7</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>7</xdr:rowOff></xdr:${name}>`;
  const file = smallFile({
    sheets: { S: '<row r="1"><c r="A1"><v>1</v></c></row>' },
    after: '<drawing r:id="rId1"/>',
    parts: {
      "xl/worksheets/_rels/sheet1.xml.rels": relationships(["rId1", "drawing", "../drawings/drawing1.xml"]),
      "xl/drawings/drawing1.xml": `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"><xdr:twoCellAnchor>${corner("from", 1, 1)}${corner("to", 3, 2)}<xdr:clientData/></xdr:twoCellAnchor></xdr:wsDr>`,
    },
  });
  const at = (edits: readonly BookEdit[]) =>
    [...saved(file, (book) => afterEdits(book, edits)).texts["xl/drawings/drawing1.xml"]!.matchAll(/<xdr:(?:col|row)>(\d+)/g)].map(([, n]) => Number(n));
  expect(at([cut("A1:E9", "F11")])).toEqual([6, 11, 7, 13]);
  expect(at([cut("A1:B9", "F11")])).toEqual([1, 1, 2, 3]);
  expect(at([{ kind: "insert", sheet: "S", axis: "rows", lines: [2, 3], across: [0, Infinity] }])).toEqual([1, 1, 2, 5]);
});

test("a copied sheet is written with what the file has on the sheet, and what it cannot have is named", () => {
  const chart = `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:f>S!$A$1:$A$2</c:f></c:chartSpace>`;
  const file = smallFile({
    sheets: { S: '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><f>A1*2</f><v>2</v></c></row><row r="2"><c r="A2"><v>2</v></c></row>', T: "" },
    after:
      '<sheetProtection sheet="1"/><conditionalFormatting sqref="A1:A2"><cfRule type="cellIs" priority="1" operator="greaterThan"><formula>1</formula></cfRule></conditionalFormatting><dataValidations count="1"><dataValidation type="list" sqref="D1"><formula1>T!$A$1:$A$3</formula1></dataValidation></dataValidations><hyperlinks><hyperlink ref="A1" r:id="rId2"/></hyperlinks><pageMargins left="1" right="1" top="1" bottom="1" header="0" footer="0"/><pageSetup orientation="landscape"/><drawing r:id="rId1"/><tableParts count="1"><tablePart r:id="rId3"/></tableParts>',
    parts: {
      "xl/worksheets/_rels/sheet1.xml.rels": relationships(
        ["rId1", "drawing", "../drawings/drawing1.xml"],
        ["rId2", "hyperlink", "https://example.org/", "External"],
        ["rId3", "table", "../tables/table1.xml"],
      ),
      "xl/tables/table1.xml": `<table xmlns="${MAIN}" id="1" name="Few" displayName="Few" ref="A1:A2" headerRowCount="0"><tableColumns count="1"><tableColumn id="1" name="Name"/></tableColumns></table>`,
      "xl/drawings/drawing1.xml": `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"/>`,
      "xl/drawings/_rels/drawing1.xml.rels": relationships(["rId1", "chart", "../charts/chart1.xml"], ["rId2", "image", "../media/image1.png"]),
      "xl/charts/chart1.xml": chart,
      "xl/media/image1.png": "a picture",
    },
  });
  const insert: BookEdit = { kind: "insert", sheet: "S", axis: "rows", lines: [0, 0], across: [0, Infinity] };
  const { texts, lost, read } = saved(file, (book) => withCopy(book, "S (2)", [insert], [{ ...insert, sheet: "S (2)" }]));
  expect(read.sheets.map(({ name }) => name)).toEqual(["S", "T", "S (2)"]);
  const copy = texts["xl/worksheets/sheet3.xml"]!;
  for (const expected of [
    '<row r="3"><c r="A3"><v>1</v></c><c r="B3"><f>A3*2</f><v>2</v></c></row>',
    '<sheetProtection sheet="1"/>',
    '<conditionalFormatting sqref="A3:A4">',
    '<dataValidation type="list" sqref="D3"><formula1>T!$A$1:$A$3</formula1>',
    '<hyperlink ref="A3" r:id="rId2"/>',
    '<pageSetup orientation="landscape"/>',
    '<drawing r:id="rId1"/>',
  ])
    expect(copy).toContain(expected);
  expect(copy).not.toContain("tablePart");
  expect(texts["xl/charts/chart2.xml"]).toContain("<c:f>'S (2)'!$A$3:$A$4</c:f>");
  expect(texts["xl/charts/chart1.xml"]).toContain("<c:f>S!$A$2:$A$3</c:f>");
  expect(texts["xl/drawings/_rels/drawing2.xml.rels"]).toContain('Target="/xl/media/image1.png"');
  expect(lost).toEqual(["S (2) is saved without these parts of S, from which it was copied: tables."]);
});

test("a copy of a sheet with slicers, controls and pivot tables is without them and its drawings, and says so", () => {
  const { texts, lost, read } = saved(fullBook(), (book) => withCopy(book, "Copy"));
  expect(read.sheets.map(({ name }) => name)).toEqual(["Sheet1", "Copy"]);
  const copy = texts["xl/worksheets/sheet2.xml"]!;
  expect(copy).not.toMatch(/<controls|<oleObjects|<tableParts|slicer|timeline|codeName|<drawing|tabSelected|xr:uid/);
  expect(copy).toContain("<x14:sparklines>");
  expect(texts["xl/comments2.xml"]?.match(/<comment /g)).toHaveLength(read.sheets[0]!.notes!.length);
  expect(read.sheets[1]!.formats).toEqual(read.sheets[0]!.formats);
  expect(lost).toEqual([
    "Copy is saved without these parts of Sheet1, from which it was copied: controls, custom properties, embedded objects, pictures and charts, pivot tables, slicers, tables, threads of comments, timelines.",
  ]);
});

test("a copy of a copy, and the copy of a sheet that is deleted later, have the parts of the sheet", () => {
  const file = smallFile({ sheets: { S: '<row r="1"><c r="A1"><v>1</v></c></row>', T: "" }, after: '<pageSetup orientation="landscape"/>' });
  const { texts, read } = saved(file, (book) => ({
    book: { ...book, sheets: [book.sheets[1]!, { ...book.sheets[0]!, name: "S (3)" }] },
    origins: [1, undefined],
    edits: [
      { kind: "copy", sheet: "S", name: "S (2)" },
      { kind: "remove", sheet: "S" },
      { kind: "copy", sheet: "S (2)", name: "S (3)" },
      { kind: "remove", sheet: "S (2)" },
    ],
  }));
  expect(read.sheets.map(({ name }) => name)).toEqual(["T", "S (3)"]);
  expect(Object.entries(texts).filter(([name, text]) => name.includes("worksheets/") && text.includes("landscape"))).toHaveLength(1);
});

test("formulas that the grid has as values keep their stored text in renamed and moved sheets, and are named if cut to another sheet", () => {
  const file = smallFile({
    sheets: {
      S: '<row r="1"><c r="A1"><f>[1]Rates!$B$2*A2+SUM(S!A2:A3)</f><v>7</v></c><c r="B1"><f t="dataTable" ref="B1:B2" dt2D="0" dtr="0" r1="A2"/><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c></row>',
      T: '<row r="1"><c r="A1"><f>\'[1]My rates\'!B2+S!A2</f><v>9</v></c></row>',
    },
  });
  const sheetsOf = (edits: readonly BookEdit[]) => {
    const { texts, lost } = saved(file, (book) => afterEdits(book, edits));
    return [texts["xl/worksheets/sheet1.xml"]!, texts["xl/worksheets/sheet2.xml"]!, lost] as const;
  };
  const rows: BookEdit = { kind: "insert", sheet: "New", axis: "rows", lines: [0, 0], across: [0, Infinity] };
  const [moved, other, lost] = sheetsOf([{ kind: "rename", sheet: "S", name: "New" }, rows]);
  expect(moved).toContain("<f>[1]Rates!$B$2*A3+SUM(New!A3:A4)</f><v>7</v>");
  expect(moved).toContain('<f t="dataTable" ref="B2:B3" dt2D="0" dtr="0" r1="A3"/>');
  expect(other).toContain("<f>'[1]My rates'!B2+New!A3</f><v>9</v>");
  expect(lost).toEqual([]);
  expect(sheetsOf([cut("A1", "A9")])[0]).toContain('<c r="A9"><f>[1]Rates!$B$2*A2+SUM(S!A2:A3)</f><v>7</v></c>');
  expect(sheetsOf([cut("A1", "A9", "S", "T")])[2]).toEqual([
    "On S, formulas that refer to other workbooks of cells that you moved to other places do not go with the cells.",
  ]);
  expect(sheetsOf([cut("B1:B2", "A9", "S", "T")])[2]).toEqual(["On S, data tables of cells that you moved to other places do not go with the cells."]);
});

test("columns take their widths along, each once, and an inserted one has what the grid gives it", () => {
  const file = smallFile({
    sheets: { S: '<row r="1"><c r="A1"><v>1</v></c></row>' },
    parts: {
      "xl/worksheets/sheet1.xml": `<worksheet xmlns="${MAIN}"><cols><col min="1" max="5" width="18" customWidth="1"/><col min="6" max="6" width="40" customWidth="1"></col></cols><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>`,
    },
  });
  const columns = (edit: BookEdit) => saved(file, (book) => afterEdits(book, [edit])).texts["xl/worksheets/sheet1.xml"]!.match(/<cols>.*<\/cols>/)?.[0];
  const strip = { sheet: "S", axis: "columns", across: [0, Infinity] } as const;
  expect(columns({ kind: "reorder", ...strip, lines: [1, 2], to: 6 })).toBe(
    '<cols><col min="1" max="3" width="18" customWidth="1"/><col min="4" max="4" width="40" customWidth="1"/><col min="5" max="6" width="18" customWidth="1"/></cols>',
  );
  expect(columns({ kind: "insert", ...strip, lines: [1, 1] })).toBe(
    '<cols><col min="1" max="1" width="18" customWidth="1"/><col min="3" max="6" width="18" customWidth="1"/><col min="7" max="7" width="40" customWidth="1"/></cols>',
  );
  expect(columns({ kind: "delete", ...strip, lines: [0, 5] })).toBeUndefined();
});

test("a formula to another workbook or a data table that may read a changed cell is calculated when Excel opens the book", () => {
  const marked = (b1: string, column: number): boolean => {
    const file = smallFile({ sheets: { S: `<row r="1"><c r="A1"><v>1</v></c><c r="B1">${b1}<v>2</v></c><c r="C1"><v>3</v></c></row>` } });
    return saved(file, (book) => withCell(book, { row: 0, column, value: 9 })).texts["xl/workbook.xml"]!.includes('fullCalcOnLoad="1"');
  };
  const [other, table] = ["<f>A1*[1]Other!C1</f>", '<f t="dataTable" ref="B1" dt2D="0" dtr="0" r1="A1"/>'];
  expect([marked(other, 0), marked(other, 2), marked(table, 2), marked("<f>A1*2</f>", 2)]).toEqual([true, false, true, false]);
});
