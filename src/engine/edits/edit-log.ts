import { CommandType, ICommandService, type IMutation, type Injector } from "@univerjs/core";
import type { BookEdit } from "../../workbook/edits/moved-areas";
import { type Mutations, NO_MUTATIONS } from "./stored-fields";

interface Recorded {
  readonly unitId: string;
  readonly edits: readonly BookEdit[];
}

const RECORD = "service.mutation.record-edits";
const FORGET = "service.mutation.forget-edits";

/** The edits of each workbook that moved cells, or renamed or deleted sheets, in order. What is undone is not in it. */
export type EditLog = ReturnType<typeof createEditLog>;

/** Records edits as mutations of their commands, so that undo and redo take them along. */
export function createEditLog(injector: Injector) {
  const log = new Map<string, readonly BookEdit[]>();
  const of = (unit: string): readonly BookEdit[] => log.get(unit) ?? [];
  const mutation = (id: string, next: (given: Recorded) => readonly BookEdit[]): IMutation<Recorded> => ({
    id,
    type: CommandType.MUTATION,
    handler: (_, given) => {
      log.set(given.unitId, next(given));
      return true;
    },
  });
  const commands = injector.get(ICommandService);
  commands.registerCommand(mutation(RECORD, ({ unitId, edits }) => [...of(unitId), ...edits]));
  commands.registerCommand(mutation(FORGET, ({ unitId, edits }) => of(unitId).slice(0, -edits.length)));
  return {
    of,
    /** The mutations that record edits when their command is done or redone, and forget them when it is undone. */
    mutations: (unitId: string, edits: readonly BookEdit[]): Mutations => {
      const params: Recorded = { unitId, edits };
      return edits.length === 0 ? NO_MUTATIONS : { redos: [{ id: RECORD, params }], undos: [{ id: FORGET, params }] };
    },
  };
}
