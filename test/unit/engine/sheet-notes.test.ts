import type { SheetNote } from "../../../src/workbook/book";
import { cellIn } from "../../../src/workbook/cell-reference";
import { columnName } from "../../../src/workbook/cell-address";
import { bookOf } from "../../conformance/book-of";
import { calculated, gridRange, openedBooks } from "./edited-book";

const openedBook = openedBooks();

const note = (address: string, id: number, more: Partial<SheetNote> = {}): SheetNote => ({ ...cellIn(address)!, author: "A", text: address, id, ...more });

/** Two sheets; the first has notes in A1, B2 and C3, of which the last is a conversation, the second one in A1. Notes are shown as `place:text`, with `*` if their file does not have them. */
async function open() {
  const plain = bookOf({ S: { A1: 1, B2: "=A1", C3: 3 }, T: { A1: 1 } }, []);
  const notes = [[note("A1", 0), note("B2", 1), note("C3", 2, { isConversation: true })], [note("A1", 0, { text: "t" })]];
  const book = await openedBook({ ...plain, sheets: plain.sheets.map((sheet, i) => ({ ...sheet, notes: notes[i]! })) });
  return {
    run: async (command: string, params: object = {}) => {
      expect(await book.run(command, params)).toBe(true);
      await calculated(book.settled());
    },
    id: book.id,
    notes: () =>
      Object.fromEntries(
        book
          .book()
          .sheets.map(({ name, notes: all = [] }) => [
            name,
            all
              .map(
                ({ row, column, text, id, isConversation }) =>
                  `${columnName(column)}${row + 1}:${text}${id === undefined ? "*" : ""}${isConversation ? "?" : ""}`,
              )
              .join(" "),
          ]),
      ),
  };
}
const START = { S: "A1:A1 B2:B2 C3:C3?", T: "A1:t" };

/** An edit, and the notes of both sheets after it. */
const EDITS: readonly (readonly [name: string, command: string, params: (id: (sheet: string) => string) => object, after: Record<string, string>])[] = [
  ["inserted rows", "insert-row", (id) => ({ subUnitId: id("S"), range: gridRange("A2:C3"), direction: 3 }), { ...START, S: "A1:A1 B4:B2 C5:C3?" }],
  ["deleted columns", "remove-col", () => ({ range: gridRange("B1:B9") }), { ...START, S: "A1:A1 B3:C3?" }],
  ["cells that are cut over others", "move-range", () => ({ fromRange: gridRange("A1"), toRange: gridRange("B2") }), { ...START, S: "B2:A1 C3:C3?" }],
  [
    "cells that are cut to another sheet",
    "move-range",
    (id) => ({ fromSubUnitId: id("S"), toSubUnitId: id("T"), fromRange: gridRange("A1:C3"), toRange: gridRange("A1:C3") }),
    { S: "", T: "A1:A1* B2:B2* C3:C3*" },
  ],
  ["inserted cells", "insert-range-move-right", () => ({ range: gridRange("A2:B2") }), { ...START, S: "A1:A1 D2:B2 C3:C3?" }],
  ["deleted cells", "delete-range-move-up", () => ({ range: gridRange("A1:A2") }), { ...START, S: "B2:B2 C3:C3?" }],
  ["a renamed sheet", "set-worksheet-name", (id) => ({ subUnitId: id("S"), name: "R" }), { R: START.S, T: START.T }],
  ["a deleted sheet", "remove-sheet", (id) => ({ subUnitId: id("S") }), { T: START.T }],
  [
    "a copied sheet, whose conversations are notes",
    "copy-sheet",
    (id) => ({ subUnitId: id("S") }),
    { S: START.S, "S (2)": "A1:A1* B2:B2* C3:C3*", T: START.T },
  ],
];

test.each(EDITS)("notes go with %s, and an undo restores them", async (_, command, params, after) => {
  const book = await open();
  expect(book.notes()).toEqual(START);
  await book.run(`sheet.command.${command}`, params(book.id));
  expect(book.notes()).toEqual(after);
  await book.run("univer.command.undo");
  expect(book.notes()).toEqual(START);
  await book.run("univer.command.redo");
  expect(book.notes()).toEqual(after);
});
