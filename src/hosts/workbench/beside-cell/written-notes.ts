import {
  type ICommandInfo,
  ICommandService,
  type Injector,
  InterceptorEffectEnum,
  type IRange,
  IUniverInstanceService,
  type Workbook,
  type Worksheet,
} from "@univerjs/core";
import {
  COPY_TYPE,
  IEditorBridgeService,
  IRenderManagerService,
  ISheetClipboardService,
  type ISheetDiscreteRangeLocation,
  PREDEFINED_HOOK_NAME_PASTE,
} from "@univerjs/preset-sheets-core";
import { ClearSelectionAllCommand, getSheetCommandTarget, INTERCEPTOR_POINT, SheetInterceptorService, SheetsSelectionsService } from "@univerjs/sheets";
import { missingArgumentIn } from "../../../core/cell-display";
import { REASON_PREFIX, reasonInCell, reasonInFull } from "../../../core/outcome";
import { blockOfRange } from "../../../engine/book/ranges";
import { copied, inOrder, noteAt, notesIn, setNote } from "../../../engine/edits/sheet-notes";
import { fieldMutations, type Mutations, SetFieldsMutation } from "../../../engine/edits/stored-fields";
import { ENGINE_FAILED } from "../../../engine/engine-errors";
import type { PaneHost } from "../../../pane/pane-host";
import { paneWords } from "../../../pane/pane-words";
import { brokenCall } from "../../../pane/words/broken-call";
import { errorMeaning } from "../../../pane/words/error-words";
import { addressOf } from "../../../workbook/cell-address";
import { hasCell } from "../../../workbook/cell-reference";
import { isWithin, takeKeys } from "../keys/take-keys";
import type { Grid } from "../page-grid";
import type { Desk } from "../page/desk";
import { type FollowCell, placeInWindow } from "./follow-cell";

/** What errors say that mean something else in formulas without a call, and the workbench's own. */
const OWN_ERRORS: ReadonlyMap<string, string> = new Map([
  ["#N/A", "A lookup or another function found no value."],
  ["#NAME?", "The formula has a name that is unknown here, or a text without quotes."],
  ["#VALUE!", "A value has the wrong kind, such as text where a number is expected."],
  ["#CALC!", "The result would be an empty list."],
  ["#CYCLE!", "The formula refers to its own cell."],
  [ENGINE_FAILED, "The workbench cannot calculate this formula. Open the workbook in Excel for its value."],
]);

/** The full sentence of a cell's error or reason: `A2 is #VALUE!: …`. Undefined for any other cell. */
function sentenceOf({ api, functions }: Grid, host: PaneHost, row: number, column: number): string | undefined {
  const sheet = api.getActiveWorkbook()?.getActiveSheet();
  const cell = sheet?.getRange(row, column);
  const value = cell?.getRawValue();
  if (!sheet || !cell || typeof value !== "string") return undefined;
  const at = cell.getA1Notation();
  if (value.startsWith("#")) {
    const message =
      functions.messageOf({ unit: sheet.getWorkbook().getUnitId(), sheet: sheet.getSheetId(), row, column }) ??
      (value === "#NAME?" ? brokenCall({ formula: cell.getFormula(), value: null })?.words : undefined) ??
      OWN_ERRORS.get(value) ??
      errorMeaning(value);
    return message === undefined ? undefined : `${at} is ${value}: ${message}`;
  }
  if (!value.startsWith(REASON_PREFIX)) return undefined;
  const argument = missingArgumentIn(value);
  if (argument !== undefined) return `${at} is n/a: ${paneWords({ code: "no_argument", argument })}`;
  const questions = host.cells.callLog.questionsOf(addressOf({ sheet: sheet.getSheetName(), row, column }));
  const answer = questions.map((question) => host.cells.last(question)).find((one) => one?.value === null && reasonInCell(one) === value);
  return `${at} is n/a: ${answer ? reasonInFull(answer) : value.slice(REASON_PREFIX.length)}`;
}

/** Shows the full sentence of the hovered cell's error or reason beside it, or of the selected cell's if none is hovered. */
export function followCellNotes(grid: Grid, desk: Desk, follow: FollowCell, host: PaneHost): void {
  follow(
    (row, column) => sentenceOf(grid, host, row, column),
    (at) => {
      if (at || desk.state().cellNote) desk.set({ cellNote: at && { text: at.content, ...at.place } });
    },
  );
}

/** Shows the note of the hovered or selected cell beside it, and lets the user write it: with Shift+F2, as in Excel, or from the menu. */
export function showWrittenNotes({ api, injector }: Grid, desk: Desk, follow: FollowCell) {
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
  /** Opens the note of the active cell for editing, or a new one. */
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
  /** Deletes the note of the active cell. */
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
