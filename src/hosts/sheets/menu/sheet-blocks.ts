import { largest } from "../../../contract/lists";
import { type CellWrite, joinedWrites, sheetEdit } from "../../../tables/table-sheet";
import type { Blocks } from "../../../tables/table-book";
import type { Area } from "../../../workbook/areas";
import { around, type Block } from "../../../workbook/block";
import { hasCell } from "../../../workbook/cell-reference";
import { countReferences } from "../../../workbook/formulas/count-references";
import {
  EMPTY_CELL,
  enteredContent,
  movesCells,
  type MovingEdit,
  neededSize,
  refuseChanged,
  sameContent,
  writtenBlocks,
  type CellLook,
  type HeldCell,
  type PlainContent,
  type SheetEdit,
  type SheetReading,
} from "../../../workbook/edits/sheet-edits";
import { WorkbookRefusal } from "../../../workbook/workbook-refusal";
import { createSerialDates, isDate } from "../dates";
import { isGrid } from "./cell-values";
import { googleSaid } from "./refusal";

type Book = GoogleAppsScript.Spreadsheet.Spreadsheet;
type Tab = GoogleAppsScript.Spreadsheet.Sheet;
type Range = GoogleAppsScript.Spreadsheet.Range;

const PROTECTED = "Cells of the table, or cells that it needs, are protected. Get edit access, or have the spreadsheet's owner do this. Nothing was changed.";
/** Widths in pixels: of one character, of the padding, and the widest column that is made. */
const CHARACTER = 7;
const PADDING = 16;
const WIDEST = 320;

export const areaOfRange = (range: Range): Area => ({
  sheet: range.getSheet().getName(),
  row: range.getRow() - 1,
  column: range.getColumn() - 1,
  rows: range.getNumRows(),
  columns: range.getNumColumns(),
});

/** The range of a name; undefined if its cells were deleted, for which Google has no range or throws. */
function rangeOf(named: GoogleAppsScript.Spreadsheet.NamedRange): Range | undefined {
  try {
    return (named.getRange() as Range | null) ?? undefined;
  } catch {
    return undefined;
  }
}

const on = (tab: Tab, { row, column, rows, columns }: Block): Range => tab.getRange(row + 1, column + 1, rows, columns);

/** Makes the sheet large enough for this many rows and columns. */
export function growSheet(tab: Tab, rows: number, columns: number): void {
  const [missing, beside] = [rows - tab.getMaxRows(), columns - tab.getMaxColumns()];
  try {
    if (missing > 0) tab.insertRowsAfter(tab.getMaxRows(), missing);
    if (beside > 0) tab.insertColumnsAfter(tab.getMaxColumns(), beside);
  } catch (e) {
    throw new WorkbookRefusal(
      `The sheet cannot grow to ${rows} rows and ${columns} columns: ${googleSaid(e)}. Choose fewer rows, or another spreadsheet. Nothing was changed.`,
    );
  }
}

function move(tab: Tab, kind: MovingEdit["kind"], { block, along }: MovingEdit): void {
  const dimension = along === "rows" ? SpreadsheetApp.Dimension.ROWS : SpreadsheetApp.Dimension.COLUMNS;
  if (kind === "insert") on(tab, block).insertCells(dimension);
  else on(tab, block).deleteCells(dimension);
}

const LOOKS: Readonly<Record<CellLook, (range: Range) => Range>> = {
  title: (range) => range.setFontWeight("bold"),
  heading: (range) => range.setFontWeight("bold"),
  right: (range) => range.setHorizontalAlignment("right"),
  note: (range) => range.setFontColor("#666666"),
  struck: (range) => range.setFontLine("line-through"),
  plain: (range) => range.setFontLine("none"),
};

/** Widens columns for these cells only: Google would fit the line of sources above them too. */
function fit(tab: Tab, block: Block): void {
  const shown = on(tab, block).getDisplayValues();
  for (let c = 0; c < block.columns; c++) {
    const width = Math.min(WIDEST, Math.ceil(largest(shown.map((row) => row[c]?.length ?? 0)) * CHARACTER + PADDING));
    if (width > tab.getColumnWidth(block.column + c + 1)) tab.setColumnWidth(block.column + c + 1, width);
  }
}

function apply(tab: Tab, edit: Exclude<SheetEdit, MovingEdit>): void {
  const range = on(tab, edit.block);
  if (edit.kind === "write") range.setValues(edit.rows.map((row) => row.map(enteredContent)));
  else if (edit.kind === "format") range.setNumberFormat(edit.format);
  else if (edit.kind === "fill") on(tab, edit.from).copyTo(range);
  else if (edit.kind === "carry") {
    const formats = edit.from.map((block) => on(tab, block).getNumberFormats()[0]?.[0]);
    edit.to.forEach((block, i) => on(tab, block).setNumberFormat(formats[i] || "General"));
  } else if (edit.kind === "fit") fit(tab, edit.block);
  else LOOKS[edit.look](range);
}

type NamedBlocks = ReturnType<typeof createNamedBlocks>;

/** The spreadsheet's named blocks, without edits. */
export function createNamedBlocks(book: Book) {
  const serialOf = createSerialDates(book.getSpreadsheetTimeZone());

  function named(names: readonly string[]): (Area | undefined)[] {
    const byName = new Map(book.getNamedRanges().map((range) => [range.getName().toLowerCase(), range]));
    return names.map((name) => {
      const found = byName.get(name.toLowerCase());
      const range = found && rangeOf(found);
      return range && areaOfRange(range);
    });
  }

  const tabOf = (sheet: string): Tab => {
    const tab = book.getSheetByName(sheet);
    if (!tab) throw new WorkbookRefusal(`The sheet ${sheet} no longer exists. Select a cell, then try again.`);
    return tab;
  };

  function read(name: string): SheetReading | undefined {
    const [block] = named([name]);
    if (!block) return undefined;
    const tab = tabOf(block.sheet);
    const rows = Math.max(tab.getLastRow(), block.row + block.rows);
    const columns = Math.max(tab.getLastColumn(), block.column + block.columns);
    const range = tab.getRange(1, 1, rows, columns);
    const [values, formulas] = [range.getValues() as unknown[][], range.getFormulas()];
    let shown: string[][] | undefined;
    const cells = values.map((row, r) =>
      row.map((value, c): HeldCell => {
        const formula = formulas[r]?.[c] ?? "";
        if (isDate(value)) return { value: serialOf(value, () => (shown ??= range.getDisplayValues())[r]?.[c] ?? ""), formula };
        return { value: value === "" ? null : (value as PlainContent), formula };
      }),
    );
    return { block, area: { row: 0, column: 0, rows, columns }, cells };
  }

  function set(name: string, block: Area | undefined): void {
    if (block) {
      const tab = tabOf(block.sheet);
      growSheet(tab, block.row + block.rows, block.column + block.columns);
      book.setNamedRange(name, on(tab, block));
    } else if (book.getNamedRanges().some((range) => range.getName().toLowerCase() === name.toLowerCase())) book.removeNamedRange(name);
  }

  return { find: named, read, set, tabOf };
}

/**
 * The cells to write again after edits were cut short: those that hold less than before, such as a formula that referred to a deleted cell, and in the
 * written part all that hold something else.
 */
function changedCells(before: SheetReading, now: SheetReading | undefined, written: Block): CellWrite[] {
  const changed: CellWrite[] = [];
  const rows = Math.max(before.area.rows, now?.area.rows ?? 0);
  const columns = Math.max(before.area.columns, now?.area.columns ?? 0);
  for (let line = 0; line < rows; line++)
    for (let field = 0; field < columns; field++) {
      const was = before.cells[line]?.[field] ?? EMPTY_CELL;
      const is = now?.cells[line]?.[field] ?? EMPTY_CELL;
      const isLost = was.formula !== "" || (was.value !== null && is.value === null && is.formula === "");
      const isWritten = hasCell(written, line, field);
      if (!sameContent(was, is) && (isLost || isWritten))
        changed.push({ line, field, content: was.formula === "" ? (was.value as PlainContent) : { formula: was.formula } });
    }
  return changed;
}

/** Makes edits, the moves of cells step by step. If Google refuses one, such as at merged cells or because it is busy, what was done is taken back. */
function makeEdits({ read, set }: NamedBlocks, tab: Tab, name: string, before: SheetReading, edits: readonly SheetEdit[], block: Area): void {
  const moving = edits.filter(movesCells);
  const done: MovingEdit[] = [];
  try {
    for (const step of moving) {
      move(tab, step.kind, step);
      // Google may do the work only now, and only now refuse it.
      SpreadsheetApp.flush();
      done.push(step);
    }
    for (const edit of edits) if (!movesCells(edit)) apply(tab, edit);
    set(name, block);
    SpreadsheetApp.flush();
  } catch (e) {
    const what = done.length < moving.length ? "move the cells below the table" : "write the table";
    const refused = `Google Sheets did not ${what}: ${googleSaid(e)}`;
    try {
      for (const step of done.reverse()) move(tab, step.kind === "insert" ? "delete" : "insert", step);
      set(name, before.block);
      // All cells are back at their places; deleted ones are empty.
      const changed = changedCells(before, read(name), around(writtenBlocks(edits)));
      for (const edit of joinedWrites(changed).map((write) => sheetEdit(write, "down"))) if (!movesCells(edit)) apply(tab, edit);
      SpreadsheetApp.flush();
    } catch (second) {
      throw new WorkbookRefusal(`${refused}. A part of the change is on the sheet: ${googleSaid(second)}. File, Version history has the earlier state.`);
    }
    throw new WorkbookRefusal(/protected|permission/i.test(refused) ? PROTECTED : `${refused}. Nothing was changed.`);
  }
}

/** Makes the sheet large enough for edits, and throws if one of their cells is protected. */
function prepare(tab: Tab, before: SheetReading, edits: readonly SheetEdit[], block: Area): void {
  const moving = edits.filter(movesCells);
  const { rows, columns } = neededSize(edits, before, block);
  growSheet(tab, rows, columns);
  if (edits.length === 0) return;
  const edited = around(edits.map((edit) => edit.block));
  const lines = moving.length > 0 ? rows - edited.row : edited.rows;
  const width = moving.some(({ along }) => along === "columns") ? columns - edited.column : edited.columns;
  if (!on(tab, { ...edited, rows: lines, columns: width }).canEdit()) throw new WorkbookRefusal(PROTECTED);
}

/** The spreadsheet's blocks under named ranges. */
export function createSheetBlocks(book: Book): Required<Blocks> {
  const blocks = createNamedBlocks(book);
  const { find, read, set, tabOf } = blocks;
  return {
    find,
    read,
    set,
    edit: (name, before, edits, block) => {
      refuseChanged(before, read(name));
      const tab = tabOf(block.sheet);
      prepare(tab, before, edits, block);
      makeEdits(blocks, tab, name, before, edits, block);
    },
    references: (sheet) => {
      const found = countReferences(sheet);
      for (const tab of book.getSheets().filter(isGrid))
        for (const row of tab.getDataRange().getFormulas()) for (const formula of row) if (formula !== "") found.addFormula(formula, tab.getName());
      for (const range of book.getNamedRanges().map(rangeOf)) if (range) found.add(areaOfRange(range));
      return found.list();
    },
  };
}
