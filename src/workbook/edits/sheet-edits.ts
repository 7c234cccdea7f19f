import type { Area } from "../areas";
import type { Block } from "../block";
import { type CellValue, isError, sameValue } from "../cell";
import { type BookEdit, sameSheet } from "./moved-areas";
import { sheetAfter } from "./moved-places";
import { WorkbookRefusal } from "../workbook-refusal";

/** A sheet that is a copy of one of the opened file. */
interface SheetCopy {
  /** The index of the opened sheet. */
  readonly origin: number;
  /** Its name now. */
  readonly name: string;
  /** The edits that lead from the opened sheet to the copy: what refers to that sheet refers to the copy from when it was made. */
  readonly edits: readonly BookEdit[];
}

/** The copies of sheets after edits, also copies of copies, without those that were deleted. */
export function copiesAfter(sheets: readonly string[], edits: readonly BookEdit[]): SheetCopy[] {
  let lines: (Omit<SheetCopy, "name"> & { readonly name: string | undefined })[] = sheets.map((name, origin) => ({ origin, name, edits }));
  for (const [at, edit] of edits.entries()) {
    lines = lines.map((line) => ({ ...line, name: line.name === undefined ? undefined : sheetAfter(line.name, [edit]) }));
    const from = edit.kind === "copy" ? lines.find(({ name }) => name !== undefined && sameSheet(name, edit.sheet)) : undefined;
    if (edit.kind !== "copy" || !from) continue;
    lines.push({ ...from, name: edit.name, edits: from.edits.map((one, i) => (i === at ? { kind: "rename", sheet: edit.sheet, name: edit.name } : one)) });
  }
  return lines.slice(sheets.length).flatMap((line) => (line.name === undefined ? [] : [{ ...line, name: line.name }]));
}

/** A cell value to write. A string stays text even if it begins with =, because it may come from the service. */
export type PlainContent = string | number | boolean | null;

/** A cell's content to write: a value, or a formula with its equals sign. */
export type Content = PlainContent | { readonly formula: string };

/**
 * A content as it is entered into a cell of Excel or Google Sheets. Text gets an apostrophe; without it they would convert `=1+1` to a formula, `2024-06-18` to a
 * date, `007` to a number.
 */
export const enteredContent = (content: Content): string | number | boolean => {
  if (content === null) return "";
  if (typeof content === "object") return content.formula;
  return typeof content !== "string" || content === "" ? content : `'${content}`;
};

/** What a cell holds. `formula` is empty for a plain value, also for text that begins with =. */
export interface HeldCell {
  readonly value: CellValue;
  readonly formula: string;
}

export const EMPTY_CELL: HeldCell = { value: null, formula: "" };

/** The block that a name stands for, and all cells of its sheet that are in use, the block's own included. */
export interface SheetReading {
  readonly block: Area;
  /** Covers the block and the used cells. */
  readonly area: Block;
  /** By rows of `area`. */
  readonly cells: readonly (readonly HeldCell[])[];
}

const sameBlock = (a: Block, b: Block): boolean => a.row === b.row && a.column === b.column && a.rows === b.rows && a.columns === b.columns;
/** True if a cell holds the same. The value of a formula is its own affair, and so is which error a cell shows. */
export const sameContent = (a: HeldCell, b: HeldCell): boolean =>
  a.formula === b.formula && (a.formula !== "" || sameValue(a.value, b.value) || (isError(a.value) && isError(b.value)));

/** True if nothing on the sheet changed between two readings. */
export const isSameReading = (a: SheetReading, b: SheetReading | undefined): boolean =>
  b !== undefined &&
  a.block.sheet === b.block.sheet &&
  sameBlock(a.block, b.block) &&
  sameBlock(a.area, b.area) &&
  a.cells.every((row, r) => row.every((cell, c) => sameContent(cell, b.cells[r]?.[c] ?? EMPTY_CELL)));

export const CHANGED_MEANWHILE = "The sheet was changed at the same time, so nothing was written. Try again.";

/** Throws a `WorkbookRefusal` if something on the sheet changed between two readings. */
export function refuseChanged(before: SheetReading, now: SheetReading | undefined): void {
  if (!isSameReading(before, now)) throw new WorkbookRefusal(CHANGED_MEANWHILE);
}

/** How a cell looks besides its number format. */
export type CellLook = "title" | "note" | "heading" | "right" | "struck" | "plain";

/**
 * One step of a change of a sheet. Steps are applied in order, each with the addresses that hold after the steps before it. `insert` and `delete` move the
 * cells below (`rows`) or to the right (`columns`) of the block; formulas and names follow, as when the user does it.
 */
export type SheetEdit =
  | { readonly kind: "insert" | "delete"; readonly block: Block; readonly along: "rows" | "columns" }
  | { readonly kind: "write"; readonly block: Block; readonly rows: readonly (readonly Content[])[] }
  /** Copies one cell, with relative references and format, as filling does. */
  | { readonly kind: "fill"; readonly block: Block; readonly from: Block }
  /** Gives cells the number formats that other cells have before this step. Both lists are of single cells, in the same order. */
  | { readonly kind: "carry"; readonly block: Block; readonly from: readonly Block[]; readonly to: readonly Block[] }
  /** Number format in en-US form. */
  | { readonly kind: "format"; readonly block: Block; readonly format: string }
  | { readonly kind: "look"; readonly block: Block; readonly look: CellLook }
  /** Makes the columns wide enough for these cells. */
  | { readonly kind: "fit"; readonly block: Block };

export type MovingEdit = Extract<SheetEdit, { readonly kind: "insert" | "delete" }>;
export const movesCells = (edit: SheetEdit): edit is MovingEdit => edit.kind === "insert" || edit.kind === "delete";

/** The blocks whose content edits write. */
export const writtenBlocks = (edits: readonly SheetEdit[]): Block[] =>
  edits.flatMap((edit) => (edit.kind === "write" || edit.kind === "fill" ? [edit.block] : []));

/** The rows and columns that a sheet needs while these edits are made, so that no cell is moved off its end. */
export function neededSize(edits: readonly SheetEdit[], { area }: SheetReading, block: Block): Pick<Block, "rows" | "columns"> {
  const grown = (along: MovingEdit["along"]): number => edits.reduce((n, e) => (e.kind === "insert" && e.along === along ? n + e.block[along] : n), 0);
  return {
    rows: Math.max(area.row + area.rows, block.row + block.rows) + grown("rows"),
    columns: Math.max(area.column + area.columns, block.column + block.columns) + grown("columns"),
  };
}
