import type { BookCell, BookSheet, CellStyle } from "../book";
import { cellIn } from "../cell-reference";

/** Style of a template's cell. */
export interface Look {
  readonly format?: string;
  readonly style?: CellStyle;
}

/** What a person would type: a text that begins with = is a formula. null leaves the cell empty, with its look. */
export type Typed = string | number | null;

/** Typed content with its own style. */
export interface Entry {
  readonly typed: Typed;
  readonly look: Look;
}

interface TemplateSheet {
  readonly name: string;
  /** Widths of the columns from A on, in characters. */
  readonly widths: readonly number[];
  /** The first cell that scrolls, such as `B6`. */
  readonly scrollFrom?: string;
  /** Lines of rows whose formulas show long reasons, by row number, because neither Excel nor the workbench grows a row for a value that arrives later. */
  readonly lines?: Readonly<Record<number, number>>;
  /** Blocks of content by their top left cell. */
  readonly blocks: Readonly<Record<string, readonly (readonly (Typed | Entry)[])[]>>;
}

export const entry = (typed: Typed, look: Look): Entry => ({ typed, look });
/** Gives each of these the same style. */
export const row = (look: Look, ...typed: readonly Typed[]): Entry[] => typed.map((t) => entry(t, look));

function cellOf(at: { readonly row: number; readonly column: number }, content: Typed | Entry): BookCell[] {
  const { typed, look } = typeof content === "object" && content !== null ? content : { typed: content, look: {} };
  const isFormula = typeof typed === "string" && typed.startsWith("=");
  if (typed === null && look.style === undefined && look.format === undefined) return [];
  return [{ row: at.row, column: at.column, value: isFormula ? null : typed, ...(isFormula ? { formula: typed } : {}), ...look }];
}

/** Row height in points. */
const heightOf = (lines: number): number => 15 * lines + 2;
const HEAD_LINES = 2;

/** A cell of a row with reasons: wrapped text, aligned to the top. */
const withRoom = (cell: BookCell): BookCell => ({ ...cell, style: { ...cell.style, vertical: "top", ...(cell.formula === undefined ? {} : { wrap: true }) } });

/** Builds a template's sheet from its blocks. */
export function sheetOf({ name, widths, scrollFrom, lines = {}, blocks }: TemplateSheet): BookSheet {
  const content = Object.entries(blocks).flatMap(([corner, rows]) => {
    const from = cellIn(corner);
    if (!from) throw new Error(`${corner} is not a cell.`);
    return rows.flatMap((line, r) => line.flatMap((content, c) => cellOf({ row: from.row + r, column: from.column + c }, content)));
  });
  const cells = content.map((cell) => (lines[cell.row + 1] === undefined ? cell : withRoom(cell)));
  const scroll = scrollFrom === undefined ? undefined : cellIn(scrollFrom);
  return {
    name,
    cells: cells.sort((a, b) => a.row - b.row || a.column - b.column),
    columns: widths.map((width, i) => ({ from: i, to: i, width })),
    rows: [...new Set(cells.filter((c) => c.style?.wrap).map((c) => c.row))].map((at) => ({ row: at, height: heightOf(lines[at + 1] ?? HEAD_LINES) })),
    ...(scroll ? { frozen: { rows: scroll.row, columns: scroll.column } } : {}),
  };
}
