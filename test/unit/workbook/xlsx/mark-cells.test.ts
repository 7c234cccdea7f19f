import { strFromU8 } from "fflate";
import { markCells } from "../../../../src/workbook/xlsx/mark-cells";
import { workbookPart } from "../../../../src/workbook/xlsx/package-parts";
import { unpack } from "../../../../src/workbook/xlsx/unpack";
import { smallFile } from "./small-file";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
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
