import type { Book, BookSheet, SheetFilter } from "../../../../src/workbook/book";
import { readBook } from "../../../../src/workbook/xlsx/read/read-book";
import { writeBook } from "../../../../src/workbook/xlsx/write-book";
import { editedBook, withCopy, type LineEdit } from "../../../lossless/edit-sheets";
import { brokenRules } from "../../../lossless/invariants";
import { saved, textsOf } from "./saved-edit";
import { smallFile } from "./small-file";

const row = (n: number, attributes = ""): string => `<row r="${n}"${attributes}><c r="B${n}"><v>${n}</v></c></row>`;
const ROWS = [row(2), row(3, ` hidden="1"`), row(4), row(5, ` hidden="1" ht="30" customHeight="1"`), row(6)].join("");
const COLOUR = `<filterColumn colId="2" hiddenButton="1"><colorFilter dxfId="0"/><extLst><ext uri="x"/></extLst></filterColumn>`;
const SORT = `<sortState ref="B3:E6"><sortCondition ref="C3:C6"/></sortState>`;
const CRITERIA =
  `<filterColumn colId="0"><filters blank="1"><filter val="a &amp; b"/><filter val="2"/><dateGroupItem year="2024" month="6" dateTimeGrouping="month"/></filters></filterColumn>` +
  `<filterColumn colId="1"><customFilters and="1"><customFilter operator="greaterThan" val="5"/><customFilter val="*x*"/></customFilters></filterColumn>`;
const NAME = `<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">S!$B$2:$E$6</definedName>`;
const fileOf = (inside: string, names = `<definedNames>${NAME}</definedNames>`): Uint8Array =>
  smallFile({ sheets: { S: ROWS, T: "" }, after: `<autoFilter ref="B2:E6">${inside}</autoFilter>`, workbook: names });
const FILE = fileOf(CRITERIA + COLOUR + SORT);

const SHEET = "xl/worksheets/sheet1.xml";
const WORKBOOK = "xl/workbook.xml";
const textOf = (file: Uint8Array, part: string): string => textsOf(file)[part]!;
const elementOf = (file: Uint8Array): string => /<autoFilter.*<\/autoFilter>|<autoFilter[^>]*\/>/.exec(textOf(file, SHEET))?.[0] ?? "";

/** Saves a file with a change of its first sheet. */
const changed = (change: (sheet: BookSheet) => BookSheet, file = FILE): Uint8Array =>
  saved(file, (book) => ({ ...book, sheets: book.sheets.map((one, i) => (i === 0 ? change(one) : one)) })).file;
/** Saves a file after lines of its first sheet were edited. */
const moved = (...edits: readonly LineEdit[]): Uint8Array => saved(FILE, (book) => editedBook(book, 0, "S", edits)).file;
const withFilter =
  (change: (filter: SheetFilter) => SheetFilter | undefined) =>
  ({ filter, ...sheet }: BookSheet): BookSheet => {
    const now = change(filter!);
    return now ? { ...sheet, filter: now } : sheet;
  };

describe("a sheet's filter", () => {
  it("is read with texts, blanks, dates and tests; what a page cannot apply is named", () => {
    const { sheets, leftOut } = readBook(FILE);
    expect(sheets[0]!.filter).toEqual({
      block: { row: 1, column: 1, rows: 5, columns: 4 },
      columns: [
        { column: 0, criterion: { kind: "values", texts: ["a & b", "2"], blank: true, dates: [{ year: 2024, month: 6 }] } },
        {
          column: 1,
          criterion: {
            kind: "tests",
            all: true,
            tests: [
              { operator: "greaterThan", value: "5" },
              { operator: "equal", value: "*x*" },
            ],
          },
        },
        { column: 2, criterion: { kind: "other" } },
      ],
    });
    expect(leftOut).toEqual(["1 filter by colour or icon"]);
    expect(readBook(fileOf(CRITERIA)).leftOut).toBeUndefined();
  });

  it("is read with largest numbers and kinds of dates, and without columns that it does not have", () => {
    const read = readBook(
      fileOf(
        `<filterColumn colId="0"><top10 percent="1" top="0" val="25" filterVal="3"/></filterColumn>` +
          `<filterColumn colId="1"><dynamicFilter type="thisMonth" val="1" maxVal="2"/></filterColumn><filterColumn colId="9"><top10 val="1"/></filterColumn>`,
      ),
    );
    expect(read.sheets[0]!.filter!.columns).toEqual([
      { column: 0, criterion: { kind: "top", count: 25, bottom: true, percent: true } },
      { column: 1, criterion: { kind: "dynamic", type: "thisMonth" } },
    ]);
  });

  it("is the sheet's own, not that of a custom view", () => {
    const file = smallFile({
      sheets: { S: "" },
      after: `<customSheetViews><customSheetView guid="x"><autoFilter ref="A1:B2"/></customSheetView></customSheetViews>`,
    });
    expect(readBook(file).sheets[0]!.filter).toBeUndefined();
  });

  it("stays byte for byte if it was not changed, with the rows that it hides", () => {
    expect(changed((sheet) => sheet)).toBe(FILE);
    const edited = changed((sheet) => ({ ...sheet, cells: [...sheet.cells, { row: 8, column: 0, value: 1 }] }));
    expect(elementOf(edited)).toBe(elementOf(FILE));
    expect(readBook(edited).sheets[0]!.rows).toEqual(readBook(FILE).sheets[0]!.rows);
  });

  it("is saved with another criterion and other rows; colours, sorting and hidden buttons stay", () => {
    const file = changed((sheet) => ({
      ...withFilter(({ block, columns }) => ({
        block,
        columns: [{ column: 0, criterion: { kind: "values", texts: ["6"], dates: [{ year: 2023, month: 1, day: 2 }] } }, columns[1]!, columns[2]!],
      }))(sheet),
      rows: [
        { row: 2, hidden: true },
        { row: 3, hidden: true },
        { row: 4, height: 30 },
      ],
    }));
    expect(elementOf(file)).toBe(
      `<autoFilter ref="B2:E6"><filterColumn colId="0"><filters><filter val="6"/><dateGroupItem year="2023" month="1" day="2" dateTimeGrouping="day"/></filters></filterColumn>` +
        CRITERIA.slice(CRITERIA.indexOf(`<filterColumn colId="1"`)) +
        COLOUR +
        SORT +
        `</autoFilter>`,
    );
    expect(textOf(file, SHEET)).toContain(`<sheetPr filterMode="1"/>`);
    expect(textOf(file, SHEET)).toContain(`<row r="4" hidden="1">`);
    expect(textOf(file, SHEET)).toContain(`<row r="5" ht="30" customHeight="1">`);
    expect(textOf(file, WORKBOOK)).toBe(textOf(FILE, WORKBOOK));
  });

  it("is saved without its criteria, or not at all", () => {
    const cleared = changed(withFilter(({ block }) => ({ block, columns: [] })));
    expect(elementOf(cleared)).toBe(`<autoFilter ref="B2:E6"><filterColumn colId="2" hiddenButton="1"/>${SORT}</autoFilter>`);
    const gone = changed(withFilter(() => undefined));
    expect(elementOf(gone)).toBe("");
  });

  it("goes with inserted and deleted lines, with its name and its columns", () => {
    const inserted = moved({ kind: "insert", along: "rows", at: 0, count: 1 }, { kind: "insert", along: "columns", at: 2, count: 1 });
    expect(elementOf(inserted)).toContain(`<autoFilter ref="B3:F7"><filterColumn colId="0">`);
    expect(elementOf(inserted)).toContain(`<filterColumn colId="2"><customFilters and="1">`);
    expect(textOf(inserted, WORKBOOK)).toContain("S!$B$3:$F$7");
    const deleted = moved({ kind: "remove", along: "columns", at: 1, count: 1 });
    expect(elementOf(deleted)).toContain(`<autoFilter ref="B2:D6"><filterColumn colId="0"><customFilters and="1">`);
    expect(elementOf(deleted)).not.toContain("<filters");
    expect(readBook(deleted).sheets[0]!.filter!.columns.map(({ column }) => column)).toEqual([0, 1]);
  });

  it("goes with its cells if all of them are cut, without its criteria, and stays if some are", () => {
    const block = (rows: number) => ({ row: 1, column: 1, rows, columns: 4 });
    const cut = moved({ kind: "cut", block: block(5), to: { row: 1, column: 7 } });
    expect(elementOf(cut)).toMatch(/^<autoFilter ref="H2:K6">/);
    expect(elementOf(cut)).not.toContain("filterColumn");
    expect(textOf(cut, WORKBOOK)).toContain("S!$H$2:$K$6");
    expect(elementOf(moved({ kind: "cut", block: block(2), to: { row: 1, column: 7 } }))).toContain(`<autoFilter ref="B2:E6">${CRITERIA}`);
    expect(elementOf(moved({ kind: "remove", along: "rows", at: 1, count: 1 }))).toBe("");
  });

  it("is copied once with its sheet, under the copy's name", () => {
    const { file } = saved(FILE, (book) => withCopy(book, "Copy"));
    const copy = textOf(file, "xl/worksheets/sheet3.xml");
    expect(copy.match(/<autoFilter.*<\/autoFilter>/)?.[0]).toBe(elementOf(FILE));
    expect(textOf(file, WORKBOOK)).toContain(`${NAME}${NAME.replace('localSheetId="0"', 'localSheetId="2"').replace("S!", "Copy!")}</definedNames>`);
  });

  it("has the name that Excel gives it when it is new or has other cells", () => {
    const other = changed(withFilter(({ columns }) => ({ block: { row: 1, column: 1, rows: 9, columns: 4 }, columns })));
    expect(elementOf(other)).toContain(`ref="B2:E10"`);
    expect(textOf(other, WORKBOOK)).toContain(NAME.replace("$6", "$10"));
    const without = fileOf("", "");
    const named = changed(
      withFilter(({ columns }) => ({ block: { row: 1, column: 1, rows: 9, columns: 4 }, columns })),
      without,
    );
    expect(textOf(named, WORKBOOK)).toContain(`<definedNames>${NAME.replace("$6", "$10")}</definedNames>`);
    // An old name of a filter that was removed is not written twice.
    const leftover = smallFile({ sheets: { S: ROWS }, workbook: `<definedNames>${NAME}</definedNames>` });
    const again = changed((sheet) => ({ ...sheet, filter: { block: { row: 0, column: 0, rows: 3, columns: 1 }, columns: [] } }), leftover);
    expect(textOf(again, WORKBOOK).match(/_FilterDatabase/g)).toHaveLength(1);
    expect(textOf(again, WORKBOOK)).toContain("S!$A$1:$A$3");
  });

  it("is written into a new workbook, and into a new sheet of an opened one", () => {
    const { sheets } = readBook(fileOf(CRITERIA));
    const written = writeBook({ ...readBook(fileOf(CRITERIA)), settings: {} });
    expect(readBook(written).sheets[0]!.filter).toEqual(sheets[0]!.filter);
    expect(readBook(written).sheets[0]!.rows).toEqual(sheets[0]!.rows);
    expect(textOf(written, WORKBOOK)).toContain(NAME);
    expect(brokenRules(written)).toEqual([]);
    const { file } = saved(FILE, (book) => ({
      book: { ...book, sheets: [...book.sheets, { ...sheets[0]!, name: "My copy" }] },
      origins: [0, 1, undefined],
    }));
    expect(readBook(file).sheets[2]!.filter).toEqual(sheets[0]!.filter);
    expect(textOf(file, WORKBOOK)).toContain(`localSheetId="2" hidden="1">'My copy'!$B$2:$E$6<`);
  });

  it("keeps a line break in a text", () => {
    const filter: SheetFilter = { block: { row: 0, column: 0, rows: 3, columns: 1 }, columns: [{ column: 0, criterion: { kind: "values", texts: ["a\nb"] } }] };
    const book: Book = { sheets: [{ name: "S", cells: [], filter }], active: 0, names: [], settings: {} };
    expect(readBook(writeBook(book)).sheets[0]!.filter).toEqual(filter);
  });
});
