import {
  type ICellData,
  type ICommandInfo,
  type IMutationInfo,
  type Injector,
  IUniverInstanceService,
  type Nullable,
  ObjectMatrix,
  UniverInstanceType,
  type Workbook,
  type Worksheet,
} from "@univerjs/core";
import {
  FormulaDataModel,
  type IDefinedNamesServiceParam,
  type IFormulaDataItem,
  IDefinedNamesService,
  type ISetDefinedNameMutationParam,
  RemoveDefinedNameMutation,
  SetDefinedNameMutation,
} from "@univerjs/engine-formula";
import { RemoveSheetCommand, SetDefinedNameCommand, SetRangeValuesMutation } from "@univerjs/sheets";
import { UpdateDefinedNameController, UpdateFormulaController } from "@univerjs/sheets-formula";
import type { Area } from "../../workbook/areas";
import { editedFormula } from "../../workbook/formulas/edited-formula";
import { movedArea, sameSheet, type BookEdit } from "../../workbook/edits/moved-areas";
import { renamedName } from "../../workbook/renamed-name";
import { shiftFormula } from "../../workbook/formulas/shift-formula";
import { copyNamesOfSheets, leaveDeletedSheets } from "./copy-sheets";
import { createEditLog, type EditLog } from "./edit-log";
import { makeUndoExact } from "./exact-undo";
import { keepStyledFormulas } from "./formula-cells";
import { isOfBook } from "../formulas/names-in-cells";
import { movedNotes } from "./sheet-notes";
import { allMutations, type Mutations, NO_MUTATIONS, registerStoredFields } from "./stored-fields";
import { editsOf, followCommandSheets } from "./structural-commands";

interface CellAt {
  readonly sheetId: string;
  readonly row: number;
  readonly column: number;
}

/** A formula that a command moves or changes; `to` is missing if its cell is gone. */
interface Changed {
  readonly from: CellAt;
  readonly to?: CellAt & { readonly formula: string };
}

/** What a command does to formulas. */
interface Change {
  /** Where a cell is after it. */
  readonly cell: (cell: Area) => Area | undefined;
  readonly formula: (formula: string, sheet: string, newSheet: string) => string;
  readonly nameFormula: (formula: string, sheet: string) => string;
  /** The sheet that it deletes. */
  readonly removed?: string;
  readonly edits: readonly BookEdit[];
}

/** What else follows a command, in one step with its formulas. */
type FollowOthers = (injector: Injector, command: ICommandInfo, workbook: Workbook, sheetId: string) => Mutations;

type Name = IDefinedNamesServiceParam;
const isName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** A formula as Univer keeps it: one that is shared has the text of another cell, and the distance to that. */
const textOf = ({ f, x = 0, y = 0 }: IFormulaDataItem): string => shiftFormula(f, y, x);

const cellOf = (item: Nullable<IFormulaDataItem>): ICellData => ({ f: item && !item.x && !item.y ? item.f : null, si: item?.si ?? null });

/** The mutations that move and change formulas after their cells have moved, and those that take it back after the cells are back. */
function cellMutations(unitId: string, changed: readonly Changed[], before: (at: CellAt) => Nullable<IFormulaDataItem>): Mutations {
  const matrices = () => new Map<string, ObjectMatrix<ICellData>>();
  const [redo, undo] = [matrices(), matrices()];
  const matrixOf = (of: ReturnType<typeof matrices>, sheetId: string): ObjectMatrix<ICellData> => {
    const known = of.get(sheetId) ?? new ObjectMatrix<ICellData>();
    of.set(sheetId, known);
    return known;
  };
  for (const { from } of changed) {
    matrixOf(redo, from.sheetId).setValue(from.row, from.column, cellOf(null));
    matrixOf(undo, from.sheetId).setValue(from.row, from.column, cellOf(before(from)));
  }
  for (const { to } of changed) {
    if (!to) continue;
    matrixOf(redo, to.sheetId).setValue(to.row, to.column, { f: to.formula, si: null });
    matrixOf(undo, to.sheetId).setValue(to.row, to.column, cellOf(before(to)));
  }
  const set = (of: ReturnType<typeof matrices>): IMutationInfo[] =>
    [...of].map(([subUnitId, matrix]) => ({ id: SetRangeValuesMutation.id, params: { unitId, subUnitId, cellValue: matrix.getMatrix() } }));
  return { redos: set(redo), undos: set(undo) };
}

/** The change of a command that moves cells or sheets, or gives a name another one. */
function changeOf(command: ICommandInfo, workbook: Workbook, sheetId: string, names: readonly Name[]): Change | undefined {
  const idOf = (sheet: string): string | undefined =>
    workbook
      .getSheets()
      .find((one) => sameSheet(one.getName(), sheet))
      ?.getSheetId();
  const findName = (name: string, sheet: string): Name | undefined => {
    const same = names.filter((one) => isName(one.name, name));
    return same.find((one) => one.localSheetId === idOf(sheet)) ?? same.find(isOfBook);
  };
  if (command.id === SetDefinedNameCommand.id) {
    const { id, name } = command.params as ISetDefinedNameMutationParam;
    const old = names.find((one) => one.id === id);
    if (!old || old.name === name) return undefined;
    const formula = (text: string, sheet: string): string =>
      renamedName(text, { from: old.name, to: name, formula: old.formulaOrRefString }, sheet, (place) => findName(old.name, place) === old);
    return { cell: (cell) => cell, formula, nameFormula: formula, edits: [] };
  }
  const edits = editsOf(command, workbook, sheetId);
  if (edits.length === 0) return undefined;
  const isOfSheet = (name: string, sheet: string): boolean => names.some((one) => isName(one.name, name) && one.localSheetId === idOf(sheet));
  return {
    cell: (cell) => edits.reduce<Area | undefined>((at, edit) => (at && edit.kind !== "rename" ? movedArea(at, edit) : at), cell),
    formula: (formula, home, newHome) => editedFormula(formula, edits, { home, newHome, isOfSheet }),
    nameFormula: (formula, home) => editedFormula(formula, edits, { home, isName: true }),
    edits,
    ...(command.id === RemoveSheetCommand.id ? { removed: sheetId } : {}),
  };
}

function nameMutations(unitId: string, names: readonly Name[], workbook: Workbook, { nameFormula, removed }: Change): Mutations {
  const mutations: Mutations = { redos: [], undos: [] };
  for (const name of names) {
    const { localSheetId, formulaOrRefString } = name;
    const old = { id: SetDefinedNameMutation.id, params: { unitId, ...name } };
    const isGone = removed !== undefined && localSheetId === removed;
    const text = isGone ? "" : nameFormula(formulaOrRefString, (localSheetId && workbook.getSheetBySheetId(localSheetId)?.getName()) || "");
    if (text === formulaOrRefString) continue;
    mutations.undos.push(old);
    mutations.redos.push(isGone ? { ...old, id: RemoveDefinedNameMutation.id } : { ...old, params: { ...old.params, formulaOrRefString: text } });
  }
  return mutations;
}

/**
 * Makes formulas, names and notes follow their cells as in Excel when cells, rows, columns and sheets are inserted, deleted, moved and renamed, and formulas the names that are
 * renamed, in one step to undo with the command. It replaces Univer's own way: Univer 0.25.1 changes neither `Sheet1!Rate` nor names within names, takes the sheet in front
 * for any other in some commands, keeps references to cells that others were pasted over, and puts #REF! in place of a deleted name. Returns what was edited.
 */
export function followEdits(injector: Injector, others: FollowOthers = () => NO_MUTATIONS): EditLog {
  const instances = injector.get(IUniverInstanceService);
  const definedNames = injector.get(IDefinedNamesService);
  const model = injector.get(FormulaDataModel);
  keepStyledFormulas(injector);
  leaveDeletedSheets(injector);
  const log = createEditLog(injector);
  copyNamesOfSheets(injector, log);
  makeUndoExact(injector);
  registerStoredFields(injector);
  const sheetOf = followCommandSheets(injector);
  const mutationsOf = (command: ICommandInfo): Mutations => {
    const workbook = instances.getCurrentUnitOfType<Workbook>(UniverInstanceType.UNIVER_SHEET);
    if (!workbook || !command.params) return NO_MUTATIONS;
    const unitId = workbook.getUnitId();
    const names = Object.values(definedNames.getDefinedNameMap(unitId) ?? {});
    const sheetId = sheetOf(command, workbook);
    const change = changeOf(command, workbook, sheetId, names);
    if (!change) return NO_MUTATIONS;
    const data = model.getFormulaData()[unitId] ?? {};
    const changed = Object.entries(data).flatMap(([id, cells]) => {
      const sheet = workbook.getSheetBySheetId(id);
      return sheet && id !== change.removed ? changedCells(new ObjectMatrix(cells ?? {}), sheet, workbook, change) : [];
    });
    const ofCells = cellMutations(unitId, changed, (at) => data[at.sheetId]?.[at.row]?.[at.column]);
    return allMutations([
      ofCells,
      nameMutations(unitId, names, workbook, change),
      movedNotes(workbook, change.cell, change.removed),
      others(injector, command, workbook, sheetId),
      log.mutations(unitId, change.edits),
    ]);
  };
  (injector.get(UpdateFormulaController) as unknown as { _getUpdateFormula: typeof mutationsOf })._getUpdateFormula = mutationsOf;
  const ofNames = injector.get(UpdateDefinedNameController) as unknown as { _getUpdateDefinedNameMutations(): Mutations };
  ofNames._getUpdateDefinedNameMutations = () => NO_MUTATIONS;
  return log;
}

/** The formulas of a sheet that a change moves, changes or removes. */
function changedCells(cells: ObjectMatrix<Nullable<IFormulaDataItem>>, sheet: Worksheet, workbook: Workbook, change: Change): Changed[] {
  const changed: Changed[] = [];
  const [sheetId, name] = [sheet.getSheetId(), sheet.getName()];
  cells.forValue((row, column, item) => {
    if (!item) return;
    const from = { sheetId, row, column };
    const before = textOf(item);
    const to = change.cell({ sheet: name, row, column, rows: 1, columns: 1 });
    if (!to) {
      changed.push({ from });
      return;
    }
    const formula = change.formula(before, name, to.sheet);
    if (formula === before && to.row === row && to.column === column && to.sheet === name) return;
    changed.push({ from, to: { sheetId: workbook.getSheetBySheetName(to.sheet)?.getSheetId() ?? sheetId, row: to.row, column: to.column, formula } });
  });
  return changed;
}
