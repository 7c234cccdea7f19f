import { copyFileSync, readFileSync } from "node:fs";
import { replaceFile } from "../replace-file";
import { BOOK } from "./books-of";
import type { Choices } from "./choices";
import { hashOf } from "./hash-of";

/** Writes a refreshed book, unless it is the same or only a trial. Returns a sentence if somebody else saved the book meanwhile; nothing is written then. */
export function writeBook(book: string, before: Uint8Array, after: Uint8Array, { out, backup, dryRun }: Choices): string | undefined {
  if (dryRun) return undefined;
  if (out !== undefined) {
    replaceFile(out, after);
    return undefined;
  }
  const was = hashOf(before);
  if (hashOf(after) === was) return undefined;
  if (hashOf(readFileSync(book)) !== was) return "It was saved by somebody else meanwhile, so nothing was written. Refresh it again.";
  if (backup)
    copyFileSync(
      book,
      book.replace(BOOK, (ending) => `.bak${ending}`),
    );
  replaceFile(book, after);
  return undefined;
}
