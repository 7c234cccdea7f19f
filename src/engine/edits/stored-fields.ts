import {
  CommandType,
  type ICommand,
  ICommandService,
  type IMutation,
  type IMutationInfo,
  type Injector,
  IUndoRedoService,
  IUniverInstanceService,
  type Worksheet,
} from "@univerjs/core";
import { getSheetCommandTarget } from "@univerjs/sheets";
import { sameJson } from "../../contract/json";
import { storedFields, type StoredFields } from "../book/book-data";

interface SetFields {
  readonly unitId: string;
  readonly subUnitId: string;
  /** The new fields; others stay. */
  readonly fields: StoredFields;
}

/** Mutations that do something, and those that take it back. */
export interface Mutations {
  readonly redos: IMutationInfo[];
  readonly undos: IMutationInfo[];
}

export const NO_MUTATIONS: Mutations = { redos: [], undos: [] };

/** The mutations of several changes as one. */
export const allMutations = (changes: readonly Mutations[]): Mutations => ({
  redos: changes.flatMap(({ redos }) => redos),
  undos: changes.flatMap(({ undos }) => undos),
});

export const SetFieldsMutation: IMutation<SetFields> = {
  // The prefix makes it a change of the book.
  id: "sheet.mutation.service-set-fields",
  type: CommandType.MUTATION,
  handler: (accessor, { unitId, subUnitId, fields }) => {
    const target = getSheetCommandTarget(accessor.get(IUniverInstanceService), { unitId, subUnitId });
    if (!target) return false;
    const config = target.worksheet.getConfig();
    config.custom = { ...config.custom, ...fields };
    return true;
  },
};

/** The mutations that change fields of a sheet that are stored with it; none if they are the same. */
export function fieldMutations(sheet: Worksheet, fields: StoredFields): Mutations {
  const at = { unitId: sheet.getUnitId(), subUnitId: sheet.getSheetId() };
  const { charts = [], notes = [] } = storedFields(sheet.getConfig());
  const before: StoredFields = { ...(fields.charts ? { charts } : {}), ...(fields.notes ? { notes } : {}) };
  if (sameJson(before, { ...before, ...fields })) return NO_MUTATIONS;
  const step = (set: StoredFields): IMutationInfo[] => [{ id: SetFieldsMutation.id, params: { ...at, fields: set } }];
  return { redos: step(fields), undos: step(before) };
}

/** Changes such fields of a sheet: one step to undo. */
export const ChangeFieldsCommand: ICommand<SetFields> = {
  id: "sheet.command.service-change-fields",
  type: CommandType.COMMAND,
  handler: (accessor, params) => {
    const sheet = params && getSheetCommandTarget(accessor.get(IUniverInstanceService), params)?.worksheet;
    if (!sheet) return false;
    const { redos, undos } = fieldMutations(sheet, params.fields);
    for (const { id, params: given } of redos) if (!accessor.get(ICommandService).syncExecuteCommand(id, given)) return false;
    if (redos.length > 0) accessor.get(IUndoRedoService).pushUndoRedo({ unitID: params.unitId, undoMutations: undos, redoMutations: redos });
    return true;
  },
};

/** Registers the commands above. */
export function registerStoredFields(injector: Injector): void {
  for (const command of [SetFieldsMutation, ChangeFieldsCommand]) injector.get(ICommandService).registerCommand(command);
}
