import {
  IEditorBridgeService,
  COPY_TYPE,
  IRenderManagerService,
  ISheetClipboardService,
  type ISheetDiscreteRangeLocation,
  PREDEFINED_HOOK_NAME_PASTE,
} from "@univerjs/preset-sheets-core";
import { noteAt, setNote, copied, inOrder, notesIn } from "../../../engine/edits/sheet-notes";
import {
  type Worksheet,
  ICommandService,
  type ICommandInfo,
  InterceptorEffectEnum,
  type Injector,
  type IRange,
  IUniverInstanceService,
  type Workbook,
} from "@univerjs/core";
import { isWithin, takeKeys } from "../keys/take-keys";
import type { Desk } from "../page/desk";
import { type FollowCell, placeInWindow } from "./follow-cell";
import type { Grid } from "../page-grid";
import { ClearSelectionAllCommand, getSheetCommandTarget, INTERCEPTOR_POINT, SheetInterceptorService, SheetsSelectionsService } from "@univerjs/sheets";
import { blockOfRange } from "../../../engine/book/ranges";
import { fieldMutations, type Mutations, SetFieldsMutation } from "../../../engine/edits/stored-fields";
import { hasCell } from "../../../workbook/cell-reference";

interface NoteCommands {
  /** Opens the note of the active cell for editing, or a new one. */
  edit(): void;
  /** Deletes the note of the active cell. */
  remove(): void;
}

/** Shows the note of the hovered or selected cell beside it, and lets the user write it: with Shift+F2, as in Excel, or from the menu. */
export function showWrittenNotes({ api, injector }: Grid, desk: Desk, follow: FollowCell): NoteCommands {
  const sheet = (): Worksheet | undefined => api.getActiveWorkbook()?.getActiveSheet().getSheet();
  const at = (): { readonly row: number; readonly column: number; readonly address: string } | undefined => {
    const cell = api.getActiveWorkbook()?.getActiveCell();
    return cell ? { row: cell.getRow(), column: cell.getColumn(), address: cell.getA1Notation() } : undefined;
  };
  /** The note of a cell; that of merged cells is in the first of them. */
  const noteOf = (row: number, column: number) => {
    const merged = sheet()?.getMergedCell(row, column);
    const of = sheet();
    return of && noteAt(of, merged?.startRow ?? row, merged?.startColumn ?? column);
  };
  follow(
    (row, column) => noteOf(row, column)?.text,
    (beside) => {
      if (!desk.state().written?.edit) desk.set({ written: beside && { text: beside.content, ...beside.place } });
    },
  );
  const edit = (): void => {
    const cell = at();
    const position = injector.get(IEditorBridgeService).getEditCellState()?.position;
    const place = position && placeInWindow(position);
    const own = sheet();
    if (!cell || !own || !place) return;
    const note = noteOf(cell.row, cell.column);
    if (note?.isConversation)
      return desk.say(`The comment of ${cell.address} is a conversation, and only shown here. Open the workbook in Excel to answer it.`);
    const finish = (text: string): void => {
      desk.set({ written: undefined });
      // As long as nothing was typed, a new note is none.
      if (text !== (note?.text ?? "")) setNote(injector, own, cell, text);
    };
    desk.set({ written: { text: note?.text ?? "", ...place, edit: { cell: cell.address, finish } } });
  };
  const remove = (): void => {
    const cell = at();
    const own = sheet();
    if (!cell || !own) return;
    if (!noteOf(cell.row, cell.column)) return desk.say(`${cell.address} has no note. Select a cell with a mark in its corner.`);
    setNote(injector, own, cell, undefined);
  };
  takeKeys((e) => {
    if (e.key !== "F2" || !e.shiftKey || e.ctrlKey || e.altKey || e.metaKey || api.getActiveWorkbook()?.isCellEditing()) return false;
    if (e.target !== document.body && !isWithin(e, ".wb-grid")) return false;
    edit();
    return true;
  });
  return { edit, remove };
}

/** The colours of Excel's marks. */
const [NOTE_MARK, CONVERSATION_MARK] = ["#d13438", "#8764b8"];
const MARK_SIZE = 6;
const NONE: Mutations = { redos: [], undos: [] };

/** The mutations that copy the notes of cells with them. A copied cell without a note leaves none where it is pasted. */
function pastedNotes(injector: Injector, from: ISheetDiscreteRangeLocation, to: ISheetDiscreteRangeLocation): Mutations {
  const sheetOf = ({ unitId, subUnitId }: ISheetDiscreteRangeLocation) =>
    injector.get(IUniverInstanceService).getUnit<Workbook>(unitId)?.getSheetBySheetId(subUnitId);
  const [source, target] = [sheetOf(from), sheetOf(to)];
  if (!source || !target) return NONE;
  const [rows, columns] = [new Set(to.range.rows), new Set(to.range.cols)];
  const stay = notesIn(target).filter(({ row, column }) => !rows.has(row) || !columns.has(column));
  const come = to.range.rows.flatMap((row, r) =>
    to.range.cols.flatMap((column, c) => {
      const note = noteAt(source, from.range.rows[r % from.range.rows.length]!, from.range.cols[c % from.range.cols.length]!);
      return note ? [copied(note, { row, column })] : [];
    }),
  );
  return fieldMutations(target, { notes: inOrder([...stay, ...come]) });
}

/** The mutations that remove the notes of cells that are cleared with everything in them. */
function clearedNotes(injector: Injector, { id, params }: ICommandInfo): Mutations {
  const given = (params ?? {}) as { readonly unitId?: string; readonly subUnitId?: string; readonly ranges?: readonly IRange[] };
  const sheet = id === ClearSelectionAllCommand.id ? getSheetCommandTarget(injector.get(IUniverInstanceService), given)?.worksheet : undefined;
  if (!sheet) return NONE;
  const ranges =
    given.ranges ??
    injector
      .get(SheetsSelectionsService)
      .getCurrentSelections()
      .map(({ range }) => range);
  const blocks = ranges.map(blockOfRange);
  return fieldMutations(sheet, { notes: notesIn(sheet).filter(({ row, column }) => !blocks.some((block) => hasCell(block, row, column))) });
}

/** Marks the cells that have notes, and makes the notes go with cells that are copied, cleared and whose sheet is copied. */
export function keepNotes(injector: Injector): void {
  const sheets = injector.get(SheetInterceptorService);
  sheets.intercept(INTERCEPTOR_POINT.CELL_CONTENT, {
    effect: InterceptorEffectEnum.Style,
    priority: 100,
    handler: (cell, at, next) => {
      const note = noteAt(at.worksheet, at.row, at.col);
      if (!note) return next(cell);
      const own = !cell || cell === at.rawData ? { ...at.rawData } : cell;
      return next({ ...own, markers: { ...own.markers, tr: { color: note.isConversation ? CONVERSATION_MARK : NOTE_MARK, size: MARK_SIZE } } });
    },
  });
  sheets.interceptCommand({ getMutations: (command) => clearedNotes(injector, command) });
  injector.get(ISheetClipboardService).addClipboardHook({
    id: "service-notes",
    onPasteCells: (from, to, _, { copyType, pasteType }) =>
      from && copyType !== COPY_TYPE.CUT && pasteType === PREDEFINED_HOOK_NAME_PASTE.DEFAULT_PASTE ? pastedNotes(injector, from, to) : NONE,
  });
  injector.get(ICommandService).onCommandExecuted(({ id, params }) => {
    if (id !== SetFieldsMutation.id) return;
    injector
      .get(IRenderManagerService)
      .getRenderById((params as { unitId: string }).unitId)
      ?.mainComponent?.makeForceDirty();
  });
}
