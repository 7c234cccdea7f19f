import { ICommandService, type Injector, IUniverInstanceService, type Workbook } from "@univerjs/core";
import { IDefinedNamesService, type IDefinedNamesServiceParam, RemoveDefinedNameMutation, SetDefinedNameMutation } from "@univerjs/engine-formula";
import {
  CopySheetCommand,
  type IInsertSheetMutationParams,
  InsertSheetMutation,
  SheetInterceptorService,
  getSheetCommandTarget,
  type IRemoveSheetCommandParams,
  RemoveSheetCommand,
  SetWorksheetActiveOperation,
} from "@univerjs/sheets";
import { sheetPrefix } from "../../workbook/cell-address";
import { editedFormula } from "../../workbook/formulas/edited-formula";
import { tokensOf } from "../../workbook/formulas/formula-tokens";
import { copiedSheetName } from "../../workbook/sheet-name";
import { storedFields } from "../book/book-data";
import type { EditLog } from "./edit-log";
import { isOfBook } from "../formulas/names-in-cells";
import { copied } from "./sheet-notes";
import { allMutations, type Mutations, NO_MUTATIONS } from "./stored-fields";

interface Copied {
  readonly unitId: string;
  readonly subUnitId: string;
  readonly targetSubUnitId: string;
}

type Name = IDefinedNamesServiceParam;

/** The name that Excel gives the copy of a sheet. */
export const nameOfCopy = (workbook: Workbook, sheet: string): string =>
  copiedSheetName(
    sheet,
    workbook.getSheets().map((one) => one.getName()),
  );

/** A name's formula with the sheet before those names that are of this sheet, as Excel writes them. */
function ofSheet(formula: string, sheet: string, names: ReadonlySet<string>): string {
  const tokens = tokensOf(formula);
  return tokens
    .map(({ kind, text }, i) => (kind === "name" && names.has(text.toLowerCase()) && tokens[i - 1]?.kind !== "sheet" ? `${sheetPrefix(sheet)}${text}` : text))
    .join("");
}

/**
 * Gives the copy of a sheet the names of that sheet, for its own cells, as Excel does: those of the sheet, and those of the workbook that refer to it. Within them, names
 * mean the copy's own ones, too. Hidden names are the add-in's and are not copied. Also names the copy as Excel does, and gives it notes that its file does not have yet.
 */
export function copyNamesOfSheets(injector: Injector, log: EditLog): void {
  const titles = new Map<string, string>();
  injector.get(ICommandService).beforeCommandExecuted(({ id, params }) => {
    if (id !== InsertSheetMutation.id) return;
    const { sheet } = params as IInsertSheetMutationParams;
    const title = titles.get(sheet.id);
    if (title === undefined) return;
    sheet.name = title;
    titles.delete(sheet.id);
    const { notes } = storedFields(sheet);
    if (notes) sheet.custom = { ...sheet.custom, notes: notes.map((note) => copied(note, note)) };
  });
  injector.get(SheetInterceptorService).interceptCommand({
    getMutations: ({ id, params }) => {
      if (id !== CopySheetCommand.id) return NO_MUTATIONS;
      const { unitId, subUnitId, targetSubUnitId } = params as Copied;
      const workbook = injector.get(IUniverInstanceService).getUnit<Workbook>(unitId);
      const sheet = workbook?.getSheetBySheetId(subUnitId)?.getName();
      if (!workbook || sheet === undefined) return NO_MUTATIONS;
      const name = nameOfCopy(workbook, sheet);
      titles.set(targetSubUnitId, name);
      const all = Object.values(injector.get(IDefinedNamesService).getDefinedNameMap(unitId) ?? {});
      const own = new Set(all.filter((one) => one.localSheetId === subUnitId).map((one) => one.name.toLowerCase()));
      const followed = (one: Name): string => editedFormula(one.formulaOrRefString, [{ kind: "rename", sheet, name }], { home: sheet, isName: true });
      const isCopied = (one: Name): boolean =>
        !one.hidden && (one.localSheetId === subUnitId || (isOfBook(one) && !own.has(one.name.toLowerCase()) && followed(one) !== one.formulaOrRefString));
      const copied = all.filter(isCopied);
      const names = new Set(copied.map((one) => one.name.toLowerCase()));
      const copies = copied.map((one): Mutations => {
        const copy = {
          ...one,
          unitId,
          id: `${one.id}-${targetSubUnitId}`,
          localSheetId: targetSubUnitId,
          formulaOrRefString: ofSheet(followed(one), name, names),
        };
        return { redos: [{ id: SetDefinedNameMutation.id, params: copy }], undos: [{ id: RemoveDefinedNameMutation.id, params: copy }] };
      });
      return allMutations([log.mutations(unitId, [{ kind: "copy", sheet, name }]), ...copies]);
    },
  });
}

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
