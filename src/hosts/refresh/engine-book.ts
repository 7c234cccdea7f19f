import { withSeparators } from "../../contract/counted";
import { largest } from "../../contract/lists";
import { dataOfBook } from "../../engine/book/book-data";
import { ENGINE_FAILED } from "../../engine/engine-errors";
import { createAreaIndex } from "../../workbook/area-index";
import { referencesOf } from "../../workbook/areas";
import type { Book, BookCell } from "../../workbook/book";
import { type CellValue, isError } from "../../workbook/cell";
import { blockText } from "../../workbook/cell-address";
import { LAST_COLUMN, LAST_ROW } from "../../workbook/cell-reference";
import { namesThatStay } from "../../workbook/formulas/names-in-place";
import { withRowsUpTo } from "../../workbook/formulas/with-references";
import { isWritable } from "../../workbook/xlsx/patch-sheet";
import type { PlannedFormula } from "./book-formulas";
import { filledBlock } from "./plan";

const PENDING = /^#(BUSY!|GETTING_DATA)$/;

/** Why an error that the engine gives for a formula is not written; undefined for all other values. */
export function errorTrouble(value: CellValue): string | undefined {
  if (value === null || !isError(value)) return undefined;
  if (PENDING.test(value.error)) return "It was not answered.";
  if (value.error === ENGINE_FAILED) return "This refresh cannot calculate it. Open the book in Excel to update it.";
  if (!isWritable(value)) return `It would show ${value.error}. Open the book in Excel to see what is in its way.`;
  return value.error === "#NAME?" ? "It uses a name that this refresh does not know." : undefined;
}

/** The book with these formulas only, and the names that stay in their plain form; every other cell that they read is its value, and the rest is left out. */
export function reduced(book: Book, planned: readonly PlannedFormula[]): Book {
  const read = createAreaIndex<undefined>();
  for (const { references } of planned) for (const area of references.areas) read.add(area, undefined);
  const calculated = new Set(planned.map(({ cell }) => cell));
  return {
    ...book,
    names: [...namesThatStay(book.names)],
    sheets: book.sheets.map(({ name, cells }) => {
      const kept: BookCell[] = [];
      const keep = (row: number, column: number, value: BookCell["value"], format: string | undefined): void => {
        // Blank cells that an array fills have formats of their own.
        const isShown = value === null && format !== undefined && book.asDisplayed;
        if (isShown || (value !== null && read.has(name, row, column))) kept.push({ row, column, value, ...(format === undefined ? {} : { format }) });
      };
      for (const cell of cells) {
        if (calculated.has(cell)) kept.push(cell);
        else if (cell.spill) {
          const { row, column, rows, columns } = filledBlock(cell);
          for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) keep(row + r, column + c, cell.spill[r]?.[c] ?? null, cell.format);
        } else keep(cell.row, cell.column, cell.value, cell.format);
      }
      return { name, cells: kept };
    }),
  };
}

type EngineData = ReturnType<typeof dataOfBook>;

/** Different cells that one formula reads at most. The engine makes values for all of them, also for blank ones. */
const MOST_CELLS = 17_000_000;
const MILLION = 1_000_000;

const sheetsOf = ({ sheets }: EngineData) => new Map(Object.values(sheets).map((sheet) => [sheet.name?.toLowerCase(), sheet]));

/**
 * Makes the engine's sheets large enough for what formulas refer to: the engine gives an error for a single cell, whole row or whole column beyond the end, and for
 * an array that has no room. A block that a formula with one value reads needs no room.
 */
function addReferredCells(data: EngineData, planned: readonly PlannedFormula[]): void {
  const sheets = sheetsOf(data);
  for (const { references, cell } of planned)
    for (const { sheet: name, row, column, rows, columns, lines } of references.areas) {
      const sheet = sheets.get(name.toLowerCase());
      if (!sheet) continue;
      // A formula that takes one cell of a row or column can take any of its cells.
      const [inRows, inColumns] = cell.spill ? [rows <= LAST_ROW, columns <= LAST_COLUMN] : [rows === 1, columns === 1];
      if (inRows || lines === "rows") sheet.rowCount = Math.max(sheet.rowCount ?? 0, row + rows);
      if (inColumns || lines === "columns") sheet.columnCount = Math.max(sheet.columnCount ?? 0, column + columns);
    }
}

/** The formulas that read more than `MOST_CELLS` in the engine's sheets, each with the reason. */
function tooLargeIn(data: EngineData, planned: readonly PlannedFormula[]): readonly (readonly [PlannedFormula, string])[] {
  const sheets = sheetsOf(data);
  return planned.flatMap((one) => {
    const areas = new Map<string, number>();
    for (const { sheet, lines, ...block } of one.references.areas) {
      const size = sheets.get(sheet.toLowerCase());
      const rows = lines === "columns" ? (size?.rowCount ?? 0) : block.rows;
      const columns = lines === "rows" ? (size?.columnCount ?? 0) : block.columns;
      areas.set(`${sheet.toLowerCase()}!${blockText(block)}`, rows * columns);
    }
    const cells = [...areas.values()].reduce((sum, n) => sum + n, 0);
    if (cells <= MOST_CELLS) return [];
    const millions = withSeparators(Math.ceil(cells / MILLION));
    return [
      [
        one,
        `It reads ${millions} million cells, more than the ${MOST_CELLS / MILLION} million that a refresh calculates. Open the book in Excel to update it.`,
      ],
    ];
  });
}

/** The book with the plain form of these formulas. */
function withPlainFormulas(book: Book, planned: readonly PlannedFormula[]): Book {
  const plain = new Map(
    planned.flatMap(({ cell, plain: formula }) => (cell.formula === undefined || formula === cell.formula ? [] : [[cell, formula] as const])),
  );
  if (plain.size === 0) return book;
  const inPlain = (cell: BookCell): BookCell => (plain.has(cell) ? { ...cell, formula: plain.get(cell)! } : cell);
  return { ...book, sheets: book.sheets.map((sheet) => ({ ...sheet, cells: sheet.cells.map(inPlain) })) };
}

/** Shortens the ranges of formulas that are too large to the used rows of their sheets, if they are not too large then. */
function withUsedRows(data: EngineData, planned: readonly PlannedFormula[]): readonly PlannedFormula[] {
  const rows = largest(Object.values(data.sheets).map(({ rowCount = 0 }) => rowCount));
  const large = new Set(tooLargeIn(data, planned).map(([one]) => one));
  if (large.size === 0) return planned;
  return planned.map((one) => {
    if (!large.has(one)) return one;
    const plain = withRowsUpTo(one.plain, one.sheet, rows);
    const shorter = { ...one, plain, references: referencesOf(plain, one.sheet, []) };
    return tooLargeIn(data, [shorter]).length > 0 ? one : shorter;
  });
}

/** The engine's workbook with these formulas, and those of them that are left out because they read too many cells, each with the reason. */
export function engineBook(
  book: Book,
  all: readonly PlannedFormula[],
  unit: string,
): { readonly data: EngineData; readonly tooLarge: ReadonlyMap<PlannedFormula, string> } {
  const whole = dataOfBook(withPlainFormulas(reduced(book, all), all), unit);
  const planned = withUsedRows(whole, all);
  // Before the sheets grow by what these refer to: other formulas would read more cells too.
  const large = new Map(tooLargeIn(whole, planned));
  const calculable = (): readonly PlannedFormula[] => planned.filter((one) => !large.has(one));
  addReferredCells(whole, calculable());
  for (const [one, why] of tooLargeIn(whole, calculable())) large.set(one, why);
  const tooLarge = new Map(planned.flatMap((one, i) => (large.has(one) ? [[all[i]!, large.get(one)!] as const] : [])));
  if (tooLarge.size === 0 && planned === all) return { data: whole, tooLarge };
  const data = dataOfBook(withPlainFormulas(reduced(book, calculable()), calculable()), unit);
  addReferredCells(data, calculable());
  return { data, tooLarge };
}
