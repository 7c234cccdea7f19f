import { ICommandService, type Injector, IUniverInstanceService } from "@univerjs/core";
import { IDefinedNamesService, SetDefinedNameMutation } from "@univerjs/engine-formula";
import { getSheetCommandTarget, RemoveSheetCommand, SetWorksheetActiveOperation, SheetInterceptorService } from "@univerjs/sheets";
import { withoutSheet } from "../../workbook/without-sheet";

interface Deleted {
  readonly unitId: string;
  readonly subUnitId: string;
}

/**
 * Makes the deletion of a sheet one step that undo takes back, with `#REF!` in the names that refer to it. Univer 0.25.1 fails halfway if other sheets refer to the
 * sheet in front, and leaves names as they are that refer to more than one area: a new sheet of the same name would take the place of the deleted one.
 */
export function followDeletedSheets(injector: Injector): void {
  const commands = injector.get(ICommandService);
  const targetOf = (params: object | undefined) => getSheetCommandTarget(injector.get(IUniverInstanceService), params as Deleted);
  commands.beforeCommandExecuted(({ id, params }) => {
    const target = id === RemoveSheetCommand.id ? targetOf(params) : undefined;
    if (!target || target.workbook.getActiveSheet() !== target.worksheet) return;
    const shown = target.workbook.getSheets().filter((sheet) => sheet === target.worksheet || !sheet.isSheetHidden());
    const place = shown.indexOf(target.worksheet);
    const next = shown[place + 1] ?? shown[place - 1];
    if (next) commands.syncExecuteCommand(SetWorksheetActiveOperation.id, { unitId: target.unitId, subUnitId: next.getSheetId() });
  });
  injector.get(SheetInterceptorService).interceptCommand({
    getMutations: ({ id, params }) => {
      const target = id === RemoveSheetCommand.id ? targetOf(params) : undefined;
      const names = target ? Object.values(injector.get(IDefinedNamesService).getDefinedNameMap(target.unitId) ?? {}) : [];
      const changes = names.flatMap((before) => {
        const formulaOrRefString = withoutSheet(before.formulaOrRefString, target!.worksheet.getName());
        return formulaOrRefString === before.formulaOrRefString ? [] : [{ before, after: { ...before, formulaOrRefString } }];
      });
      const set = (name: object) => ({ id: SetDefinedNameMutation.id, params: { unitId: target!.unitId, ...name } });
      return { redos: changes.map(({ after }) => set(after)), undos: changes.map(({ before }) => set(before)) };
    },
  });
}
