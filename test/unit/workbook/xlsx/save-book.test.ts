import type { Book, BookCell } from "../../../../src/workbook/book";
import type { LineEdit } from "../../../../src/workbook/line-edits";
import { readBook } from "../../../../src/workbook/xlsx/read-book";
import { editedBook } from "../../../lossless/edit-sheets";
import { fullBook } from "../../../lossless/full-book";
import { changedParts, saved, withSheet } from "./saved-edit";
import { smallFile } from "./small-file";

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

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELS = "http://schemas.openxmlformats.org/package/2006/relationships";
const WITH_TABLE = smallFile({
  sheets: {
    S: '<row r="1"><c r="A1" t="str"><v>Name</v></c><c r="B1" t="str"><v>Amount</v></c></row><row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>10</v></c></row><row r="3"><c r="A3"><v>2</v></c><c r="B3"><v>20</v></c></row><row r="5"><c r="D5"><f>SUM(Sales[Amount])</f><v>30</v></c></row>',
  },
  after: '<tableParts count="1"><tablePart r:id="rId1"/></tableParts>',
  parts: {
    "xl/worksheets/_rels/sheet1.xml.rels": `<Relationships xmlns="${RELS}"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/table" Target="../tables/table1.xml"/></Relationships>`,
    "xl/tables/table1.xml": `<table xmlns="${MAIN}" id="1" name="Sales" displayName="Sales" ref="A1:B3"><autoFilter ref="A1:B3"/><tableColumns count="2"><tableColumn id="1" name="Name"/><tableColumn id="2" name="Amount"/></tableColumns></table>`,
  },
});

test("a table follows its rows, and formulas keep its name", () => {
  const { texts, lost } = saved(WITH_TABLE, (book) => editedBook(book, 0, "S", [{ kind: "insert", along: "rows", at: 0, count: 1 }]));
  expect(texts["xl/tables/table1.xml"]).toContain('ref="A2:B4"><autoFilter ref="A2:B4"/>');
  expect(texts["xl/worksheets/sheet1.xml"]).toContain('<c r="D6"><f>SUM(Sales[Amount])</f>');
  expect(lost).toEqual([]);
});

test("a formula over a table is written with its cells where a row that the table gets is not one of them", () => {
  const { texts } = saved(WITH_TABLE, (book) => editedBook(book, 0, "S", [{ kind: "insert", along: "rows", at: 1, count: 1 }]));
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

test("what stays behind when cells are cut and pasted is named", () => {
  const cut = (row: number, parts: Readonly<Record<string, string>> = {}) =>
    saved(fullBook(parts), (book) => ({
      book: withCell(book, { row: 20, column: 0, value: 1 }),
      origins: [0],
      moves: new Map([[0, [{ row, column: 0, rows: 1, columns: 4 }]]]),
    })).lost;
  expect(cut(0)).toEqual(["On Sheet1, links of the cells that you moved to other places stay where they are, and do not go with the cells."]);
  const twice = `<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors/><commentList><comment ref="A1"/><comment ref="A1"/></commentList></comments>`;
  expect(cut(0, { "xl/comments1.xml": twice }).join()).toMatch(/^On Sheet1, links, notes of the cells/);
  expect(cut(2)).toEqual([]);
});

test("a formula to another workbook or a data table that may read a changed cell is calculated when Excel opens the book", () => {
  const marked = (b1: string, column: number): boolean => {
    const file = smallFile({ sheets: { S: `<row r="1"><c r="A1"><v>1</v></c><c r="B1">${b1}<v>2</v></c><c r="C1"><v>3</v></c></row>` } });
    return saved(file, (book) => withCell(book, { row: 0, column, value: 9 })).texts["xl/workbook.xml"]!.includes('fullCalcOnLoad="1"');
  };
  const [other, table] = ["<f>A1*[1]Other!C1</f>", '<f t="dataTable" ref="B1" dt2D="0" dtr="0" r1="A1"/>'];
  expect([marked(other, 0), marked(other, 2), marked(table, 2), marked("<f>A1*2</f>", 2)]).toEqual([true, false, true, false]);
});
