import { LONGEST_FORMULA } from "../excel-limits";
import { withSeparators } from "../../contract/counted";
import { shortened } from "../../contract/reason";
import type { Block } from "../block";
import { cellIn, LAST_COLUMN, LAST_ROW } from "../cell-reference";
import { FileRefusal } from "./file-refusal";

/*
 * Limits of a sheet. A few characters of a file can refer to every cell of a sheet, so ranges are counted before they are expanded, and work and memory stay
 * proportional to the file's content.
 */

/** Higher than Excel's limit, because names of newer functions have prefixes in the file. */
const LONGEST_STORED = 4 * LONGEST_FORMULA;
/** Tallest row in points and widest column in characters. */
export const TALLEST_ROW = 409.5;
export const WIDEST_COLUMN = 255;

/** Cells of all sheets together: each takes memory, and a few kilobytes of a file can hold millions. */
const MOST_CELLS = 5_000_000;

/** Counts the cells of a book's sheets. Throws a `FileRefusal` at one too many. */
export function createCellCount(): () => void {
  let cells = 0;
  return () => {
    if (++cells > MOST_CELLS)
      throw new FileRefusal(
        `Expected a workbook with at most ${withSeparators(MOST_CELLS)} cells, got a larger one. Remove sheets or data that are not needed, and open it again.`,
      );
  };
}

/** Limits per sheet. */
const MOST = {
  /** Cells of the blocks of array formulas, filled or not. */
  arrayCells: 1_000_000,
  /** Cells that are merged; whole rows and columns count once for each row or column. */
  mergedCells: 1_000_000,
  /** Columns of all entries for widths together. */
  columnsSized: 4 * (LAST_COLUMN + 1),
  /** Characters of formulas after expanding shared ones: a base, plus a number for each character of the part. */
  formulaText: 10_000_000,
  formulaTextEach: 10,
} as const;

export const isWholeRows = ({ column, columns }: Block): boolean => column === 0 && columns > LAST_COLUMN;
export const isWholeColumns = ({ row, rows }: Block): boolean => row === 0 && rows > LAST_ROW;

const shown = (text: string): string => JSON.stringify(shortened(text, 40));

export type Bounds = ReturnType<typeof createBounds>;

/**
 * The checks of one sheet. Each throws a `FileRefusal` that names the part.
 * @param length of the part's text
 */
export function createBounds(where: string, length: number) {
  let arrayCells = 0;
  let mergedCells = 0;
  let formulaText = 0;
  let columnsSized = 0;
  const refuse = (expected: string, came: string): never => {
    throw new FileRefusal(`Expected ${expected} in ${where}, got ${came}. Open the file in Excel, let it repair the file, and save it.`);
  };
  const index = (what: string, text: string | undefined, last: number): number => {
    const number = Number(text);
    return text !== undefined && Number.isInteger(number) && number >= 1 && number <= last + 1
      ? number - 1
      : refuse(`${what} from 1 to ${withSeparators(last + 1)}`, text === undefined ? "none" : shown(text));
  };
  return {
    /** Zero-based row or column of a number in the file. */
    row: (text: string | undefined): number => index("a row", text, LAST_ROW),
    column: (text: string | undefined): number => index("a column", text, LAST_COLUMN),
    /** Zero-based place of a cell such as `B3`. */
    cell: (reference: string) => cellIn(reference) ?? refuse("a cell from A1 to XFD1048576", shown(reference)),
    /** Refuses a cell that is not in this zero-based row. */
    inRow: (reference: string, row: number): void => {
      const number = String(row + 1);
      const before = reference.charCodeAt(reference.length - number.length - 1);
      // Faster than reading the reference.
      if (!reference.endsWith(number) || (before >= 48 && before <= 57)) refuse(`cells of row ${number} in that row`, shown(reference));
    },
    /** Throws a `FileRefusal` for other reasons. */
    refuse,
    /** First and last column of an entry of the list of columns. */
    columns: (min: string | undefined, max: string | undefined): readonly [number, number] => {
      const from = index("a column", min, LAST_COLUMN);
      // Some programs write a last column beyond Excel's limit.
      const to = Number(max) > LAST_COLUMN ? LAST_COLUMN : index("a column", max, LAST_COLUMN);
      columnsSized += Math.max(0, to - from + 1);
      // In a valid file, entries do not overlap.
      if (to < from || columnsSized > MOST.columnsSized) refuse("columns in their order", `${shown(min ?? "")} to ${shown(max ?? "")}`);
      return [from, to];
    },
    arrayBlock: (ref: string, { rows, columns }: Pick<Block, "rows" | "columns">): void => {
      arrayCells += rows * columns;
      if (arrayCells > MOST.arrayCells) refuse(`array formulas over at most ${withSeparators(MOST.arrayCells)} cells`, `one over ${shown(ref)}`);
    },
    merge: (ref: string, block: Block): void => {
      const [rows, columns] = [isWholeColumns(block) ? 1 : block.rows, isWholeRows(block) ? 1 : block.columns];
      mergedCells += rows * columns;
      if (mergedCells > MOST.mergedCells) refuse(`at most ${withSeparators(MOST.mergedCells)} merged cells`, `${shown(ref)} on top of others`);
    },
    formula: (text: string): void => {
      const most = MOST.formulaText + MOST.formulaTextEach * length;
      if (text.length > LONGEST_STORED) refuse(`formulas of at most ${withSeparators(LONGEST_FORMULA)} characters`, `one of ${withSeparators(text.length)}`);
      formulaText += text.length;
      if (formulaText > most) refuse(`formulas of at most ${withSeparators(most)} characters together`, "more");
    },
  };
}
