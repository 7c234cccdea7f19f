import { Dimension, HorizontalAlign, type ICellData, type IStyleData } from "@univerjs/core";
import type { FUniver } from "@univerjs/core/facade";
import { InsertDefinedNameCommand, SCOPE_WORKBOOK_VALUE_DEFINED_NAME } from "@univerjs/sheets";
import type { FWorksheet } from "@univerjs/sheets/facade";
import { valueOf } from "../../../engine/book/cell-data";
import type { EngineFunctions } from "../../../engine/univer";
import { WorkbookRefusal, type NamedBlocks } from "../../../pane/workbook";
import { referencesOf, type Area } from "../../../workbook/areas";
import type { Block } from "../../../workbook/book";
import { fixedText, sheetPrefix } from "../../../workbook/cell-address";
import { countReferences } from "../../../workbook/count-references";
import { isSameReading, type CellLook, type HeldCell, type SheetEdit, type SheetReading } from "../../../workbook/sheet-edits";
import { hasFilteredRows } from "../data-toolbar/filter-guards";
import type { GridSheets } from "./grid-sheets";
import { contentData, growSheet } from "./grid-writing";
import { gridFormulaAt, gridFormulas } from "./sheet-cells";

const LOOKS: Readonly<Record<CellLook, IStyleData>> = {
  title: { bl: 1 },
  heading: { bl: 1 },
  right: { ht: HorizontalAlign.RIGHT },
  note: { cl: { rgb: "#666666" } },
  struck: { st: { s: 1 } },
  plain: { st: { s: 0 } },
};

const CHANGED = "The sheet was changed at the same time, so nothing was written. Try again.";
const FILTERED = "A filter hides rows at or below the table, so its cells cannot move. Choose Clear filter in the Data toolbar, then try again.";
/** Widths in pixels: of one character, of the padding, and the widest column that is made. */
const CHARACTER = 7.5;
const PADDING = 12;
const WIDEST = 320;

/** The grid's blocks under hidden names. */
export function createGridBlocks(api: FUniver, sheets: GridSheets, functions: EngineFunctions, touched: () => void): NamedBlocks {
  const namedBlock = (name: string): Area | undefined => {
    const text = sheets.book().getDefinedName(name)?.getFormulaOrRefString();
    const [area] = text === undefined || text.includes("#REF!") ? [] : referencesOf(text, "", []).areas;
    const sheet = area && sheets.named(area.sheet);
    return area && sheet && { ...area, sheet: sheet.getSheetName() };
  };

  /** The rows and columns in use, with what formulas spilled. */
  function ends(sheet: FWorksheet): { rows: number; columns: number } {
    let [rows, columns] = [0, 0];
    const reach = (row: number, column: number): void => {
      rows = Math.max(rows, row + 1);
      columns = Math.max(columns, column + 1);
    };
    sheet
      .getSheet()
      .getCellMatrix()
      .forValue((row, column, cell) => {
        if (cell && (cell.f || cell.si || cell.p || valueOf(cell) !== null)) reach(row, column);
      });
    for (const { row, column } of gridFormulas(api, sheet)) {
      const spill = functions.spillOf(sheets.engineCell(sheet, { row, column }));
      if (spill) reach(spill.endRow, spill.endColumn);
    }
    return { rows, columns };
  }

  const held = (sheet: FWorksheet, row: number, column: number): HeldCell => {
    const value = valueOf(sheets.content(sheet, row, column));
    return { value: value === "" ? null : value, formula: gridFormulaAt(sheet, row, column) };
  };

  function read(name: string): SheetReading | undefined {
    const block = namedBlock(name);
    const sheet = block && sheets.named(block.sheet);
    if (!block || !sheet) return undefined;
    const end = ends(sheet);
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
      else {
        const scope = { unitId: sheets.book().getId(), id: `name-${name}`, localSheetId: SCOPE_WORKBOOK_VALUE_DEFINED_NAME, hidden: true };
        if (!api.syncExecuteCommand(InsertDefinedNameCommand.id, { ...scope, name, formulaOrRefString: reference }))
          throw new WorkbookRefusal("The grid could not remember where the table is. Reload the page, then try again.");
      }
    }
    touched();
  }

  const rangeOf = (sheet: FWorksheet, { row, column, rows, columns }: Block) => sheet.getRange(row, column, rows, columns);
  const everyCell = (sheet: FWorksheet, block: Block, data: ICellData): void =>
    void rangeOf(sheet, block).setValues(Array.from({ length: block.rows }, () => Array.from({ length: block.columns }, () => ({ ...data }))));

  function fill(sheet: FWorksheet, { block, from }: Extract<SheetEdit, { kind: "fill" }>): void {
    const formula = gridFormulaAt(sheet, from.row, from.column);
    const pattern = sheet.getSheet().getCellStyle(from.row, from.column)?.n?.pattern;
    for (let r = 0; r < block.rows; r++)
      for (let c = 0; c < block.columns; c++) {
        const [row, column] = [block.row + r, block.column + c];
        const moved = api.getFormula().moveFormulaRefOffset(formula, column - from.column, row - from.row);
        sheet.getRange(row, column).setValue({ ...contentData({ formula: moved }), ...(pattern ? { s: { n: { pattern } } } : {}) });
      }
  }

  /** Gives cells the number formats that others have. */
  function carry(sheet: FWorksheet, { from, to }: Extract<SheetEdit, { kind: "carry" }>): void {
    const patterns = from.map(({ row, column }) => sheet.getSheet().getCellStyle(row, column)?.n?.pattern ?? "General");
    to.forEach((block, i) => everyCell(sheet, block, { s: { n: { pattern: patterns[i] ?? "General" } } }));
  }

  function fit(sheet: FWorksheet, block: Block): void {
    for (let column = block.column; column < block.column + block.columns; column++) {
      let longest = 0;
      for (let row = block.row; row < block.row + block.rows; row++) longest = Math.max(longest, sheets.shown(sheet, row, column).text.length);
      const width = Math.min(WIDEST, Math.ceil(longest * CHARACTER + PADDING));
      if (width > sheet.getColumnWidth(column)) sheet.setColumnWidth(column, width);
    }
  }

  /** Brings a sheet to the front while cells of it move: the grid's commands for that know the front sheet only, and do nothing in overlapping selections. */
  function inFront(sheet: FWorksheet, work: () => void): void {
    const book = sheets.book();
    const front = book.getActiveSheet();
    const isOther = front.getSheetId() !== sheet.getSheetId();
    if (isOther) book.setActiveSheet(sheet);
    try {
      const selected = (sheet.getSelection()?.getActiveRangeList() ?? []).map((range) => range.getRange());
      const overlap = selected.some((one, i) =>
        selected.some(
          (other, j) =>
            j > i && one.startRow <= other.endRow && other.startRow <= one.endRow && one.startColumn <= other.endColumn && other.startColumn <= one.endColumn,
        ),
      );
      if (overlap) throw new WorkbookRefusal("Areas that overlap are selected, so no cells can move. Select one cell, then try again.");
      work();
    } finally {
      if (isOther) book.setActiveSheet(front);
    }
  }

  function apply(sheet: FWorksheet, edit: SheetEdit): void {
    const { block } = edit;
    const range = rangeOf(sheet, block);
    if (edit.kind === "insert" || edit.kind === "delete") {
      const along = edit.along === "rows" ? Dimension.ROWS : Dimension.COLUMNS;
      if (edit.kind === "insert") range.insertCells(along);
      else range.deleteCells(along);
    }
    if (edit.kind === "write") range.setValues(edit.rows.map((row) => row.map(contentData)));
    else if (edit.kind === "format") everyCell(sheet, block, { s: { n: { pattern: edit.format } } });
    else if (edit.kind === "look") everyCell(sheet, block, { s: LOOKS[edit.look] });
    else if (edit.kind === "fill") fill(sheet, edit);
    else if (edit.kind === "carry") carry(sheet, edit);
    else fit(sheet, block);
  }

  return {
    find: async (names) => names.map(namedBlock),
    read: async (name) => read(name),
    set: async (name, block) => set(name, block),
    edit: async (name, before, edits, block) => {
      if (!isSameReading(before, read(name))) throw new WorkbookRefusal(CHANGED);
      const sheet = sheets.of(block);
      // The grid drops cells that are moved off its end.
      const grown = (along: "rows" | "columns"): number =>
        edits.reduce((n, e) => (e.kind === "insert" && e.along === along ? n + (along === "rows" ? e.block.rows : e.block.columns) : n), 0);
      growSheet(
        sheet,
        Math.max(before.area.row + before.area.rows, block.row + block.rows) + grown("rows"),
        Math.max(before.area.column + before.area.columns, block.column + block.columns) + grown("columns"),
      );
      // The rows that are hidden would stay where they are while their cells move.
      const moved = edits.find((edit) => (edit.kind === "insert" || edit.kind === "delete") && hasFilteredRows(sheet, edit.block, edit.along === "rows"));
      if (moved) throw new WorkbookRefusal(FILTERED);
      const all = (): void => edits.forEach((edit) => apply(sheet, edit));
      if (edits.some(({ kind }) => kind === "insert" || kind === "delete")) inFront(sheet, all);
      else all();
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
