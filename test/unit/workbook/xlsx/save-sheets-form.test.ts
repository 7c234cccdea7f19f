import type { Book, BookCell } from "../../../../src/workbook/book";
import { editedBook } from "../../../lossless/edit-sheets";
import { downloadedCell } from "../../../downloaded-cell";
import { open, saved, withSheet } from "./saved-edit";
import { smallFile } from "./small-file";

const [A1, A2, B2, A4, B4, A5, B5, A6] = [
  downloadedCell("A1", 'SERVICE_FRED("DGS10")', 1.11),
  downloadedCell("A2", "SERVICE_FRED(C1:D1)", 1),
  downloadedCell("B2", undefined, 2),
  downloadedCell("A4", 'SERVICE_FRED({"DGS2";"DGS10"})', "n/a: none"),
  downloadedCell("B4", 'QUERY(C1:D1,"select *")', 1),
  downloadedCell("A5", undefined, { error: "#N/A" }),
  downloadedCell("B5", undefined, 5),
  downloadedCell("A6", "SERVICE_FRED(C1)+1", 2),
];
const rows = (...all: readonly (readonly [number, string])[]): string => all.map(([row, cells]) => `<row r="${row}">${cells}</row>`).join("");
const FILE = smallFile({ sheets: { S: rows([1, A1], [2, A2 + B2], [4, A4 + B4], [5, A5 + B5], [6, A6]) } });

const withCell = (book: Book, row: number, column: number, change: Partial<BookCell>): Book =>
  withSheet(book, 0, ({ cells }) => ({ cells: cells.map((cell) => (cell.row === row && cell.column === column ? { ...cell, ...change } : cell)) }));
const withCells = (book: Book, added: readonly BookCell[], changed: Pick<BookCell, "row" | "column"> & Partial<BookCell>): Book => {
  const now = withCell(book, changed.row, changed.column, changed);
  return withSheet(now, 0, ({ cells }) => ({ cells: [...cells, ...added] }));
};
const dataOf = ({ texts }: ReturnType<typeof saved>): string =>
  /<sheetData>(.*)<\/sheetData>/s.exec(texts["xl/worksheets/sheet1.xml"]!)![1]!.replaceAll("&quot;", '"');

it("is read as calls with their values, and other formulas of Google Sheets as they are", () => {
  const cells = open(FILE).book.sheets[0]!.cells.map(({ row, column, formula, value, spill }) => [row, column, formula, spill ?? value]);
  expect(cells).toEqual([
    [0, 0, '=SERVICE.FRED("DGS10")', 1.11],
    [1, 0, "=SERVICE.FRED(C1:D1)", [[1, 2]]],
    [3, 0, '=SERVICE.FRED({"DGS2";"DGS10"})', [["n/a: none"], [{ error: "#N/A" }]]],
    [3, 1, '=IFERROR(__xludf.DUMMYFUNCTION("QUERY(C1:D1,""select *"")"),1.0)', 1],
    [4, 1, '=IFERROR(__xludf.DUMMYFUNCTION("""COMPUTED_VALUE"""),5.0)', 5],
    [5, 0, "=SERVICE.FRED(C1)+1", 2],
  ]);
});

it("stays byte for byte if nothing changed, and is in Google's form with its new value otherwise", () => {
  expect(saved(FILE, (book) => book).file).toBe(FILE);
  expect(dataOf(saved(FILE, (book) => withCell(book, 0, 0, { value: 4.25 })))).toBe(
    rows([1, A1.replaceAll("1.11", "4.25")], [2, A2 + B2], [4, A4 + B4], [5, A5 + B5], [6, A6]),
  );
});

it("follows inserted rows", () => {
  const down = (text: string): string => text.replace(/(?<=r=")([A-Z])(\d)/g, (_, column: string, row: string) => `${column}${Number(row) + 1}`);
  const moved = saved(FILE, (book) => editedBook(book, 0, "S", [{ kind: "insert", along: "rows", at: 0, count: 1 }]));
  expect(dataOf(moved)).toBe(
    rows(
      [2, down(A1)],
      [3, down(A2).replace("C1:D1", "C2:D2") + down(B2)],
      [5, down(A4) + down(B4).replace("C1:D1", "C2:D2")],
      [6, down(A5) + down(B5)],
      [7, down(A6).replace("C1", "C2")],
    ),
  );
});

it("takes another formula, fewer and more cells of an array, and new calls", () => {
  const now = dataOf(
    saved(FILE, (book) =>
      withCells(
        withCell(withCell(book, 0, 0, { formula: '=SERVICE.FRED("DGS2")', value: 3 }), 1, 0, {
          spill: [
            [1, 2],
            [3, 4],
          ],
        }),
        [
          { row: 7, column: 0, formula: "=ROUND(SERVICE.FRED(A1),1)", value: 7 },
          { row: 8, column: 0, formula: "=A1+1", value: 8 },
        ],
        { row: 3, column: 0, spill: [["n/a: none"]] },
      ),
    ),
  );
  expect(now).toBe(
    rows(
      [1, downloadedCell("A1", 'SERVICE_FRED("DGS2")', 3)],
      [2, A2 + B2],
      [3, downloadedCell("A3", undefined, 3) + downloadedCell("B3", undefined, 4)],
      [4, A4 + B4],
      [5, '<c r="A5"></c>' + B5],
      [6, A6],
      [8, downloadedCell("A8", "ROUND(SERVICE_FRED(A1),1)", 7)],
      [9, '<c r="A9"><f>A1+1</f><v>8</v></c>'],
    ),
  );
});
