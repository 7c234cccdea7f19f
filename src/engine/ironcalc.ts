import type { Model } from "@ironcalc/wasm";
import type { Book, BookCell } from "../workbook/book";
import type { CellValue } from "../workbook/cell";
import { withSingleCells } from "../workbook/formulas/implicit-intersection";
import { withoutUnionCalls, withoutUnions } from "../workbook/formulas/unions";
import { formulaIn1900 } from "./formula-in-1900";

type Block = readonly (readonly CellValue[])[];

/** The block of values that each formula of a book fills, by rows. */
export type FormulaBlocks = ReadonlyMap<BookCell, Block>;

/** Calculates a book's formulas. Resolves to "late" if that took too long, and to "failed" if the engine could not. Rejects if there is no engine. */
export type SecondEngine = (book: Book) => Promise<FormulaBlocks | "late" | "failed">;

interface AskedCell extends Pick<BookCell, "row" | "column" | "value" | "formula"> {
  /** The rows and columns of an array formula over a fixed block. */
  readonly fixed?: readonly [rows: number, columns: number];
}

/** What IronCalc needs of a book. It can be sent to another thread. */
interface AskedBook extends Pick<Book, "names"> {
  readonly sheets: readonly { readonly name: string; readonly cells: readonly AskedCell[] }[];
}

/** A book as IronCalc reads it. */
export function askedOf({ sheets, names, from1904 }: Book): AskedBook {
  const asked = (formula: string): string => (from1904 ? formulaIn1900(formula) : formula);
  return {
    names: names.map((name) => ({ ...name, formula: asked(name.formula) })),
    sheets: sheets.map(({ name, cells }) => ({
      name,
      cells: cells.map(({ row, column, value, formula, takesOneCell, fixedBlock, spill }) => ({
        row,
        column,
        value,
        ...(formula === undefined
          ? {}
          : { formula: asked(withoutUnionCalls(withoutUnions(takesOneCell ? withSingleCells(formula, { row, column }) : formula))) }),
        ...(fixedBlock ? { fixed: [spill?.length ?? 1, spill?.[0]?.length ?? 1] as const } : {}),
      })),
    })),
  };
}

/** The blocks of a book's formulas, given in the order of the book. */
export function formulaBlocksOf({ sheets }: Book, given: readonly Block[]): FormulaBlocks {
  const formulas = sheets.flatMap(({ cells }) => cells.filter(({ formula }) => formula !== undefined));
  return new Map(formulas.map((cell, i) => [cell, given[i]!]));
}

/**
 * Calculates with models of `@ironcalc/wasm`, which `create` makes empty. The result calculates a book and returns the block of each formula, in the order of
 * the book. It throws if IronCalc refuses something, or ends in the middle, which leaves its memory in disorder.
 *
 * A thread runs the text of this function: it may use nothing outside of itself but types.
 */
export function ironCalc(create: () => Model): (book: AskedBook) => readonly Block[] {
  /** Shows 15 digits. The default format shows 9. */
  const EVERY_DIGIT = "0.00000000000000E+00";
  /** Kinds of values, as `getCellType` numbers them. */
  const [NUMBER, TEXT, TRUTH, ERROR] = [1, 2, 4, 16] as const;

  /** What a person would type for this value. The mark ' keeps text from being read as a number or a formula. */
  function inputOf(value: Exclude<CellValue, null>): string {
    if (typeof value === "object") return `=${value.error}`;
    if (typeof value === "string") return value === "" ? '=""' : `'${value}`;
    return typeof value === "boolean" ? String(value).toUpperCase() : String(value);
  }

  function put(model: Model, { sheets, names }: AskedBook): void {
    sheets.slice(1).forEach(() => model.newSheet());
    // Two sheets cannot have the same name meanwhile.
    sheets.forEach((_, i) => model.renameSheet(i, `temporary ${i}`));
    sheets.forEach(({ name }, i) => model.renameSheet(i, name));
    for (const { name, formula, sheet } of names) {
      const scope = sheet === undefined ? undefined : sheets.findIndex((s) => s.name === sheet);
      try {
        model.newDefinedName(name, scope, formula.replace(/^=/, ""));
      } catch {
        // A formula with a name that IronCalc does not accept gives #NAME?, which differs from the first engine's value.
      }
    }
    for (const [i, { cells }] of sheets.entries())
      for (const { row, column, value, formula, fixed } of cells) {
        if (formula === undefined) {
          if (value !== null) model.setUserInput(i, row + 1, column + 1, inputOf(value));
        } else if (fixed) model.setUserArrayFormula(i, row + 1, column + 1, fixed[1], fixed[0], formula);
        else model.setUserInput(i, row + 1, column + 1, formula);
      }
  }

  /** The size of the block that the formula in a cell fills: rows and columns. */
  function sizeOf(model: Model, sheet: number, { row, column }: AskedCell): readonly [number, number] {
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

  return (book) => {
    const model = create();
    model.pauseEvaluation();
    put(model, book);
    model.resumeEvaluation();
    model.evaluate();
    model.pauseEvaluation();
    const blocks = book.sheets.flatMap(({ cells }, sheet) =>
      cells
        .filter(({ formula }) => formula !== undefined)
        .map((cell) => {
          const [rows, columns] = sizeOf(model, sheet, cell);
          const value = (r: number, c: number): CellValue => valueAt(model, sheet, cell.row + 1 + r, cell.column + 1 + c);
          return Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (__, c) => value(r, c)));
        }),
    );
    model.free();
    return blocks;
  };
}
