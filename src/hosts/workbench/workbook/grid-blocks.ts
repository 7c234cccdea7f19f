import { Dimension, HorizontalAlign, type ICellData, type IStyleData } from "@univerjs/core";
import type { FUniver } from "@univerjs/core/facade";
import type { FWorksheet } from "@univerjs/sheets/facade";
import { gridValueOf } from "../../../engine/book/cell-data";
import { blockOfRange } from "../../../engine/book/ranges";
import type { EngineFunctions } from "../../../engine/univer";
import { type NamedBlocks } from "../../../pane/workbook";
import { WorkbookRefusal } from "../../../workbook/workbook-refusal";
import { referencesOf, type Area } from "../../../workbook/areas";
import { type Block, cellsIn } from "../../../workbook/block";
import { fixedText, sheetPrefix } from "../../../workbook/cell-address";
import { overlap } from "../../../workbook/cell-reference";
import { movedPartOfMerged } from "../../../workbook/merged-cells";
import { countReferences } from "../../../workbook/formulas/count-references";
import {
  type CellLook,
  type HeldCell,
  movesCells,
  neededSize,
  refuseChanged,
  type SheetEdit,
  type SheetReading,
  writtenBlocks,
} from "../../../workbook/edits/sheet-edits";
import { hasFilteredRows } from "../data-toolbar/filter-store";
import { gridFormulaAt, gridFormulas, type GridSheets, insertName, patternAt } from "./grid-sheets";
import { contentData, growGridSheet, guardMerged, mergedCells } from "./grid-writing";

const LOOKS: Readonly<Record<CellLook, IStyleData>> = {
  title: { bl: 1 },
  heading: { bl: 1 },
  right: { ht: HorizontalAlign.RIGHT },
  note: { cl: { rgb: "#666666" } },
  struck: { st: { s: 1 } },
  plain: { st: { s: 0 } },
};

const FILTERED = "A filter hides rows at or below the table, so its cells cannot move. Choose Clear filter in the Data toolbar, then try again.";
/** Widths in pixels: of one character, of the padding, and the widest column that is made. */
const CHARACTER = 7.5;
const PADDING = 12;
const WIDEST = 320;

/** The sheet of the open workbook that is changed. */
interface Edited {
  readonly api: FUniver;
  readonly sheets: GridSheets;
  readonly sheet: FWorksheet;
}

/** The rows and columns in use, with what formulas spilled. */
function endsOf({ api, sheets, sheet }: Edited, functions: EngineFunctions): { rows: number; columns: number } {
  let [rows, columns] = [0, 0];
  const reach = (row: number, column: number): void => {
    rows = Math.max(rows, row + 1);
    columns = Math.max(columns, column + 1);
  };
  sheet
    .getSheet()
    .getCellMatrix()
    .forValue((row, column, cell) => {
      if (cell && (cell.f || cell.si || cell.p || gridValueOf(cell) !== null)) reach(row, column);
    });
  for (const { row, column } of gridFormulas(api, sheet)) {
    const spill = functions.spillOf(sheets.engineCell(sheet, { row, column }));
    if (spill) reach(spill.endRow, spill.endColumn);
  }
  return { rows, columns };
}

const rangeIn = (sheet: FWorksheet, { row, column, rows, columns }: Block) => sheet.getRange(row, column, rows, columns);
const everyCell = (sheet: FWorksheet, block: Block, data: ICellData): void =>
  void rangeIn(sheet, block).setValues(Array.from({ length: block.rows }, () => Array.from({ length: block.columns }, () => ({ ...data }))));

function fill({ api, sheet }: Edited, { block, from }: Extract<SheetEdit, { kind: "fill" }>): void {
  const formula = gridFormulaAt(sheet, from.row, from.column);
  const pattern = patternAt(sheet, from.row, from.column);
  for (const { row, column } of cellsIn(block)) {
    const moved = api.getFormula().moveFormulaRefOffset(formula, column - from.column, row - from.row);
    sheet.getRange(row, column).setValue({ ...contentData({ formula: moved }), ...(pattern ? { s: { n: { pattern } } } : {}) });
  }
}

/** Gives cells the number formats that others have. */
function carry({ sheet }: Edited, { from, to }: Extract<SheetEdit, { kind: "carry" }>): void {
  const patterns = from.map(({ row, column }) => patternAt(sheet, row, column) ?? "General");
  to.forEach((block, i) => everyCell(sheet, block, { s: { n: { pattern: patterns[i] ?? "General" } } }));
}

function fitColumns({ sheets, sheet }: Edited, block: Block): void {
  for (let column = block.column; column < block.column + block.columns; column++) {
    let longest = 0;
    for (let row = block.row; row < block.row + block.rows; row++) longest = Math.max(longest, sheets.shown(sheet, row, column).text.length);
    const width = Math.min(WIDEST, Math.ceil(longest * CHARACTER + PADDING));
    if (width > sheet.getColumnWidth(column)) sheet.setColumnWidth(column, width);
  }
}

function apply(edited: Edited, edit: SheetEdit): void {
  const { block } = edit;
  const range = rangeIn(edited.sheet, block);
  if (movesCells(edit)) {
    const along = edit.along === "rows" ? Dimension.ROWS : Dimension.COLUMNS;
    if (edit.kind === "insert") range.insertCells(along);
    else range.deleteCells(along);
  }
  if (edit.kind === "write") range.setValues(edit.rows.map((row) => row.map(contentData)));
  else if (edit.kind === "format") everyCell(edited.sheet, block, { s: { n: { pattern: edit.format } } });
  else if (edit.kind === "look") everyCell(edited.sheet, block, { s: LOOKS[edit.look] });
  else if (edit.kind === "fill") fill(edited, edit);
  else if (edit.kind === "carry") carry(edited, edit);
  else fitColumns(edited, block);
}

/** Brings a sheet to the front while cells of it move: the grid's commands for that know the front sheet only, and do nothing in overlapping selections. */
function inFront({ sheets, sheet }: Edited, work: () => void): void {
  const book = sheets.book();
  const front = book.getActiveSheet();
  const isOther = front.getSheetId() !== sheet.getSheetId();
  if (isOther) book.setActiveSheet(sheet);
  try {
    const selected = (sheet.getSelection()?.getActiveRangeList() ?? []).map((range) => blockOfRange(range.getRange()));
    if (selected.some((one, i) => selected.slice(i + 1).some((other) => overlap(one, other))))
      throw new WorkbookRefusal("Areas that overlap are selected, so no cells can move. Select one cell, then try again.");
    work();
  } finally {
    if (isOther) book.setActiveSheet(front);
  }
}

function applyAll(edited: Edited, edits: readonly SheetEdit[], before: SheetReading, block: Block): void {
  // The grid drops cells that are moved off its end.
  const { rows, columns } = neededSize(edits, before, block);
  growGridSheet(edited.sheet, rows, columns);
  const moves = edits.filter(movesCells);
  // The rows that are hidden would stay where they are while their cells move.
  if (moves.some((edit) => hasFilteredRows(edited.sheet, edit.block, edit.along === "rows"))) throw new WorkbookRefusal(FILTERED);
  const cut = moves.map((edit) => movedPartOfMerged(edited.sheet.getSheetName(), edit, mergedCells(edited.sheet))).find((words) => words !== undefined);
  if (cut !== undefined) throw new WorkbookRefusal(cut);
  const all = (): void => edits.forEach((edit) => apply(edited, edit));
  if (moves.length > 0) inFront(edited, all);
  else all();
}

/** The grid's blocks under hidden names. */
export function createGridBlocks(api: FUniver, sheets: GridSheets, functions: EngineFunctions, touched: () => void): NamedBlocks {
  const namedBlock = (name: string): Area | undefined => {
    const text = sheets.book().getDefinedName(name)?.getFormulaOrRefString();
    const [area] = text === undefined || text.includes("#REF!") ? [] : referencesOf(text, "", []).areas;
    const sheet = area && sheets.named(area.sheet);
    return area && sheet && { ...area, sheet: sheet.getSheetName() };
  };
  const held = (sheet: FWorksheet, row: number, column: number): HeldCell => {
    const value = gridValueOf(sheets.content(sheet, row, column));
    return { value: value === "" ? null : value, formula: gridFormulaAt(sheet, row, column) };
  };
  function read(name: string): SheetReading | undefined {
    const block = namedBlock(name);
    const sheet = block && sheets.named(block.sheet);
    if (!block || !sheet) return undefined;
    const end = endsOf({ api, sheets, sheet }, functions);
    const rows = Math.max(end.rows, block.row + block.rows);
    const columns = Math.max(end.columns, block.column + block.columns);
    return {
      block,
      area: { row: 0, column: 0, rows, columns },
      cells: Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (__, c) => held(sheet, r, c))),
    };
  }
  function set(name: string, block: Area | undefined): void {
    const existing = sheets.book().getDefinedName(name);
    if (!block) existing?.delete();
    else {
      const reference = `${sheetPrefix(sheets.of(block).getSheetName())}${fixedText(block)}`;
      if (existing) existing.setRef(reference);
      else if (!insertName(api, sheets.book(), name, reference, true))
        throw new WorkbookRefusal("The grid could not remember where the table is. Reload the page, then try again.");
    }
    touched();
  }
  return {
    find: async (names) => names.map(namedBlock),
    read: async (name) => read(name),
    set: async (name, block) => set(name, block),
    edit: async (name, before, edits, block) => {
      refuseChanged(before, read(name));
      const sheet = sheets.of(block);
      guardMerged(sheet, edits.some(movesCells) ? [before.block] : writtenBlocks(edits));
      applyAll({ api, sheets, sheet }, edits, before, block);
      set(name, block);
    },
    references: async (name) => {
      const found = countReferences(name);
      for (const sheet of sheets.book().getSheets()) for (const { formula } of gridFormulas(api, sheet)) found.addFormula(formula, sheet.getSheetName());
      for (const defined of sheets.book().getDefinedNames()) found.addFormula(defined.getFormulaOrRefString(), "");
      return found.list();
    },
  };
}
