import { openedBook } from "../../src/engine/book/opened-book";
import type { Book, BookCell } from "../../src/workbook/book";
import { columnName } from "../../src/workbook/cell-address";
import { placeOf } from "../../src/workbook/cell-reference";
import { readBook } from "../../src/workbook/xlsx/read/read-book";
import { placedCells } from "../../src/workbook/xlsx/save/placed-cells";
import type { OpenedFile } from "../../src/workbook/xlsx/save/edited-book";
import { savedBook } from "../../src/workbook/xlsx/save/save-book";
import { newlyBroken } from "./invariants";
import { entriesOf, textsOf, worksheetsOf } from "./package-text";
import { sheetTextOf } from "./sheet-text";
import { undone } from "./unchanged";

/** The calculation chain, and what names it: without its last cell it is removed. */
const CHAIN = /calcChain|Content_Types|workbook\.xml\.rels/;

/** Edits of one cell, each with the parts that it may change besides the sheet's. */
export const EDITS = {
  number: { mayChange: CHAIN, edit: (cell) => typed(cell, 1234.5) },
  text: { mayChange: CHAIN, edit: (cell) => typed(cell, ' "5 < 6" & _x000D_ é 📈') },
  empty: { mayChange: CHAIN, edit: (cell) => typed(cell, null) },
  formula: { mayChange: /^$/, edit: (cell) => ({ ...typed(cell, 3), formula: "=SUM(1,2)" }) },
  call: {
    mayChange: /metadata\.xml|calcChain|Content_Types|workbook\.xml\.rels/,
    edit: (cell) => ({ ...typed(cell, 4.25), formula: '=SERVICE.FRED("DGS10")', spill: [[4.25]] }),
  },
  look: {
    mayChange: /styles\.xml|Content_Types|workbook\.xml\.rels/,
    edit: (cell) => ({ ...cell, format: "0.000", style: { ...cell.style, bold: true, fill: "#FFF2CC", bottom: { style: "thin" }, wrap: true } }),
  },
} as const satisfies Readonly<Record<string, { readonly mayChange: RegExp; readonly edit: (cell: BookCell) => BookCell }>>;
export type EditKind = keyof typeof EDITS;

function typed({ row, column, format, style }: BookCell, value: BookCell["value"]): BookCell {
  return { row, column, value, ...(format ? { format } : {}), ...(style ? { style } : {}) };
}

const openedFile = (file: Uint8Array): OpenedFile => ({ file, book: openedBook(readBook(file)) });
const savedAs = (opened: OpenedFile, book: Book) => savedBook(opened, { book, origins: book.sheets.map((_, i) => i) }, { trusts: () => true });

/** Opens a file, edits its n-th cell, or the cell after its last one, and saves it. Lists what is wrong with the result, and what was lost. */
export function faultsOfEdit(file: Uint8Array, kind: EditKind, n: number): string[] {
  const opened = openedFile(file);
  if (savedAs(opened, opened.book).file !== file) return ["A save without an edit changes the file."];
  const index = opened.book.sheets.findIndex(({ cells }) => cells.length > 0);
  const sheet = opened.book.sheets[Math.max(0, index)]!;
  const last = sheet.cells.at(-1) ?? { row: 0, column: 0, value: null };
  // A cell that an array fills is not edited alone.
  const placed = placedCells(sheet);
  const own = sheet.cells.filter(({ row, column, spill }) => !spill && !placed.get(placeOf(row, column))!.filledBy);
  const bottom = Math.max(last.row, ...[...placed.values()].map((one) => one.cell.row));
  // A new cell has the look of its column, which the grid does not show.
  const cell = own[n % (own.length + 1)] ?? { row: bottom + 1, column: last.column + 60, value: null };
  const edited = EDITS[kind].edit(cell);
  const cells = [...sheet.cells.filter((one) => one !== cell), edited];
  const book = { ...opened.book, sheets: opened.book.sheets.map((one) => (one === sheet ? { ...sheet, cells } : one)) };
  const { file: after, lost } = savedAs(opened, book);

  const faults = newlyBroken(file, after);
  // A heading of a table became a number or was emptied.
  if (lost.length > 0) return [...faults, ...lost.filter((sentence) => !sentence.includes("headings are not different texts"))];
  const [textsBefore, texts] = [textsOf(file), textsOf(after)];
  const part = worksheetsOf(textsBefore)[Math.max(0, index)]!.part;
  const now = entriesOf(after);
  // A heading was edited: the table has its new name, and formulas over the table.
  if ([...texts].some(([name, text]) => /tables\/table/.test(name) && textsBefore.get(name) !== text)) return faults;
  for (const [name, bytes] of entriesOf(file))
    if (name !== part && !EDITS[kind].mayChange.test(name) && Buffer.compare(bytes, now.get(name) ?? Buffer.alloc(0)) !== 0) faults.push(`${name} changed.`);
  const [a, b] = [sheetTextOf(textsBefore.get(part)!), sheetTextOf(texts.get(part)!)];
  const address = `${columnName(cell.column)}${cell.row + 1}`;
  const isShared = a?.rows.some((row) =>
    row.cells.some(({ text, ...at }) => at.row === cell.row && at.column === cell.column && /t=["']shared["'][^>]*ref=|ref=[^>]*t=["']shared["']/.test(text)),
  );
  if (a && b && a.rows.length > 0 && !isShared && undone(a, b, new Set([address])) !== textsBefore.get(part))
    faults.push(`More than ${address} changed in ${part}.`);
  faults.push(...otherCells(openedFile(after).book, book, own.includes(cell) ? undefined : cell));
  return faults;
}

/** Cells that the saved file shows otherwise than the grid, without the look of an added cell. */
export function otherCells(saved: Book, shown: Book, added: BookCell | undefined): string[] {
  const lines = ({ sheets }: Book): Set<string> =>
    new Set(
      sheets.flatMap(({ name, cells }) =>
        cells.flatMap(({ row, column, value, formula, format, style }) => {
          const isAdded = added?.row === row && added.column === column;
          const line = JSON.stringify([name, row, column, value, formula, ...(isAdded ? [] : [format, style && Object.entries(style).sort()])]);
          if (isAdded && value === null) return [];
          return value === null && formula === undefined && !format && !style ? [] : [line];
        }),
      ),
    );
  const [a, b] = [lines(saved), lines(shown)];
  return [
    ...[...b].filter((line) => !a.has(line)).map((line) => `lost ${line}`),
    ...[...a].filter((line) => !b.has(line)).map((line) => `instead ${line}`),
  ].slice(0, 4);
}
