import { bySheet } from "./enter-formulas";
import { largest } from "../../contract/lists";
import type { SheetLook, WriteFormat, WriteOptions, WriteSheetOptions } from "../../pane/workbook";
import type { Content } from "../../workbook/edits/sheet-edits";
import { WorkbookRefusal } from "../../workbook/workbook-refusal";
import type { Area } from "../../workbook/areas";
import type { CellPlace } from "../../workbook/cell";
import { addressOf, areaText, blockText, columnName } from "../../workbook/cell-address";
import { SHEET_COLUMNS, SHEET_ROWS } from "../../workbook/excel-limits";
import { notEmptyWords } from "../../workbook/block";
import { isReplaceable } from "../../workbook/replaceable-format";
import { freeSheetName, sheetName } from "../../workbook/sheet-name";
import { send } from "./office";
import { readBlocks } from "./read-blocks";

type Rows = readonly (readonly Content[])[];

/** Cells and characters per request; Excel on the web rejects requests of more than 5 MB. */
const CELLS = 20_000;
const CHARACTERS = 1_000_000;

/**
 * Converts a content to Excel's input. Text gets an apostrophe; without it Excel would convert `=1+1` to a formula, `2024-06-18` to a date, `007` to a number.
 */
export const excelContent = (content: Content): string | number | boolean => {
  if (content === null) return "";
  if (typeof content === "object") return content.formula;
  return typeof content !== "string" || content === "" ? content : `'${content}`;
};

function blockOf(at: CellPlace, rows: Rows): Area {
  const columns = largest(
    rows.map((row) => row.length),
    0,
  );
  if (columns === 0) throw new WorkbookRefusal("There is nothing to write.");
  if (at.row + rows.length > SHEET_ROWS || at.column + columns > SHEET_COLUMNS)
    throw new WorkbookRefusal(
      `${rows.length} by ${columns} cells do not fit below and right of ${addressOf(at)}. Choose a cell nearer to the top left, then try again.`,
    );
  return { ...at, rows: rows.length, columns };
}

/** Writes the rows in slices; shorter rows are padded with empty cells. */
async function fill(context: Excel.RequestContext, block: Area, rows: Rows): Promise<void> {
  const sheet = context.workbook.worksheets.getItem(block.sheet);
  let slice: (string | number | boolean)[][] = [];
  let characters = 0;
  let from = 0;
  const write = async () => {
    const part = { ...block, row: block.row + from, rows: slice.length };
    await send(context, () => (sheet.getRange(blockText(part)).formulas = slice));
    from += slice.length;
    slice = [];
    characters = 0;
  };
  for (const row of rows) {
    const cells = Array.from({ length: block.columns }, (_, c) => excelContent(row[c] ?? null));
    slice.push(cells);
    characters += cells.reduce<number>((sum, cell) => sum + String(cell).length, 0);
    if (slice.length * block.columns >= CELLS || characters >= CHARACTERS) await write();
  }
  if (slice.length > 0) await write();
}

/** The cells of the block that are not empty. */
async function cellsInTheWay(context: Excel.RequestContext, block: Area): Promise<string[]> {
  const inTheWay: string[] = [];
  await readBlocks(context, [block], "formulas,values", ({ block: part, range }) => {
    for (let r = 0; r < part.rows; r++)
      for (let c = 0; c < part.columns; c++)
        // A spilled cell has a value but no formula.
        if ((range.formulas as unknown[][])[r]?.[c] !== "" || (range.values as unknown[][])[r]?.[c] !== "")
          inTheWay.push(addressOf({ sheet: part.sheet, row: part.row + r, column: part.column + c }));
  });
  return inTheWay;
}

/** Gives the block's formulas, or its cells, their number format where their own gives way to it, by runs of cells down a column. */
async function formatBlock(context: Excel.RequestContext, block: Area, rows: Rows, format: WriteFormat): Promise<void> {
  const formats = new Map<string, string>();
  await readBlocks(context, [block], "numberFormat", ({ block: part, range }) => {
    for (let r = 0; r < part.rows; r++)
      for (let c = 0; c < part.columns; c++) formats.set(`${part.row + r} ${part.column + c}`, String((range.numberFormat as unknown[][])[r]?.[c]));
  });
  const isFormula = (content: Content | undefined): boolean => typeof content === "object" && content !== null;
  const formatAt = (r: number, c: number): string | undefined => {
    const own = r >= block.rows ? undefined : typeof format !== "string" ? format[r]?.[c] : isFormula(rows[r]?.[c]) ? format : undefined;
    return own !== undefined && isReplaceable(formats.get(`${block.row + r} ${block.column + c}`) ?? "General", own) ? own : undefined;
  };
  const sheet = context.workbook.worksheets.getItem(block.sheet);
  await send(context, () => {
    for (let c = 0; c < block.columns; c++)
      for (let r = 1, from = 0; r <= block.rows; r++) {
        const own = formatAt(from, c);
        if (r < block.rows && formatAt(r, c) === own) continue;
        const run = { sheet: block.sheet, row: block.row + from, column: block.column + c, rows: r - from, columns: 1 };
        // A single text sets the whole range, which the types do not know.
        if (own !== undefined) sheet.getRange(blockText(run)).numberFormat = own as unknown as string[][];
        from = r;
      }
  });
}

/**
 * Writes a block with its top left corner at `at`; returns its address. Rejects and writes nothing if a target cell is not empty, unless `over`. Formulas, or
 * the given cells, get `format` where the cells have the format General.
 */
export async function writeCells(
  context: Excel.RequestContext,
  at: CellPlace,
  rows: Rows,
  { over = false, format, headings = false }: WriteOptions,
): Promise<string> {
  const { sheets } = await bySheet(context, [at], (place) => place);
  const [sheet] = [...sheets.keys()];
  if (sheet === undefined) throw new WorkbookRefusal(`The sheet ${at.sheet} no longer exists. Select a cell, then try again.`);
  const block = blockOf({ ...at, sheet }, rows);
  if (!over) {
    const taken = await cellsInTheWay(context, block);
    if (taken.length > 0) throw new WorkbookRefusal(notEmptyWords(taken, block));
  }
  // Before the formulas: Excel formats a cell itself as soon as its function returns a formatted value.
  if (format !== undefined) await formatBlock(context, block, rows, format);
  if (headings) await send(context, () => (context.workbook.worksheets.getItem(block.sheet).getRange(blockText({ ...block, rows: 1 })).format.wrapText = true));
  await fill(context, block, rows);
  return areaText(block);
}

/** Points of a column of this many characters in Excel's default font: 7 pixels each and 5 of margin, at 96 pixels to 72 points. */
const points = (characters: number): number => (characters * 7 + 5) * 0.75;

async function dress(context: Excel.RequestContext, name: string, { widths, head }: SheetLook): Promise<void> {
  const sheet = context.workbook.worksheets.getItem(name);
  await send(context, () => {
    // The width of one cell is that of its column.
    widths.forEach((characters, column) => (sheet.getRange(`${columnName(column)}1`).format.columnWidth = points(characters)));
    sheet.getRange(blockText({ row: head, column: 0, rows: 1, columns: widths.length })).format.font.bold = true;
    sheet.freezePanes.freezeRows(head + 1);
  });
}

/** Creates a sheet with this content and look, or replaces all content of an existing one; returns its name. */
export async function writeWholeSheet(
  context: Excel.RequestContext,
  wanted: string,
  rows: Rows,
  { replace = false, look, format }: WriteSheetOptions,
): Promise<string> {
  const { worksheets } = context.workbook;
  worksheets.load("items/name");
  await context.sync();
  const names = worksheets.items.map(({ name }) => name);
  const existing = replace ? names.find((name) => name.toLowerCase() === sheetName(wanted).toLowerCase()) : undefined;
  const block = blockOf({ sheet: existing ?? freeSheetName(wanted, names), row: 0, column: 0 }, rows);
  if (existing !== undefined) {
    await send(context, () => worksheets.getItem(existing).getRange().clear(Excel.ClearApplyTo.contents));
    if (format !== undefined) await formatBlock(context, block, rows, format);
    await fill(context, block, rows);
    return existing;
  }
  worksheets.add(block.sheet);
  await context.sync();
  try {
    if (format !== undefined) await formatBlock(context, block, rows, format);
    await fill(context, block, rows);
    if (look) await dress(context, block.sheet, look);
  } catch (e) {
    // An incomplete sheet is removed. If that fails too, the first failure is reported.
    await send(context, () => worksheets.getItem(block.sheet).delete()).catch(() => undefined);
    throw e;
  }
  return block.sheet;
}
