import fs, { existsSync, readFileSync } from "node:fs";
import { replaceFile, type Disk } from "../replace-file";
import { BOOK } from "./books-of";
import type { Choices } from "./choices";

/** The name of a copy beside a book: `NAME.bak.xlsx`. */
export const besideBook = (book: string, word: string): string => book.replace(BOOK, (ending) => `.${word}${ending}`);

/** Writes a refreshed book, unless it is the same or only a trial. Returns a sentence if somebody else saved the book meanwhile; nothing is written then. */
export function writeBookFile(
  book: string,
  before: Uint8Array,
  after: Uint8Array,
  { out, backup, dryRun }: Pick<Choices, "out" | "backup" | "dryRun">,
  disk: Disk = fs,
): string | undefined {
  if (dryRun) return undefined;
  if (out !== undefined) {
    const isNew = !existsSync(out);
    replaceFile(out, after, isNew ? book : out, disk);
    // The copy of a protected book is written again by the next refresh.
    if (isNew) disk.chmodSync(out, disk.statSync(out).mode | 0o200);
    return undefined;
  }
  const isSame = (bytes: Uint8Array): boolean => Buffer.compare(bytes, before) === 0;
  if (isSame(after)) return undefined;
  if (!isSame(readFileSync(book))) return "It was saved by somebody else meanwhile, so nothing was written. Refresh it again.";
  if (backup) replaceFile(besideBook(book, "bak"), before, book, disk);
  replaceFile(book, after, book, disk);
  return undefined;
}
