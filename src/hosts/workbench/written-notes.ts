import { IEditorBridgeService } from "@univerjs/preset-sheets-core";
import { noteAt, setNote } from "../../engine/edits/sheet-notes";
import type { Worksheet } from "@univerjs/core";
import type { Desk } from "./desk";
import { type FollowCell, placeInWindow } from "./follow-cell";
import type { Grid } from "./grid";

interface NoteCommands {
  /** Opens the note of the active cell for editing, or a new one. */
  edit(): void;
  /** Deletes the note of the active cell. */
  remove(): void;
}

/** Shows the note of the hovered or selected cell beside it, and lets the user write it: with Shift+F2, as in Excel, or from the menu. */
export function showWrittenNotes({ api, injector }: Grid, desk: Desk, follow: FollowCell, page: Window = window): NoteCommands {
  const sheet = (): Worksheet | undefined => api.getActiveWorkbook()?.getActiveSheet().getSheet();
  const say = (text: string): void => desk.set({ notice: { kind: "said", text } });
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
    if (note?.isConversation) return say(`The comment of ${cell.address} is a conversation, and only shown here. Open the workbook in Excel to answer it.`);
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
    if (!noteOf(cell.row, cell.column)) return say(`${cell.address} has no note. Select a cell with a mark in its corner.`);
    setNote(injector, own, cell, undefined);
  };
  page.addEventListener(
    "keydown",
    (e) => {
      if (e.key !== "F2" || !e.shiftKey || e.ctrlKey || e.altKey || e.metaKey) return;
      if (!(e.target instanceof Element) || !(e.target === page.document.body || e.target.closest(".wb-grid"))) return;
      if (api.getActiveWorkbook()?.isCellEditing()) return;
      e.preventDefault();
      e.stopImmediatePropagation();
      edit();
    },
    true,
  );
  return { edit, remove };
}
