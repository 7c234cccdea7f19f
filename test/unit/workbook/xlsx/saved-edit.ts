import { strFromU8, unzipSync } from "fflate";
import { openedBook } from "../../../../src/engine/book/opened-book";
import type { Book, BookSheet } from "../../../../src/workbook/book";
import { readBook } from "../../../../src/workbook/xlsx/read/read-book";
import type { EditedBook } from "../../../../src/workbook/xlsx/save/edited-book";
import { savedBook } from "../../../../src/workbook/xlsx/save/save-book";
import { newlyBroken } from "../../../lossless/invariants";

export const textsOf = (file: Uint8Array): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(file)).map(([name, bytes]) => [name, strFromU8(bytes)]));
export const open = (file: Uint8Array) => ({ file, book: openedBook(readBook(file)) });

/** Saves a file after an edit of its book, and returns the parts, the book that is read from it, and what was lost. */
export function saved(file: Uint8Array, edit: (book: Book) => Book | EditedBook, trusts: (formula: string) => boolean = () => true) {
  const opened = open(file);
  const changed = edit(opened.book);
  const now =
    "book" in changed ? changed : { book: changed, origins: changed.sheets.map(({ name }, i) => (opened.book.sheets[i]?.name === name ? i : undefined)) };
  const result = savedBook(opened, now, { trusts });
  expect(newlyBroken(file, result.file, true)).toEqual([]);
  return { ...result, texts: textsOf(result.file), before: textsOf(file), read: readBook(result.file) };
}
export const changedParts = ({ texts, before }: ReturnType<typeof saved>): string[] =>
  [...new Set([...Object.keys(texts), ...Object.keys(before)])].filter((name) => texts[name] !== before[name]).sort();
export const withSheet = (book: Book, index: number, change: (sheet: BookSheet) => Partial<BookSheet>): Book => ({
  ...book,
  sheets: book.sheets.map((sheet, i) => (i === index ? { ...sheet, ...change(sheet) } : sheet)),
});
