import { type ICommandInfo, RedoCommand, UndoCommand } from "@univerjs/core";
import type { FUniver } from "@univerjs/core/facade";
import {
  type IInsertRowMutationParams,
  type IMoveRangeMutationParams,
  type IMoveRowsMutationParams,
  InsertColMutation,
  InsertRowMutation,
  MoveColsMutation,
  MoveRangeMutation,
  MoveRowsMutation,
  RemoveColMutation,
  RemoveRowMutation,
} from "@univerjs/sheets";
import { groupedBy } from "../../contract/lists";
import { sheetIndex } from "../../engine/book-data";
import { blockOfRange } from "../../engine/ranges";
import type { Block } from "../../workbook/book";
import { isOpposite, type LineEdit } from "../../workbook/line-edits";

/** Which rows and columns of the opened sheets were inserted, removed or moved. */
interface LineLog {
  /** By the index of the opened sheet. */
  edits(): ReadonlyMap<number, readonly LineEdit[]>;
  /** Cells that were moved to other places without their rows or columns: the blocks that they left, by the index of the opened sheet. */
  moves(): ReadonlyMap<number, readonly Block[]>;
  /** Forgets the edits, because another book is open. */
  clear(): void;
}

const KINDS: Readonly<Record<string, readonly [kind: LineEdit["kind"], along: LineEdit["along"]]>> = {
  [InsertRowMutation.id]: ["insert", "rows"],
  [InsertColMutation.id]: ["insert", "columns"],
  [RemoveRowMutation.id]: ["remove", "rows"],
  [RemoveColMutation.id]: ["remove", "columns"],
  [MoveRowsMutation.id]: ["move", "rows"],
  [MoveColsMutation.id]: ["move", "columns"],
};

/** The edit that a mutation of the grid makes; undefined for other mutations. */
function lineEditOf({ id, params }: Readonly<ICommandInfo>): LineEdit | undefined {
  const [kind, along] = KINDS[id] ?? [];
  if (kind === undefined || along === undefined) return undefined;
  const linesOf = (range: IInsertRowMutationParams["range"]) =>
    along === "rows"
      ? { at: range.startRow, count: range.endRow - range.startRow + 1 }
      : { at: range.startColumn, count: range.endColumn - range.startColumn + 1 };
  if (kind !== "move") return { kind, along, ...linesOf((params as IInsertRowMutationParams).range) };
  const { sourceRange, targetRange } = params as IMoveRowsMutationParams;
  return { kind, along, ...linesOf(sourceRange), to: linesOf(targetRange).at };
}

const placeText = (sheet: string, range: IMoveRangeMutationParams["fromRange"]): string => `${sheet}|${JSON.stringify(blockOfRange(range))}`;

/** Records the edits of lines from now on. An undo takes its edit out of the log again, so that what was removed is back as it was. */
export function followLines(api: FUniver): LineLog {
  const log = new Map<number, LineEdit[]>();
  const moves: { readonly sheet: number; readonly from: string; readonly to: string; readonly block: Block }[] = [];
  let undoing = false;
  api.onBeforeCommandExecute(({ id }) => {
    if (id === UndoCommand.id) undoing = true;
    else if (id === RedoCommand.id) undoing = false;
  });
  api.onCommandExecuted((command) => {
    if (command.id === UndoCommand.id) undoing = false;
    if (command.id === MoveRangeMutation.id) {
      const { from, to, fromRange, toRange } = command.params as IMoveRangeMutationParams;
      const [left, reached] = [placeText(from.subUnitId, fromRange), placeText(to.subUnitId, toRange)];
      const sheet = sheetIndex(from.subUnitId);
      const last = moves.at(-1);
      if (undoing && last && last.from === reached && last.to === left) moves.pop();
      else if (sheet !== undefined) moves.push({ sheet, from: left, to: reached, block: blockOfRange(fromRange) });
    }
    const edit = lineEditOf(command);
    const index = edit && sheetIndex((command.params as IInsertRowMutationParams).subUnitId);
    if (!edit || index === undefined) return;
    const edits = log.get(index) ?? [];
    const last = edits.at(-1);
    if (undoing && last && isOpposite(last, edit)) edits.pop();
    else edits.push(edit);
    log.set(index, edits);
  });
  return {
    moves: () => new Map([...groupedBy(moves, ({ sheet }) => sheet)].map(([sheet, all]) => [sheet, all.map(({ block }) => block)])),
    edits: () => new Map([...log].map(([index, edits]) => [index, [...edits]])),
    clear: () => {
      log.clear();
      moves.length = 0;
    },
  };
}
