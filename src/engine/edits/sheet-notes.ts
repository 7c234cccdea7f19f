import { memoizedByObject } from "../../contract/memoized";
import { ICommandService, type Injector, type Workbook, type Worksheet } from "@univerjs/core";
import type { Area } from "../../workbook/areas";
import type { SheetNote } from "../../workbook/book";
import { placeOf } from "../../workbook/cell-reference";
import { storedFields } from "../book/book-data";
import { allMutations, ChangeFieldsCommand, fieldMutations, type Mutations, NO_MUTATIONS } from "./stored-fields";

/* Notes of cells. Univer's own package does not copy them with cells, gives a restored note an old text, and is for the mouse only. */

export const notesIn = (sheet: Worksheet): readonly SheetNote[] => storedFields(sheet.getConfig()).notes ?? [];

const byPlace = memoizedByObject((notes: readonly SheetNote[]) => new Map(notes.map((note) => [placeOf(note.row, note.column), note])));
/** The note of a cell. Each cell that is drawn needs it. */
export function noteAt(sheet: Worksheet, row: number, column: number): SheetNote | undefined {
  const notes = sheet.getConfig().custom?.notes as readonly SheetNote[] | undefined;
  return notes && notes.length > 0 ? byPlace(notes).get(placeOf(row, column)) : undefined;
}

export const inOrder = (notes: readonly SheetNote[]): SheetNote[] => [...notes].sort((a, b) => placeOf(a.row, a.column) - placeOf(b.row, b.column));
/** A note that is not in the file yet. A conversation is copied as a note with its messages. */
export const copied = ({ author, text }: SheetNote, { row, column }: { readonly row: number; readonly column: number }): SheetNote => ({
  row,
  column,
  author,
  text,
});

/** The mutations that make notes go with their cells when cells are inserted, deleted, cut and moved. Of two in a cell, the one that comes there replaces the other. */
export function movedNotes(workbook: Workbook, cell: (at: Area) => Area | undefined, removed: string | undefined): Mutations {
  const sheets = workbook.getSheets().filter((sheet) => sheet.getSheetId() !== removed);
  if (!sheets.some((sheet) => notesIn(sheet).length > 0)) return NO_MUTATIONS;
  const after = new Map<Worksheet, SheetNote[]>(sheets.map((sheet) => [sheet, []]));
  for (const sheet of sheets)
    for (const note of notesIn(sheet)) {
      const to = cell({ sheet: sheet.getName(), row: note.row, column: note.column, rows: 1, columns: 1 });
      // A sheet that is renamed has its former name until then.
      const home = to && (to.sheet === sheet.getName() ? sheet : (workbook.getSheetBySheetName(to.sheet) ?? sheet));
      if (to && home) after.get(home)?.push(home === sheet ? { ...note, row: to.row, column: to.column } : copied(note, to));
    }
  return allMutations([...after].map(([sheet, notes]) => fieldMutations(sheet, { notes: inOrder(notes) })));
}

/** The mutations that give the rows of a sort their notes: each row of `rows` gets those of the row with the same number in `sources`. */
export function sortedNotes(sheet: Worksheet, rows: readonly number[], sources: readonly number[], isSorted: (column: number) => boolean): Mutations {
  const target = new Map(sources.map((source, i) => [source, rows[i]!]));
  return fieldMutations(sheet, {
    notes: inOrder(notesIn(sheet).map((note) => (isSorted(note.column) ? { ...note, row: target.get(note.row) ?? note.row } : note))),
  });
}

/** Gives a cell a note with this text, or takes its note away: one step to undo. */
export function setNote(injector: Injector, sheet: Worksheet, at: { readonly row: number; readonly column: number }, text: string | undefined): void {
  const old = noteAt(sheet, at.row, at.column);
  const others = notesIn(sheet).filter((note) => note !== old);
  const notes = text === undefined ? others : inOrder([...others, { author: "", ...old, row: at.row, column: at.column, text }]);
  void injector
    .get(ICommandService)
    .syncExecuteCommand(ChangeFieldsCommand.id, { unitId: sheet.getUnitId(), subUnitId: sheet.getSheetId(), fields: { notes } });
}
