import { CommandType, ICommandService, type Injector, IUniverInstanceService } from "@univerjs/core";
import { IShortcutService, KeyCode, MetaKeys, whenSheetEditorFocused } from "@univerjs/preset-sheets-core";
import {
  getSheetCommandTarget,
  SetColHiddenCommand,
  SetRowHiddenCommand,
  SetSpecificColsVisibleCommand,
  SetSpecificRowsVisibleCommand,
  SheetsSelectionsService,
} from "@univerjs/sheets";

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
