import type { NamedBlocks } from "../../../src/pane/workbook";
import { columnName } from "../../../src/workbook/cell-address";
import type { Area } from "../../../src/workbook/areas";
import { countReferences, type Reference } from "../../../src/workbook/formulas/count-references";
import type { Block } from "../../../src/workbook/block";
import { shiftFormula } from "../../../src/workbook/formulas/shift-formula";
import { EMPTY_CELL, type HeldCell, type PlainContent, type SheetEdit, type SheetReading } from "../../../src/workbook/edits/sheet-edits";
import { movedArea, movedFormula, type Move } from "../../browser/model/moved-references";

const SHEET = "Sheet1";

/** A sheet in memory with names that follow its changes, as in a spreadsheet program. Formulas are moved, not calculated. */
export interface PaperSheet {
  put(row: number, column: number, content: PlainContent | { readonly formula: string }): void;
  at(row: number, column: number): HeldCell;
  /** `undefined` removes the name. */
  name(name: string, block: Block | undefined): void;
  area(name: string): Area | undefined;
  save(): unknown;
  restore(saved: unknown): void;
  block(name: string): Block | undefined;
  read(name: string): SheetReading;
  edit(edits: readonly SheetEdit[]): void;
  /** Inserts or deletes whole rows or columns, as the user does. */
  rows(kind: "insert" | "delete", row: number, rows: number): void;
  columns(kind: "insert" | "delete", column: number, columns: number): void;
  /** Sorts the rows of a block by one of its columns. Relative references follow their rows. */
  sort(block: Block, column: number): void;
  references(): readonly Reference[];
  /** Everything on the sheet by address. */
  all(): Record<string, PlainContent | string>;
}

export function paperSheet(): PaperSheet {
  let cells = new Map<string, HeldCell>();
  const names = new Map<string, Block>();
  const key = (row: number, column: number): string => `${row}:${column}`;
  const at = (row: number, column: number): HeldCell => cells.get(key(row, column)) ?? EMPTY_CELL;
  const set = (row: number, column: number, cell: HeldCell): void => {
    if (cell.formula === "" && cell.value === null) cells.delete(key(row, column));
    else cells.set(key(row, column), cell);
  };
  const put: PaperSheet["put"] = (row, column, content) =>
    set(
      row,
      column,
      typeof content === "object" && content !== null ? { value: 0, formula: content.formula } : { value: content === "" ? null : content, formula: "" },
    );
  const placeOf = (text: string): [number, number] => text.split(":").map(Number) as [number, number];

  function move(kind: Move["kind"], along: Move["along"], area: Block): void {
    const change: Move = { kind, along, sheet: SHEET, area };
    const next = new Map<string, HeldCell>();
    for (const [k, cell] of cells) {
      const [row, column] = placeOf(k);
      const to = movedArea({ row, column, rows: 1, columns: 1 }, change);
      if (to) next.set(key(to.row, to.column), cell.formula === "" ? cell : { ...cell, formula: movedFormula(cell.formula, SHEET, change) });
    }
    cells = next;
    for (const [name, block] of names) {
      const to = movedArea(block, change);
      if (to) names.set(name, to);
      else names.delete(name);
    }
  }

  return {
    put,
    at,
    name: (name, block) => void (block ? names.set(name, { ...block }) : names.delete(name)),
    area: (name) => {
      const block = names.get(name);
      return block && { ...block, sheet: SHEET };
    },
    save: () => [new Map(cells), new Map(names)],
    restore: (saved) => {
      const [then, called] = saved as [typeof cells, typeof names];
      cells = new Map(then);
      names.clear();
      for (const [name, block] of called) names.set(name, block);
    },
    block: (name) => names.get(name),
    read: (name) => {
      const block = names.get(name);
      if (!block) throw new Error(`No name ${name}.`);
      const places = [...cells.keys()].map(placeOf);
      const rows = Math.max(block.row + block.rows, ...places.map(([r]) => r + 1));
      const columns = Math.max(block.column + block.columns, ...places.map(([, c]) => c + 1));
      return {
        block: { sheet: SHEET, ...block },
        area: { row: 0, column: 0, rows, columns },
        cells: Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (__, c) => at(r, c))),
      };
    },
    edit: (edits) => {
      for (const edit of edits) {
        const { block } = edit;
        if (edit.kind === "insert" || edit.kind === "delete") move(edit.kind, edit.along, block);
        else if (edit.kind === "write") edit.rows.forEach((row, r) => row.forEach((value, c) => put(block.row + r, block.column + c, value)));
        else if (edit.kind === "fill") {
          const from = at(edit.from.row, edit.from.column);
          for (let row = block.row; row < block.row + block.rows; row++)
            for (let column = block.column; column < block.column + block.columns; column++)
              set(row, column, { ...from, formula: shiftFormula(from.formula, row - edit.from.row, column - edit.from.column) });
        }
      }
    },
    rows: (kind, row, rows) => move(kind, "rows", { row, column: 0, rows, columns: 16_384 }),
    columns: (kind, column, columns) => move(kind, "columns", { row: 0, column, rows: 1_048_576, columns }),
    sort: (block, column) => {
      const lines = Array.from({ length: block.rows }, (_, r) => ({
        from: block.row + r,
        by: at(block.row + r, column).value,
        cells: Array.from({ length: block.columns }, (__, c) => at(block.row + r, block.column + c)),
      }));
      const rank = (v: unknown): [number, number | string] => (typeof v === "number" ? [0, v] : typeof v === "string" ? [1, v] : [2, 0]);
      lines.sort((a, b) => {
        const [x, y] = [rank(b.by), rank(a.by)];
        return x[0] === y[0] ? (x[1] < y[1] ? -1 : x[1] > y[1] ? 1 : 0) : y[0] - x[0];
      });
      lines.forEach((line, r) =>
        line.cells.forEach((cell, c) =>
          set(block.row + r, block.column + c, cell.formula === "" ? cell : { ...cell, formula: shiftFormula(cell.formula, block.row + r - line.from, 0) }),
        ),
      );
    },
    references: () => {
      const found = countReferences(SHEET);
      for (const { formula } of cells.values()) if (formula !== "") found.addFormula(formula, SHEET);
      return found.list();
    },
    all: () =>
      Object.fromEntries(
        [...cells]
          .map(([k, { value, formula }]) => {
            const [row, column] = placeOf(k);
            return [row, column, formula || (value as PlainContent)] as const;
          })
          .sort((a, b) => a[0] - b[0] || a[1] - b[1])
          .map(([row, column, content]) => [`${columnName(column)}${row + 1}`, content]),
      ),
  };
}

/** The blocks of a workbook with this one sheet. */
export const paperBlocks = (paper: PaperSheet): NamedBlocks => ({
  find: async (names) => names.map((name) => paper.area(name)),
  read: async (name) => (paper.block(name) ? paper.read(name) : undefined),
  set: async (name, block) => paper.name(name, block),
  edit: async (name, _, edits, block) => {
    paper.edit(edits);
    paper.name(name, block);
  },
  references: async () => paper.references(),
});
