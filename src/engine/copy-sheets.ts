import { ICommandService, type IMutationInfo, type Injector, IUniverInstanceService, type Workbook } from "@univerjs/core";
import { IDefinedNamesService, RemoveDefinedNameMutation, SetDefinedNameMutation } from "@univerjs/engine-formula";
import { CopySheetCommand, type IInsertSheetMutationParams, InsertSheetMutation, SheetInterceptorService } from "@univerjs/sheets";
import { editedFormula } from "../workbook/edited-formula";
import { copiedSheetName } from "../workbook/sheet-name";
import { storedFields } from "./book-data";
import { isOfBook } from "./names-in-cells";
import { copied } from "./sheet-notes";

interface Copied {
  readonly unitId: string;
  readonly subUnitId: string;
  readonly targetSubUnitId: string;
}

/**
 * Gives the copy of a sheet the names of that sheet, for its own cells, as Excel does: those of the sheet, and those of the workbook that refer to it. Hidden names are the
 * add-in's and are not copied. Also names the copy as Excel does, and gives it notes that its file does not have yet.
 */
export function copyNamesOfSheets(injector: Injector): void {
  const names = new Map<string, string>();
  injector.get(ICommandService).beforeCommandExecuted(({ id, params }) => {
    if (id !== InsertSheetMutation.id) return;
    const { sheet } = params as IInsertSheetMutationParams;
    const name = names.get(sheet.id);
    if (name === undefined) return;
    sheet.name = name;
    names.delete(sheet.id);
    const { notes } = storedFields(sheet);
    if (notes) sheet.custom = { ...sheet.custom, notes: notes.map((note) => copied(note, note)) };
  });
  injector.get(SheetInterceptorService).interceptCommand({
    getMutations: ({ id, params }) => {
      const mutations: { redos: IMutationInfo[]; undos: IMutationInfo[] } = { redos: [], undos: [] };
      if (id !== CopySheetCommand.id) return mutations;
      const { unitId, subUnitId, targetSubUnitId } = params as Copied;
      const workbook = injector.get(IUniverInstanceService).getUnit<Workbook>(unitId);
      const sheet = workbook?.getSheetBySheetId(subUnitId)?.getName();
      if (!workbook || sheet === undefined) return mutations;
      const name = copiedSheetName(
        sheet,
        workbook.getSheets().map((one) => one.getName()),
      );
      names.set(targetSubUnitId, name);
      const all = Object.values(injector.get(IDefinedNamesService).getDefinedNameMap(unitId) ?? {});
      const own = new Set(all.filter((one) => one.localSheetId === subUnitId).map((one) => one.name.toLowerCase()));
      for (const one of all) {
        if (one.hidden || (one.localSheetId !== subUnitId && (!isOfBook(one) || own.has(one.name.toLowerCase())))) continue;
        const formulaOrRefString = editedFormula(one.formulaOrRefString, { kind: "rename", sheet, name }, { home: sheet, isName: true });
        if (isOfBook(one) && formulaOrRefString === one.formulaOrRefString) continue;
        const copy = { ...one, unitId, id: `${one.id}-${targetSubUnitId}`, localSheetId: targetSubUnitId, formulaOrRefString };
        mutations.redos.push({ id: SetDefinedNameMutation.id, params: copy });
        mutations.undos.push({ id: RemoveDefinedNameMutation.id, params: copy });
      }
      return mutations;
    },
  });
}
