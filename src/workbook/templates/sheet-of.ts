import { filled } from "../filled";
import type { BookCell, BookSheet, SheetChart } from "../book";
import type { CellStyle } from "../cell";
import { refOf } from "../cell-address";
import { blockIn, cellIn } from "../cell-reference";

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

/** A chart of cells of a template: `values` may show reasons, which the chart leaves out. All are addresses, such as `B8:B18`. */
interface TemplateChart {
  readonly kind: SheetChart["kind"];
  readonly title: string;
  /** The cells that it covers, such as `A30:H46`. */
  readonly at: string;
  readonly categories: string;
  /** Each with the cell of its name, and its values in one column. */
  readonly series: readonly { readonly name: string; readonly values: string }[];
  /** Number format of the value axis. */
  readonly format: string;
}

/** What a template's sheet has. */
interface TemplateSheet {
  /** Widths of the columns from A on, in characters. */
  readonly widths: readonly number[];
  /** The first cell that scrolls, such as `B6`. */
  readonly scrollFrom?: string;
  /** Lines of rows whose formulas show long reasons, by row number, because neither Excel nor the workbench grows a row for a value that arrives later. */
  readonly lines?: Readonly<Record<number, number>>;
  readonly charts?: readonly TemplateChart[];
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

const blockAt = (address: string): NonNullable<ReturnType<typeof blockIn>> => {
  const block = blockIn(address);
  if (!block) throw new Error(`${address} is not a block.`);
  return block;
};

/**
 * The charts, and a hidden column for each of their series: the number of a cell, or `#N/A`, for which a chart leaves a gap. A chart of the cells themselves
 * would draw a reason as 0.
 */
function chartsOf(charts: readonly TemplateChart[]): { readonly charts: SheetChart[]; readonly cells: BookCell[]; readonly columns: number } {
  const cells: BookCell[] = [];
  let columns = 0;
  const made = charts.map(({ kind, title, at, categories, series, format }): SheetChart => ({
    kind,
    title,
    at: blockAt(at),
    format,
    series: series.map(({ name, values }) => {
      const from = blockAt(values);
      const column = CHART_COLUMN + columns++;
      for (let row = from.row; row < from.row + from.rows; row++) {
        const cell = refOf({ row, column: from.column });
        cells.push({ row, column, value: null, formula: `=IF(ISNUMBER(${cell}),${cell},NA())` });
      }
      return { name: blockAt(name), categories: blockAt(categories), values: { ...from, column } };
    }),
  }));
  return { charts: made, cells, columns };
}

/** Builds a template's sheet from its blocks. */
export function sheetOfTemplate({ title, sheet }: Template): BookSheet {
  const { widths, scrollFrom, lines = {}, charts = [], blocks } = sheet();
  const drawn = chartsOf(charts);
  const content = Object.entries(blocks).flatMap(([corner, rows]) => {
    const from = cellIn(corner);
    if (!from) throw new Error(`${corner} is not a cell.`);
    return rows.flatMap((line, r) => line.flatMap((content, c) => cellOf({ row: from.row + r, column: from.column + c }, content)));
  });
  const cells = content.map((cell) => (lines[cell.row + 1] === undefined ? cell : withRoom(cell)));
  const scroll = scrollFrom === undefined ? undefined : cellIn(scrollFrom);
  return {
    name: title,
    cells: [...cells, ...drawn.cells].sort((a, b) => a.row - b.row || a.column - b.column),
    columns: [
      ...widths.map((width, i) => ({ from: i, to: i, width })),
      ...Array.from({ length: drawn.columns }, (_, i) => ({ from: CHART_COLUMN + i, to: CHART_COLUMN + i, hidden: true as const })),
    ],
    rows: [...new Set(cells.filter((c) => c.style?.wrap).map((c) => c.row))].map((at) => ({ row: at, height: heightOf(lines[at + 1] ?? HEAD_LINES) })),
    ...(scroll ? { frozen: { rows: scroll.row, columns: scroll.column } } : {}),
    ...filled({ charts: drawn.charts }),
  };
}
