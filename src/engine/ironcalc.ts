import type { Model } from "@ironcalc/wasm";
import type { Book, BookCell } from "../workbook/book";
import type { CellValue } from "../workbook/cell";
import { withSingleCells } from "../workbook/implicit-intersection";

/** Calculates a book's formulas. Returns, for each cell with a formula, the block of values that it fills, by rows; undefined if the engine failed. */
export type SecondEngine = (book: Book) => ReadonlyMap<BookCell, readonly (readonly CellValue[])[]> | undefined;

/** Shows 15 digits. The default format shows 9. */
const EVERY_DIGIT = "0.00000000000000E+00";
/** Kinds of values, as `getCellType` numbers them. */
const [NUMBER, TEXT, TRUTH, ERROR] = [1, 2, 4, 16] as const;

/** A formula as IronCalc reads it. */
const formulaOf = ({ formula = "", takesOneCell, row, column }: BookCell): string => (takesOneCell ? withSingleCells(formula, { row, column }) : formula);

/** What a person would type for this value. The mark ' keeps text from being read as a number or a formula. */
function inputOf(value: Exclude<CellValue, null>): string {
  if (typeof value === "object") return `=${value.error}`;
  if (typeof value === "string") return value === "" ? '=""' : `'${value}`;
  return typeof value === "boolean" ? String(value).toUpperCase() : String(value);
}

function put(model: Model, book: Book): void {
  book.sheets.slice(1).forEach(() => model.newSheet());
  // Two sheets cannot have the same name meanwhile.
  book.sheets.forEach((_, i) => model.renameSheet(i, `temporary ${i}`));
  book.sheets.forEach(({ name }, i) => model.renameSheet(i, name));
  for (const { name, formula, sheet } of book.names) {
    const scope = sheet === undefined ? undefined : book.sheets.findIndex((s) => s.name === sheet);
    try {
      model.newDefinedName(name, scope, formula.replace(/^=/, ""));
    } catch {
      // A formula with a name that IronCalc does not accept gives #NAME?, which differs from the first engine's value.
    }
  }
  for (const [i, { cells }] of book.sheets.entries())
    for (const cell of cells) {
      const [row, column] = [cell.row + 1, cell.column + 1];
      if (cell.formula !== undefined) {
        const [rows, columns] = [cell.spill?.length ?? 1, cell.spill?.[0]?.length ?? 1];
        if (cell.fixedBlock) model.setUserArrayFormula(i, row, column, columns, rows, formulaOf(cell));
        else model.setUserInput(i, row, column, formulaOf(cell));
      } else if (cell.value !== null) model.setUserInput(i, row, column, inputOf(cell.value));
    }
}

/** The size of the block that the formula in a cell fills: rows and columns. */
function sizeOf(model: Model, sheet: number, { row, column }: BookCell): readonly [number, number] {
  const structure = model.getCellArrayStructure(sheet, row + 1, column + 1);
  if (typeof structure === "string") return [1, 1];
  const [columns, rows] = "DynamicAnchor" in structure ? structure.DynamicAnchor : "ArrayAnchor" in structure ? structure.ArrayAnchor : [1, 1];
  return [rows, columns];
}

function valueAt(model: Model, sheet: number, row: number, column: number): CellValue {
  const type = model.getCellType(sheet, row, column);
  if (type === NUMBER) model.updateRangeStyle({ sheet, row, column, width: 1, height: 1 }, "num_fmt", EVERY_DIGIT);
  const text = model.getFormattedCellValue(sheet, row, column);
  if (type === NUMBER) return Number(text);
  if (type === TRUTH) return text === "TRUE";
  if (type === ERROR) return { error: text };
  return type === TEXT ? text : null;
}

function calculate(model: Model, book: Book): Map<BookCell, CellValue[][]> {
  model.pauseEvaluation();
  put(model, book);
  model.resumeEvaluation();
  model.evaluate();
  model.pauseEvaluation();
  const blocks = new Map<BookCell, CellValue[][]>();
  for (const [sheet, { cells }] of book.sheets.entries())
    for (const cell of cells) {
      if (cell.formula === undefined) continue;
      const [rows, columns] = sizeOf(model, sheet, cell);
      const value = (r: number, c: number): CellValue => valueAt(model, sheet, cell.row + 1 + r, cell.column + 1 + c);
      blocks.set(
        cell,
        Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (__, c) => value(r, c))),
      );
    }
  return blocks;
}

/**
 * IronCalc as a second engine. `create` makes an empty model of `@ironcalc/wasm`. A formula that ends the calculation, as one without end does, leaves the
 * engine's memory in disorder: it then fails for all later books of this process.
 */
export function createIronCalc(create: () => Model): SecondEngine {
  let isUsable = true;
  return (book) => {
    if (!isUsable) return undefined;
    try {
      const model = create();
      const blocks = calculate(model, book);
      model.free();
      return blocks;
    } catch (e) {
      // Anything else is a refusal, such as of a sheet's name.
      if (e instanceof WebAssembly.RuntimeError || e instanceof RangeError) isUsable = false;
      return undefined;
    }
  };
}
