import { Direction, CommandType, ICommandService, type Injector, IUniverInstanceService } from "@univerjs/core";
import type { FUniver } from "@univerjs/core/facade";
import { KeyCode, MoveSelectionEnterAndTabCommand, IShortcutService, MetaKeys, whenSheetEditorFocused } from "@univerjs/preset-sheets-core";
import { GRID_EDITOR } from "./region-keys";
import { isWithin, takeKeys } from "./take-keys";
import {
  getSheetCommandTarget,
  SetColHiddenCommand,
  SetRowHiddenCommand,
  SetSpecificColsVisibleCommand,
  SetSpecificRowsVisibleCommand,
  SheetsSelectionsService,
} from "@univerjs/sheets";

/** Goes to the next and previous sheet with Ctrl+Alt+Page Down and Page Up, as Excel on the web does: the grid's sheet tabs are for the mouse only. */
export function followSheetKeys(api: FUniver): void {
  window.addEventListener("keydown", (e) => {
    const by = { PageDown: 1, PageUp: -1 }[e.key];
    const book = api.getActiveWorkbook();
    if (by === undefined || !e.ctrlKey || !e.altKey || !book || book.isCellEditing()) return;
    const sheets = book.getSheets().filter((sheet) => !sheet.isSheetHidden());
    const at = sheets.findIndex((sheet) => sheet.getSheetId() === book.getActiveSheet().getSheetId());
    const next = sheets[at + by];
    if (!next) return;
    e.preventDefault();
    book.setActiveSheet(next);
  });
}

/** The largest index up to this one that is visible; 0 if none is. */
function lastVisible(from: number, isVisible: (index: number) => boolean): number {
  let index = from;
  while (index > 0 && !isVisible(index)) index--;
  return Math.max(index, 0);
}

/**
 * Goes to the sheet's first cell with Ctrl+Home, below and beside frozen ones, and with Ctrl+End to its last used one, but to no hidden row or column, where an edit
 * would appear over another cell. The grid has neither.
 */
export function followCornerKeys(api: FUniver): void {
  window.addEventListener("keydown", (e) => {
    if ((e.key !== "Home" && e.key !== "End") || !e.ctrlKey || e.altKey || e.shiftKey || e.metaKey) return;
    if (!isWithin(e, ".wb-grid")) return;
    const book = api.getActiveWorkbook();
    if (!book || book.isCellEditing()) return;
    e.preventDefault();
    const sheet = book.getActiveSheet();
    const lines = sheet.getSheet();
    const frozen = sheet.getFreeze();
    const [row, column] =
      e.key === "Home"
        ? [Math.max(frozen.startRow, 0), Math.max(frozen.startColumn, 0)]
        : [lastVisible(sheet.getLastRow(), (at) => lines.getRowVisible(at)), lastVisible(sheet.getLastColumn(), (at) => lines.getColVisible(at))];
    sheet.getRange(row, column).activate();
    sheet.scrollToCell(row, column);
  });
}

/** Enters the edited cell with Shift+Enter and Shift+Tab, and goes up or left, as in Excel. The grid does nothing then. */
export function followBackKeys(api: FUniver, isUnfinished: () => boolean): void {
  takeKeys((e) => {
    const step = { Enter: { direction: Direction.UP, keycode: KeyCode.ENTER }, Tab: { direction: Direction.LEFT, keycode: KeyCode.TAB } }[e.key];
    const book = api.getActiveWorkbook();
    if (!step || !e.shiftKey || e.ctrlKey || e.altKey || e.metaKey || !book?.isCellEditing() || isUnfinished() || !isWithin(e, GRID_EDITOR)) return false;
    const edited = book.getActiveCell();
    void book.endEditingAsync(true).then(() => {
      // The grid has gone to the cell below.
      edited?.activate();
      return api.executeCommand(MoveSelectionEnterAndTabCommand.id, step);
    });
    return true;
  });
}

/** Opens the box for finding with Ctrl+F, and for replacing with Ctrl+H, from the cells and from the box itself; elsewhere the keys are the browser's. */
export function followFindKeys(open: (replaces: boolean) => void): void {
  takeKeys((e) => {
    const key = e.key.toLowerCase();
    if ((key !== "f" && key !== "h") || !(e.ctrlKey || e.metaKey) || e.altKey || e.shiftKey) return false;
    if (e.target !== document.body && !isWithin(e, ".wb-grid, .wb-find")) return false;
    open(key === "h");
    return true;
  });
}

/** Opens a filter's list with Alt+Down on its heading, and closes it with Escape, as in Excel. `open` says if the active cell has one. */
export function followFilterKeys(api: FUniver, open: () => boolean, close: () => boolean): void {
  takeKeys((e) => {
    const isDown = e.key === "ArrowDown" && e.altKey && !e.ctrlKey && !e.metaKey && !e.shiftKey;
    if ((!isDown && e.key !== "Escape") || api.getActiveWorkbook()?.isCellEditing()) return false;
    return isWithin(e, ".wb-grid, [data-u-comp='sheets-filter-panel']") && (isDown ? open() : close());
  });
}

const { CTRL_COMMAND, SHIFT } = MetaKeys;
/** Excel's keys, before those of Univer, which do nothing for cells, and hide where Excel shows. */
const KEYS = [
  { name: "hideRows", binding: KeyCode.Digit9 | CTRL_COMMAND },
  { name: "showRows", binding: KeyCode.Digit9 | CTRL_COMMAND | SHIFT },
  { name: "hideColumns", binding: KeyCode.Digit0 | CTRL_COMMAND },
  { name: "showColumns", binding: KeyCode.Digit0 | CTRL_COMMAND | SHIFT },
] as const;

/** Hides the rows or columns of the selected cells, or shows those within them, with the keys of Excel. */
export function followHideKeys(injector: Injector): void {
  const commands = injector.get(ICommandService);
  const shortcuts = injector.get(IShortcutService);
  const run = (name: (typeof KEYS)[number]["name"]): Promise<boolean> | boolean => {
    const target = getSheetCommandTarget(injector.get(IUniverInstanceService));
    if (!target) return false;
    const { unitId, subUnitId, worksheet } = target;
    const selected = injector
      .get(SheetsSelectionsService)
      .getCurrentSelections()
      .map(({ range }) => range);
    const rows = selected.map((range) => ({ ...range, startColumn: 0, endColumn: worksheet.getColumnCount() - 1 }));
    const columns = selected.map((range) => ({ ...range, startRow: 0, endRow: worksheet.getRowCount() - 1 }));
    const hiddenRows = rows.flatMap(({ startRow, endRow }) => worksheet.getHiddenRows(startRow, endRow));
    const hiddenColumns = columns.flatMap(({ startColumn, endColumn }) => worksheet.getHiddenCols(startColumn, endColumn));
    const [command, ranges] = {
      hideRows: [SetRowHiddenCommand, rows] as const,
      showRows: [SetSpecificRowsVisibleCommand, hiddenRows] as const,
      hideColumns: [SetColHiddenCommand, columns] as const,
      showColumns: [SetSpecificColsVisibleCommand, hiddenColumns] as const,
    }[name];
    return ranges.length > 0 && commands.executeCommand(command.id, { unitId, subUnitId, ranges });
  };
  for (const { name, binding } of KEYS) {
    const id = `workbench.command.${name}`;
    commands.registerCommand({ id, type: CommandType.COMMAND, handler: () => run(name) });
    shortcuts.registerShortcut({ id, binding, priority: 2, preconditions: whenSheetEditorFocused });
  }
}
