import { ICommandService, type Injector, IUniverInstanceService } from "@univerjs/core";
import { getSheetCommandTarget, type IRemoveSheetCommandParams, RemoveSheetCommand, SetWorksheetActiveOperation } from "@univerjs/sheets";

/** Brings another sheet to the front before that in front is deleted: Univer 0.25.1 fails halfway if other sheets refer to it. */
export function leaveDeletedSheets(injector: Injector): void {
  const commands = injector.get(ICommandService);
  commands.beforeCommandExecuted(({ id, params }) => {
    const target = id === RemoveSheetCommand.id ? getSheetCommandTarget(injector.get(IUniverInstanceService), params as IRemoveSheetCommandParams) : undefined;
    if (!target || target.workbook.getActiveSheet() !== target.worksheet) return;
    const shown = target.workbook.getSheets().filter((sheet) => sheet === target.worksheet || !sheet.isSheetHidden());
    const place = shown.indexOf(target.worksheet);
    const next = shown[place + 1] ?? shown[place - 1];
    if (next) commands.syncExecuteCommand(SetWorksheetActiveOperation.id, { unitId: target.unitId, subUnitId: next.getSheetId() });
  });
}
