import fc from "fast-check";
import { strFromU8, unzipSync } from "fflate";
import { format as shown } from "numfmt";
import { SaxesParser } from "saxes";
import type { Book, BookCell, BookSheet } from "../../../../src/workbook/book";
import type { CellStyle } from "../../../../src/workbook/cell";
import { starterBook } from "../../../../src/workbook/templates/templates";
import { markCells, numberLength } from "../../../../src/workbook/xlsx/mark-cells";
import { workbookPart } from "../../../../src/workbook/xlsx/package-parts";
import { readBook } from "../../../../src/workbook/xlsx/read/read-book";
import { recalcOnOpen } from "../../../../src/workbook/xlsx/calc-chain";
import { unpack } from "../../../../src/workbook/xlsx/unpack";
import { writeBook } from "../../../../src/workbook/xlsx/write-book";
import { textsOf } from "./saved-edit";
import { MAIN, smallFile } from "./small-file";

const bookOf = (cells: readonly BookCell[], rest: Partial<Book> = {}): Book => ({
  sheets: [{ name: "Sheet1", cells }],
  active: 0,
  names: [],
  settings: {},
  ...rest,
});
const sheetOf = (cells: readonly BookCell[], rest?: Partial<Book>): string => textsOf(writeBook(bookOf(cells, rest)))["xl/worksheets/sheet1.xml"]!;
const at = (row: number, column: number, rest: Partial<BookCell>): BookCell => ({ row, column, value: null, ...rest });

describe("in a written workbook", () => {
  it("a SERVICE formula is a dynamic array under its stored name, with its value", () => {
    const file = textsOf(writeBook(bookOf([at(1, 1, { formula: '=SERVICE.FRED("DGS10")', value: 4.3 })])));
    expect(file["xl/worksheets/sheet1.xml"]).toContain(`<c r="B2" cm="1"><f t="array" ref="B2">_xldudf_SERVICE_FRED(&quot;DGS10&quot;)</f><v>4.3</v></c>`);
    expect(file["xl/metadata.xml"]).toContain(`<xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/>`);
    expect(file["xl/_rels/workbook.xml.rels"]).toContain("/sheetMetadata");
    expect(file["xl/workbook.xml"]).not.toContain("fullCalcOnLoad");
  });

  it("an ordinary formula is not a dynamic array; books without arrays have no metadata", () => {
    const file = textsOf(writeBook(bookOf([at(0, 0, { formula: "=SUM(B1:B9)", value: 2 })])));
    expect(file["xl/worksheets/sheet1.xml"]).toContain(`<c r="A1"><f>SUM(B1:B9)</f><v>2</v></c>`);
    expect(file["xl/metadata.xml"]).toBeUndefined();
  });

  it("a spilling formula names its block, and the cells that it fills have values", () => {
    const xml = sheetOf([at(0, 0, { formula: "=SORT(D1:D2)", value: 1, spill: [[1], ["n/a: no"]] })]);
    expect(xml).toContain(`<c r="A1" cm="1"><f t="array" ref="A1:A2">_xlfn._xlws.SORT(D1:D2)</f><v>1</v></c>`);
    expect(xml).toContain(`<c r="A2" t="str"><v>n/a: no</v></c>`);
  });

  it("a reason is text, an error is an error, and a date is a formatted number", () => {
    const xml = sheetOf([
      at(0, 0, { formula: "=SERVICE.FRED(B1)", value: "n/a: no <such> series" }),
      at(1, 0, { formula: "=1/0", value: { error: "#DIV/0!" } }),
      at(2, 0, { value: 45468, format: "yyyy-mm-dd" }),
      at(3, 0, { value: true }),
      at(4, 0, { formula: '=""', value: "" }),
    ]);
    expect(xml).toContain(`t="str" cm="1"><f t="array" ref="A1">_xldudf_SERVICE_FRED(B1)</f><v>n/a: no &lt;such&gt; series</v></c>`);
    expect(xml).toContain(`<c r="A2" t="e"><f>1/0</f><v>#DIV/0!</v></c>`);
    expect(xml).toContain(`<c r="A3" s="1"><v>45468</v></c>`);
    expect(xml).toContain(`<c r="A4" t="b"><v>1</v></c>`);
    expect(xml).toContain(`<c r="A5" t="str"><f>""</f><v></v></c>`.replace('""', "&quot;&quot;"));
  });

  it.each<[string, BookCell["value"], string]>([
    ["not calculated", null, `</f><v>#GETTING_DATA</v></c>`],
    ["still loading", { error: "#BUSY!" }, `</f><v>#GETTING_DATA</v></c>`],
    ["of a kind that older versions do not know", { error: "#SPILL!" }, `</f><v>#VALUE!</v></c>`],
  ])("a value that is %s becomes an error, and the file requests recalculation", (_, value, end) => {
    const file = textsOf(writeBook(bookOf([at(0, 0, { formula: "=SERVICE.FRED(B1)", value })])));
    expect(file["xl/worksheets/sheet1.xml"]).toContain(end);
    expect(file["xl/workbook.xml"]).toContain(`fullCalcOnLoad="1"`);
  });

  it.each(["=SUM(", "=Sales[Amount]", "=[Other.xlsx]Sheet1!A1"])("a formula that would make Excel refuse the file stays text: %s", (formula) => {
    expect(readBook(writeBook(bookOf([at(0, 0, { formula })]))).sheets[0]!.cells).toEqual([{ row: 0, column: 0, value: formula }]);
  });

  it("counts days from 1904 and calculates with displayed values as the book does", () => {
    const modes = { from1904: true, asDisplayed: true } as const;
    expect(readBook(writeBook({ sheets: [{ name: "S", cells: [] }], active: 0, names: [], settings: {}, ...modes }))).toMatchObject(modes);
  });

  it("a call of a name SERVICE that the workbook defines is stored unchanged", () => {
    const names = [{ name: "SERVICE", formula: "=LAMBDA(entity,path,SERVICE.GET(entity,path))" }];
    const file = textsOf(writeBook(bookOf([at(0, 0, { formula: '=SERVICE(B1,"price")', value: 1 })], { names })));
    expect(file["xl/worksheets/sheet1.xml"]).toContain(`>SERVICE(B1,&quot;price&quot;)</f>`);
    expect(file["xl/workbook.xml"]).toContain(
      `<definedName name="SERVICE">_xlfn.LAMBDA(_xlpm.entity,_xlpm.path,_xldudf_SERVICE_GET(_xlpm.entity,_xlpm.path))</definedName>`,
    );
  });
});

describe("the written starter workbook", () => {
  const file = writeBook({ ...starterBook(), settings: { "service.display": '{"reasons":"text"}' } });
  const parts = textsOf(file);

  it("has well-formed parts with types, and every relationship has its target", () => {
    const types = parts["[Content_Types].xml"]!;
    for (const [name, text] of Object.entries(parts)) {
      expect(() => new SaxesParser({ xmlns: true }).write(text).close()).not.toThrow();
      if (name !== "[Content_Types].xml") expect(types.includes(`PartName="/${name}"`) || /\.(rels|xml)$/.test(name)).toBe(true);
    }
    for (const [, part] of types.matchAll(/PartName="\/([^"]+)"/g)) expect(Object.keys(parts)).toContain(part);
    for (const [name, text] of Object.entries(parts)) {
      if (!name.endsWith(".rels")) continue;
      const folder = name.replace(/_rels\/[^/]*$/, "");
      for (const [, target] of text.matchAll(/Target="([^"]+)"/g))
        expect(Object.keys(parts)).toContain(new URL(target!, `file:///${folder}`).pathname.slice(1));
    }
  });

  it("has correct counts of styles, and rows in order", () => {
    const styles = parts["xl/styles.xml"]!;
    const looks = Number(/<cellXfs count="(\d+)"/.exec(styles)?.[1]);
    expect(styles.split("<xf ").length - 2).toBe(looks);
    for (const [name, text] of Object.entries(parts)) {
      if (!name.startsWith("xl/worksheets/")) continue;
      for (const [, s] of text.matchAll(/<c r="[A-Z]+\d+"[^<>]* s="(\d+)"/g)) expect(Number(s)).toBeLessThan(looks);
      const rows = [...text.matchAll(/<row r="(\d+)"/g)].map((m) => Number(m[1]));
      expect(rows).toEqual([...rows].sort((a, b) => a - b));
    }
  });

  it("is identical, byte for byte, each time", () => {
    expect(writeBook({ ...starterBook(), settings: { "service.display": '{"reasons":"text"}' } })).toEqual(file);
  });
});

/* The round trip. */

const color = fc.integer({ min: 1, max: 0xffffff }).map((n) => `#${n.toString(16).toUpperCase().padStart(6, "0")}`);
const line = fc.record(
  { style: fc.constantFrom("thin" as const, "medium" as const, "dotted" as const, "double" as const), color },
  { requiredKeys: ["style"] },
);
const style: fc.Arbitrary<CellStyle> = fc.record(
  {
    bold: fc.constant(true as const),
    italic: fc.constant(true as const),
    underline: fc.constant(true as const),
    strike: fc.constant(true as const),
    size: fc.constantFrom(8, 9.5, 16),
    color,
    fill: color,
    horizontal: fc.constantFrom("left" as const, "center" as const, "right" as const),
    vertical: fc.constantFrom("top" as const, "center" as const),
    wrap: fc.constant(true as const),
    top: line,
    left: line,
  },
  { requiredKeys: [] },
);
const value = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (Object.is(n, -0) ? 0 : n)),
  fc.string({ unit: "binary", minLength: 1, maxLength: 30 }),
  fc.constantFrom("n/a: no curated series", "=not a formula", "_x0041_", " blanks ", "line\nbreak\r\n", "<&>\"'", "", "0012", "TRUE"),
  fc.boolean(),
  fc.constantFrom("#N/A", "#VALUE!", "#DIV/0!", "#BUSY!").map((error) => ({ error })),
);
const formula = fc.constantFrom('=SERVICE.FRED("DGS10")', "=SERVICE.YIELD($A5,B$4)", "=SUM(A1:A3)", "=XLOOKUP(1,A:A,B:B)", '="a"&B1', "=LET(x,1,x+1)", "=1<2");
const content = fc.oneof(
  fc.record({ value, format: fc.constantFrom("0.00", "yyyy-mm-dd", '0.0" %"', "@"), style }, { requiredKeys: ["value"] }),
  fc.record({ value, formula, format: fc.constantFrom("0.00%", "#,##0"), style }, { requiredKeys: ["value", "formula"] }),
  fc
    .record({ formula: fc.constant("=SORT(B1:B9)"), spill: fc.array(fc.tuple(value), { minLength: 2, maxLength: 3 }) })
    .map(({ spill, ...rest }) => ({ ...rest, spill, value: spill[0]![0] })),
);
const withoutEmptyStyle = (cell: object): object =>
  Object.fromEntries(Object.entries(cell).filter(([key, v]) => key !== "style" || Object.keys(v as object).length > 0));
const cells = fc.uniqueArray(fc.tuple(fc.nat(30), fc.nat(12), content), { selector: ([row, column]) => `${row * 10}|${column}`, maxLength: 25 }).map((list) =>
  list
    // Rows far enough apart that no array blocks another.
    .map(([row, column, rest]) => ({ row: row * 10, column, ...withoutEmptyStyle(rest) }) as BookCell)
    .sort((a, b) => a.row - b.row || a.column - b.column),
);
const sheet = (name: string): fc.Arbitrary<BookSheet> =>
  fc.record(
    {
      name: fc.constant(name),
      visibility: fc.constantFrom("hidden" as const, "veryHidden" as const),
      cells,
      columns: fc.constant([{ from: 0, to: 0, width: 18.5 }, { from: 2, to: 4, width: 9, hidden: true as const }]), // prettier-ignore
      rows: fc.constant([{ row: 3, height: 30 }, { row: 5, hidden: true as const }]), // prettier-ignore
      merges: fc.constant([{ row: 1, column: 1, rows: 2, columns: 3 }]),
      frozen: fc.constantFrom({ rows: 1, columns: 0 }, { rows: 2, columns: 1 }),
    },
    { requiredKeys: ["name", "cells"] },
  ) as fc.Arbitrary<BookSheet>;
const book: fc.Arbitrary<Book> = fc
  .tuple(
    sheet("Front").map(({ visibility: _, ...visible }) => visible),
    sheet("It's <2>"),
    fc.dictionary(fc.string({ minLength: 1, maxLength: 12 }), fc.string({ unit: "binary", maxLength: 40 }), { maxKeys: 3 }),
  )
  .map(([first, second, settings]) => ({
    sheets: [first, second],
    active: 0,
    names: [
      { name: "rate", formula: '=SERVICE.FRED("DGS10")' },
      { name: "local", formula: "=Front!$A$1", sheet: "It's <2>", hidden: true as const },
    ],
    settings: { ...settings },
  }));

test("a book that is written and read again is the same book", () => {
  fc.assert(
    fc.property(book, (wanted) => {
      const { calculation: _, ...read } = readBook(writeBook(wanted));
      expect(read).toEqual({ ...wanted, settings: { ...wanted.settings } });
    }),
    { numRuns: 100 },
  );
});

const FORMATS = [
  "General",
  'General" (sample)"',
  "0",
  '#,##0" (sample)"',
  '0.00%" (sample)"',
  '#,##0.00_);(#,##0.00)" (sample)"',
  '[$€-407]#,##0.0,,"M"',
  "$#,##0.00;[Red]-$#,##0.00;-",
  'yyyy-mm-dd" (sample)"',
  "d-mmm-yy",
  "mmmm d, yyyy",
  "h:mm AM/PM",
  "0.00E+00",
];
const NUMBERS = [0, 1, -1, 0.5, 9.99, 99.996, 1_000, -12_345.678, 45_461, 15_204_137_000, 3_000_000_000_000];

/** 9999-12-31 */
const LAST_DAY = 2_958_465;

test.each(FORMATS)("the length of a number is enough for what is shown in %s, with few characters to spare", (format) => {
  for (const value of NUMBERS) {
    // No date: Excel shows ##### at any width.
    if ((value < 0 || value > LAST_DAY) && /[ydh]/.test(format.replace(/"[^"]*"/g, ""))) continue;
    const needs = shown(format, value).length;
    const is = numberLength(format, value);
    expect([value, is >= needs]).toEqual([value, true]);
    expect(is).toBeLessThanOrEqual(needs + 20);
  }
});

const WORKBOOK = "xl/workbook.xml";
const workbookOf = (file: Uint8Array): string => strFromU8(unzipSync(file)[WORKBOOK]!);

describe("marking a book for calculation on opening", () => {
  test.each([
    ["adds an attribute", `<calcPr calcId="191029" iterate="1"/>`, `<calcPr calcId="191029" iterate="1" fullCalcOnLoad="1"/>`],
    ["turns an attribute on", `<calcPr fullCalcOnLoad = '0' calcId="1"/>`, `<calcPr fullCalcOnLoad="1" calcId="1"/>`],
    [
      "adds the element before what must follow it",
      `<definedNames/><pivotCaches/><extLst/>`,
      `<definedNames/><calcPr fullCalcOnLoad="1"/><pivotCaches/><extLst/>`,
    ],
    ["adds the element at the end", `<definedNames/>`, `<definedNames/><calcPr fullCalcOnLoad="1"/>`],
  ])("%s", (_, before, after) => {
    const file = smallFile({ sheets: { S: "" }, workbook: before });
    const marked = recalcOnOpen(file);
    expect(workbookOf(marked)).toBe(workbookOf(file).replace(before, after));
    const [was, is] = [unzipSync(file), unzipSync(marked)];
    expect(Object.keys(is)).toEqual(Object.keys(was));
    expect(Object.keys(was).filter((name) => name !== WORKBOOK && Buffer.compare(was[name]!, is[name]!) !== 0)).toEqual([]);
    expect(recalcOnOpen(marked)).toBe(marked);
  });

  it("keeps the prefix of the workbook's elements", () => {
    const prefixed = `<?xml version="1.0"?><x:workbook xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheets/><x:extLst/></x:workbook>`;
    const file = smallFile({ sheets: {}, parts: { [WORKBOOK]: prefixed } });
    expect(workbookOf(recalcOnOpen(file))).toBe(prefixed.replace("<x:extLst/>", `<x:calcPr fullCalcOnLoad="1"/><x:extLst/>`));
  });
});

const STYLES =
  `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="#,##0"/></numFmts>` +
  `<fonts count="2"><font><sz val="11"/></font><font><b/><sz val="22"/></font></fonts>` +
  `<cellXfs count="3"><xf numFmtId="0" fontId="0"/><xf numFmtId="164" fontId="0"/><xf numFmtId="164" fontId="1"/></cellXfs></styleSheet>`;

/** Cells of row 1: column letter, style and content. */
const row = (...cells: readonly (readonly [string, number, string])[]): string =>
  `<sheetData><row r="1">${cells.map(([column, style, content]) => `<c r="${column}1" s="${style}"${content}</c>`).join("")}</row></sheetData>`;
const number = (value: number): string => `><v>${value}</v>`;

/** The sheet part after these columns of row 1 were marked, without styles of cells. */
function marked(sheet: string, ...columns: readonly number[]): string {
  const parts = { "xl/worksheets/sheet1.xml": `<worksheet xmlns="${MAIN}">${sheet}</worksheet>`, "xl/styles.xml": STYLES };
  const unpacked = unpack(smallFile({ sheets: { S: "" }, parts, related: { styles: "styles.xml" } }));
  const places = new Map([["S", columns.map((column) => ({ row: 0, column }))]]);
  const after = markCells(unpacked, workbookPart(unpacked), places, "sample").parts.get("xl/worksheets/sheet1.xml")!;
  return strFromU8(after)
    .replace(/^<worksheet[^>]*>|<\/worksheet>$/g, "")
    .replaceAll(/ s="\d+"/g, "");
}
const bare = (sheet: string): string => sheet.replaceAll(/ s="\d+"/g, "");

/** 15,204,137,000 (sample) */
const SHARES = 15_204_137_000;

test("a column becomes wide enough for the number and its word, and nothing else changes", () => {
  const cells = row(["A", 0, number(1)], ["B", 1, number(SHARES)], ["C", 1, number(5)]);
  expect(marked(cells, 1)).toBe(`<cols><col min="2" max="2" width="24" customWidth="1"/></cols>${bare(cells)}`);
  const set = `<cols><col min="1" max="1" width="30" customWidth="1"/><col min="2" max="3" width="9" style="1" bestFit="1"/></cols>`;
  const widened = `<cols><col min="1" max="1" width="30" customWidth="1"/><col min="2" max="2" width="24" style="1" bestFit="1" customWidth="1"/><col min="3" max="3" width="9" style="1" bestFit="1"/></cols>`;
  expect(marked(set + cells, 0, 1)).toBe(widened + bare(cells));
});

test("a column that is wide enough, hidden, or has its number in merged cells keeps its width", () => {
  const cells = row(["A", 1, number(SHARES)], ["B", 1, number(SHARES)], ["C", 1, number(SHARES)]);
  const sheet = `<cols><col min="1" max="1" width="40" customWidth="1"/><col min="2" max="2" width="9" hidden="1"/></cols>${cells}<mergeCells count="1"><mergeCell ref="C1:E1"/></mergeCells>`;
  expect(marked(sheet, 0, 1, 2)).toBe(bare(sheet));
  const standard = `<sheetFormatPr defaultColWidth="25" defaultRowHeight="15"/>${cells}`;
  expect(marked(standard, 0)).toBe(bare(standard));
});

test("new columns are in order, large fonts need more, and texts need nothing", () => {
  const cells = row(["A", 1, number(SHARES)], ["C", 2, number(SHARES)], ["D", 0, ` t="str"><v>a long text that continues into the next cell</v>`]);
  const sheet = `<cols><col min="2" max="2" width="4" customWidth="1"/></cols>${cells}`;
  expect(marked(sheet, 0, 2, 3)).toBe(
    `<cols><col min="1" max="1" width="24" customWidth="1"/><col min="2" max="2" width="4" customWidth="1"/><col min="3" max="3" width="52" customWidth="1"/></cols>${bare(cells)}`,
  );
});
