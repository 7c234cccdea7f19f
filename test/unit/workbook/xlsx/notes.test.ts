import { readFileSync } from "node:fs";
import type { Book, SheetNote } from "../../../../src/workbook/book";
import { readBook } from "../../../../src/workbook/xlsx/read/read-book";
import type { EditedBook } from "../../../../src/workbook/xlsx/save/edited-book";
import { writeBook } from "../../../../src/workbook/xlsx/write-book";
import { afterEdits, editedBook, withCopy } from "../../../lossless/edit-sheets";
import { changedParts, open, saved, textsOf, withSheet } from "./saved-edit";
import { ANN, BOLD, box, CELLS, CHECK_BOX, COMMENTS, file, MESSAGES, PARTS, PLAIN, SHEET, THREAD, TYPES, vml, VML } from "./notes-file";
import { smallFile } from "./small-file";
import { grid } from "../../../grid";
import { editsOf } from "../book-edits";

const BOOK = file();
const notesOf = (book: Book, sheet = 0): readonly SheetNote[] => book.sheets[sheet]!.notes ?? [];
const withNotes = (book: Book, change: (notes: readonly SheetNote[]) => readonly SheetNote[]): Book =>
  withSheet(book, 0, ({ notes = [] }) => ({ notes: change(notes) }));
/** A text without this part of it, which it has once. */
function without(text: string, part: string): string {
  expect(text.split(part)).toHaveLength(2);
  return text.replace(part, "");
}

test("notes are read with their authors, and a conversation with all its messages", () => {
  expect(notesOf(readBook(BOOK))).toEqual([
    { row: 1, column: 0, author: "Ann", text: "Ann:\nfrom the 10-K & p. 4", id: 0 },
    { row: 2, column: 1, author: "Bob", text: "plain", id: 1 },
    { row: 3, column: 2, author: "", text: "Ann Lee: Right?\nBob: Yes.", id: 2, isConversation: true },
  ]);
  expect(readBook(BOOK).leftOut).toBeUndefined();
  expect(saved(BOOK, (book) => book).file).toBe(BOOK);
});

test("notes that cannot be read stay in the file and are said to be left out", () => {
  for (const notes of [
    PARTS[COMMENTS]!.replace('ref="B3"', 'ref="A2"'),
    PARTS[COMMENTS]!.replace('ref="B3"', 'ref="B3:C3"'),
    "<comments",
    PARTS[COMMENTS]!.replace("A2", "?"),
  ]) {
    const book = readBook(file({ [COMMENTS]: notes }));
    expect(notesOf(book)).toEqual([]);
    expect(book.leftOut).toEqual(["1 sheet with notes", "1 sheet with comments"]);
  }
});

test("an edited note changes alone, and keeps the formats of the text that stays", () => {
  const result = saved(BOOK, (book) => withNotes(book, (all) => all.map((note) => (note.id === 0 ? { ...note, text: "Ann:\nfrom the 10-Q <p. 4>" } : note))));
  expect(changedParts(result)).toEqual([COMMENTS]);
  expect(result.texts[COMMENTS]).toBe(
    result.before[COMMENTS]!.replace(
      ANN,
      `<comment ref="A2" authorId="1" shapeId="0"><text><r>${BOLD}<t xml:space="preserve">Ann:</t></r><r><t xml:space="preserve">\nfrom the 10-Q &lt;p. 4&gt;</t></r></text></comment>`,
    ),
  );
});

test("an edit between formats goes to the text before it, also with characters of two units, and an emptied note stays", () => {
  const edit = (text: string) => saved(BOOK, (book) => withNotes(book, (all) => all.map((note) => (note.id === 0 ? { ...note, text } : note))));
  for (const text of ["", "😀", "Ann: 😀\nfrom the 10-K & p. 4", "Ann", "x", "Ann:\nfrom the 10-K & p. 44"]) {
    const { read, texts } = edit(text);
    expect(notesOf(read)[0]!.text).toBe(text);
    expect(texts[COMMENTS]).toContain(PLAIN);
  }
  expect(edit("Ann Lee:\nfrom the 10-K & p. 4").texts[COMMENTS]).toContain(`<r>${BOLD}<t xml:space="preserve">Ann Lee:</t></r>`);
});

test("of a deleted note neither text nor box is left, and of a deleted conversation no message", () => {
  const one = saved(BOOK, (book) => withNotes(book, (all) => all.filter(({ id }) => id !== 1)));
  expect(changedParts(one)).toEqual([COMMENTS, VML]);
  expect(one.texts[COMMENTS]).toBe(without(one.before[COMMENTS]!, PLAIN));
  expect(one.texts[VML]).toBe(without(one.before[VML]!, box(1027, 2, 1)));
  const all = saved(BOOK, (book) => withNotes(book, () => []));
  expect(changedParts(all)).toEqual(
    [TYPES, COMMENTS, VML, "xl/threadedComments/threadedComment1.xml", "xl/worksheets/_rels/sheet1.xml.rels"].sort().filter((name) => name !== TYPES),
  );
  expect(all.texts[COMMENTS]).toBeUndefined();
  expect(all.texts[MESSAGES]).toBeUndefined();
  expect(all.texts[VML]).toBe(vml(CHECK_BOX));
  expect(all.texts[SHEET]).toBe(all.before[SHEET]);
});

test("the last note takes the drawing of the notes with it", () => {
  const { texts, read } = saved(file({ [VML]: vml(box(1026, 1, 0)) }), (book) => withNotes(book, () => []));
  expect(texts[VML]).toBeUndefined();
  expect(texts[SHEET]).not.toContain("legacyDrawing");
  expect(read.sheets[0]!.notes).toBeUndefined();
});

test("a new note gets a box of its own, beside the others and in a file without notes", () => {
  const note: SheetNote = { row: 0, column: 4, author: "", text: "new\n<line>" };
  const beside = saved(BOOK, (book) => withNotes(book, (all) => [...all, note]));
  expect(changedParts(beside)).toEqual([COMMENTS, VML]);
  const added = `<comment ref="E1" authorId="3"><text><t xml:space="preserve">new\n&lt;line&gt;</t></text></comment>`;
  expect(without(without(beside.texts[COMMENTS]!, added), "<author></author>")).toBe(beside.before[COMMENTS]);
  expect(beside.texts[VML]).toContain('<v:shape id="_x0000_s1029"');
  expect(beside.texts[VML]).toContain('<v:shapetype id="_x0000_t202"');
  expect(beside.texts[VML]).toContain("<x:Row>0</x:Row><x:Column>4</x:Column>");
  expect(notesOf(beside.read)).toHaveLength(4);

  const plain = smallFile({ sheets: { S: CELLS } });
  const first = saved(plain, (book) => withNotes(book, () => [note]));
  expect(first.texts[SHEET]).toMatch(/<legacyDrawing xmlns:r="[^"]*" r:id="rId2"\/><\/worksheet>$/);
  expect(first.texts[TYPES]).toContain('PartName="/xl/drawings/vmlDrawing1.vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"');
  expect(notesOf(first.read)).toEqual([{ ...note, id: 0 }]);
  const second = saved(first.file, (book) => withNotes(book, (all) => [...all, { ...note, row: 7 }]));
  expect(changedParts(second)).toEqual([COMMENTS, VML]);
  expect([...second.texts[VML]!.matchAll(/_x0000_s(\d+)/g)].map((m) => m[1])).toEqual(["1025", "1026"]);
});

test("notes on two sheets have boxes with different numbers", () => {
  const result = saved(BOOK, (book) => withSheet(book, 1, () => ({ notes: [{ row: 0, column: 0, author: "Ann", text: "t" }] })));
  expect(result.texts["xl/drawings/vmlDrawing2.vml"]).toContain('data="2"');
  expect(result.texts["xl/drawings/vmlDrawing1.vml"]).toContain('id="_x0000_s1025"');
  expect(notesOf(result.read, 1)).toEqual([{ row: 0, column: 0, author: "Ann", text: "t", id: 0 }]);
});

test("a note that was moved to another cell keeps its formats, its box and its conversation", () => {
  const places = new Map([
    [0, { row: 2, column: 1 }],
    [1, { row: 1, column: 0 }],
    [2, { row: 9, column: 5 }],
  ]);
  const { texts, before } = saved(BOOK, (book) => withNotes(book, (all) => all.map((note) => ({ ...note, ...places.get(note.id!)! }))));
  expect(texts[COMMENTS]).toBe(
    before[COMMENTS]!.replace(ANN, ANN.replace("A2", "B3")).replace(PLAIN, PLAIN.replace("B3", "A2")).replace(THREAD, THREAD.replace("C4", "F10")),
  );
  expect(texts[MESSAGES]).toBe(before[MESSAGES]!.replaceAll('ref="C4"', 'ref="F10"'));
  expect(texts[VML]).toBe(vml(`${CHECK_BOX}${box(1026, 2, 1)}${box(1027, 1, 0)}${box(1028, 9, 5)}`));
});

test("notes go with inserted, deleted and moved rows and columns", () => {
  const edit =
    (edits: Parameters<typeof editedBook>[3]) =>
    (book: Book): EditedBook =>
      editedBook(book, 0, "S", edits);
  const inserted = saved(BOOK, edit([{ kind: "insert", along: "rows", at: 1, count: 2 }]));
  expect(notesOf(inserted.read).map(({ row }) => row)).toEqual([3, 4, 5]);
  const removed = saved(BOOK, edit([{ kind: "remove", along: "rows", at: 2, count: 1 }]));
  expect(notesOf(removed.read).map(({ row, column }) => [row, column])).toEqual(grid(2, 1, 0, 2, 2));
  expect(removed.texts[VML]).not.toContain("_x0000_s1027");
  const both = saved(BOOK, (book) => {
    const now = edit([{ kind: "insert", along: "columns", at: 0, count: 1 }])(book);
    return { ...now, book: withNotes(now.book, (all) => all.filter(({ id }) => id !== 0)) };
  });
  expect(notesOf(both.read).map(({ row, column }) => [row, column])).toEqual(grid(2, 2, 2, 3, 3));
});

test("the copy of a sheet has its notes, and a conversation as a note", () => {
  const { read } = saved(BOOK, (book) => ({ book: { ...book, sheets: [...book.sheets, { ...book.sheets[0]!, name: "S (2)" }] }, origins: [0, 1, undefined] }));
  expect(notesOf(read, 0)).toEqual(notesOf(readBook(BOOK)));
  expect(notesOf(read, 2).map(({ author, text }) => [author, text])).toEqual(
    grid(2, "Ann", "Ann:\nfrom the 10-K & p. 4", "Bob", "plain", "", "Ann Lee: Right?\nBob: Yes."),
  );
});

/** Notes as the grid has them on other sheets: none is in the file, and a conversation is a note. */
const asCopies = (notes: readonly SheetNote[]): SheetNote[] => notes.map(({ row, column, author, text }) => ({ row, column, author, text }));

test("the copy of a sheet of the file has each note once, with its formats, and an edited one with its new text", () => {
  const copy = (change: (notes: readonly SheetNote[]) => readonly SheetNote[]) =>
    saved(BOOK, (book) => {
      const now = withCopy(book, "S (2)");
      const sheets = now.book.sheets.map((sheet, i) => (i < 2 ? sheet : { ...sheet, notes: change(asCopies(sheet.notes ?? [])) }));
      return { ...now, book: { ...now.book, sheets } };
    });
  const { texts, read, lost } = copy((notes) => notes);
  const copied = texts["xl/comments2.xml"]!;
  expect(copied.match(/<comment /g)).toHaveLength(3);
  expect([copied.includes(ANN), copied.includes(PLAIN), copied.includes("[Threaded comment]")]).toEqual([true, true, false]);
  expect(notesOf(read, 2).map(({ text }) => text)).toEqual(["Ann:\nfrom the 10-K & p. 4", "plain", "Ann Lee: Right?\nBob: Yes."]);
  expect(texts["xl/drawings/vmlDrawing2.vml"]!.match(/ObjectType="Note"/g)).toHaveLength(3);
  expect(lost).toEqual(["S (2) is saved without these parts of S, from which it was copied: threads of comments."]);
  const edited = copy(([first, second]) => [{ ...first!, text: "new" }, second!]);
  expect(notesOf(edited.read, 2).map(({ text }) => text)).toEqual(["new", "plain"]);
  expect(notesOf(edited.read)).toEqual(notesOf(readBook(BOOK)));
});

test("notes go with cut cells, also to another sheet, and a note that cells are pasted over is gone", () => {
  const { move: cut } = editsOf("S");
  const within = saved(BOOK, (book) => afterEdits(book, [cut("A1:A2", "C3")]));
  expect(within.texts[COMMENTS]).toBe(within.before[COMMENTS]!.replace(ANN, ANN.replace("A2", "C4")).replace(THREAD, ""));
  expect(within.texts[VML]).toBe(vml(`${CHECK_BOX}${box(1026, 3, 2)}${box(1027, 2, 1)}`));
  expect(within.lost).toEqual([]);
  const away = saved(BOOK, (book) => {
    const now = afterEdits(book, [cut("A1:B2", "A1", "T")]);
    return { ...now, book: withSheet(now.book, 1, () => ({ notes: asCopies(notesOf(book).slice(0, 1)) })) };
  });
  expect(notesOf(away.read).map(({ row, column }) => [row, column])).toEqual(grid(2, 2, 1, 3, 2));
  expect(notesOf(away.read, 1)).toMatchObject([{ row: 1, column: 0, author: "Ann", text: "Ann:\nfrom the 10-K & p. 4" }]);
  expect(away.lost).toEqual([]);
});

test("a book that is written anew has its notes", () => {
  const notes: readonly SheetNote[] = [
    { row: 0, column: 0, author: "Ann", text: "one" },
    { row: 1, column: 1, author: "", text: "a long one ".repeat(30) },
  ];
  const book: Book = {
    sheets: [
      { name: "A", cells: [] },
      { name: "B", cells: [{ row: 0, column: 0, value: 1 }], notes },
    ],
    active: 0,
    names: [],
    settings: {},
  };
  const written = writeBook(book);
  expect(notesOf(readBook(written), 1)).toEqual(notes.map((note, id) => ({ ...note, id })));
  expect(saved(written, (same) => same).lost).toEqual([]);
  expect(textsOf(written)["xl/drawings/vmlDrawing1.vml"]).toContain('id="_x0000_s1025"');
});

test("a workbook of Excel keeps its conversation and its notes byte for byte when a cell is edited", () => {
  const analyst = "../shared/data/workbooks/analyst.xlsx";
  const bytes = new Uint8Array(readFileSync(analyst));
  const { book } = open(bytes);
  expect(book.sheets.flatMap(({ notes = [] }) => notes.map(({ text, isConversation }) => [text, isConversation]))).toEqual(
    grid(2, "Ann: Threaded!", true, "second", undefined),
  );
});
