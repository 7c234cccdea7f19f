import type { BookCell, BookSheet, SheetChart } from "../book";
import type { Block } from "../block";
import type { CellStyle } from "../cell";
import { cellIn, columnIndex } from "../cell-reference";

/** Style of a template's cell. */
export interface EntryLook {
  readonly format?: string;
  readonly style?: CellStyle;
}

/** What a person would type: a text that begins with = is a formula. null leaves the cell empty, with its look. */
export type Typed = string | number | null;

/** Typed content with its own style. */
export interface Entry {
  readonly typed: Typed;
  readonly look: EntryLook;
}

/** A chart of columns of a template, which may show reasons: the chart leaves them out. It is as wide as the columns with a width. Row numbers count from 1. */
interface TemplateChart extends Pick<SheetChart, "kind" | "title" | "format"> {
  /** Its first row, and its number of rows. */
  readonly top: number;
  readonly height: number;
  /** The row with the names of the columns, and the first and the last row with values. The categories are in column A. */
  readonly head: number;
  readonly rows: readonly [first: number, last: number];
  readonly columns: readonly string[];
}

/** What a template's sheet has. */
interface TemplateSheet {
  /** Widths of the columns from A on, in characters. */
  readonly widths: readonly number[];
  /** The first cell that scrolls, such as `B6`. */
  readonly scrollFrom?: string;
  /** Lines of rows whose formulas show long reasons, by row number, because neither Excel nor the workbench grows a row for a value that arrives later. */
  readonly lines?: Readonly<Record<number, number>>;
  readonly chart?: TemplateChart;
  /** Blocks of content by their top left cell. */
  readonly blocks: Readonly<Record<string, readonly (readonly (Typed | Entry)[])[]>>;
}

/** A template workbook of one sheet. */
export interface Template {
  /** Also the file's name, `assets/templates/<id>.xlsx`. */
  readonly id: string;
  /** Also the sheet's name. */
  readonly title: string;
  readonly about: string;
  readonly sheet: () => TemplateSheet;
}

export const entry = (typed: Typed, look: EntryLook): Entry => ({ typed, look });
/** Gives each of these the same style. */
export const row = (look: EntryLook, ...typed: readonly Typed[]): Entry[] => typed.map((t) => entry(t, look));
/** A row of entries for each of these items, from this row number on. */
export const rowsFrom = <T>(first: number, items: readonly T[], rowOf: (item: T, r: number) => Entry[]): Entry[][] =>
  items.map((item, i) => rowOf(item, first + i));

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

/** The first of the hidden columns with the numbers of charts: AZ. */
const CHART_COLUMN = 51;

/**
 * The chart, and a hidden column for each of its series: the number of a cell, or `#N/A`, for which a chart leaves a gap. A chart of the cells themselves would
 * draw a reason as 0.
 *
 * @param width in columns
 */
function chartOf({ kind, title, format, top, height, head, rows: [first, last], columns }: TemplateChart, width: number) {
  const block = (column: number, from: number, to: number): Block => ({ row: from - 1, column, rows: to - from + 1, columns: 1 });
  const series = columns.map((letters, i) => ({
    name: block(columnIndex(letters), head, head),
    categories: block(0, first, last),
    values: block(CHART_COLUMN + i, first, last),
  }));
  const cells = columns.flatMap((letters, i) =>
    Array.from({ length: last - first + 1 }, (_, r): BookCell => {
      const cell = `${letters}${first + r}`;
      return { row: first - 1 + r, column: CHART_COLUMN + i, value: null, formula: `=IF(ISNUMBER(${cell}),${cell},NA())` };
    }),
  );
  const chart: SheetChart = { kind, title, at: { row: top - 1, column: 0, rows: height, columns: width }, format, series };
  return { chart, cells };
}

/** Builds a template's sheet from its blocks. */
export function sheetOfTemplate({ title, sheet }: Template): BookSheet {
  const { widths, scrollFrom, lines = {}, chart, blocks } = sheet();
  const drawn = chart && chartOf(chart, widths.length);
  const content = Object.entries(blocks).flatMap(([corner, rows]) => {
    const from = cellIn(corner);
    if (!from) throw new Error(`${corner} is not a cell.`);
    return rows.flatMap((line, r) => line.flatMap((content, c) => cellOf({ row: from.row + r, column: from.column + c }, content)));
  });
  const cells = content.map((cell) => (lines[cell.row + 1] === undefined ? cell : withRoom(cell)));
  const scroll = scrollFrom === undefined ? undefined : cellIn(scrollFrom);
  return {
    name: title,
    cells: [...cells, ...(drawn?.cells ?? [])].sort((a, b) => a.row - b.row || a.column - b.column),
    columns: [
      ...widths.map((width, i) => ({ from: i, to: i, width })),
      ...(chart?.columns ?? []).map((_, i) => ({ from: CHART_COLUMN + i, to: CHART_COLUMN + i, hidden: true as const })),
    ],
    rows: [...new Set(cells.filter((c) => c.style?.wrap).map((c) => c.row))].map((at) => ({ row: at, height: heightOf(lines[at + 1] ?? HEAD_LINES) })),
    ...(scroll ? { frozen: { rows: scroll.row, columns: scroll.column } } : {}),
    ...(drawn ? { charts: [drawn.chart] } : {}),
  };
}
