import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Lock } from "../../proof/lock";
import { lockText } from "../../proof/lock-text";
import { LockFault, readLock } from "../../proof/read-lock";
import { fileFault } from "../file-fault";
import { UsageError } from "../io";
import { replaceFile } from "../replace-file";
import { BOOK } from "./books-of";

/** The name of a book's lock: `book.lock.json` beside `book.xlsx`. */
export const lockFileOf = (book: string): string => `${book.replace(BOOK, "")}.lock.json`;

/** Writes a book's lock beside it. */
export const writeLock = (book: string, lock: Lock): void => replaceFile(lockFileOf(book), new TextEncoder().encode(lockText(lock)));

/**
 * Reads a lock.
 *
 * @param named what the message calls the file
 * @throws UsageError for a file that cannot be read or is no lock
 */
export function lockIn(file: string, named: string): Lock {
  try {
    return readLock(readFileSync(file, "utf8"));
  } catch (e) {
    if (e instanceof LockFault) throw new UsageError(`${named}: ${e.message}`);
    if ((e as NodeJS.ErrnoException).code === "ENOENT") throw new UsageError(`There is no file ${named}. A refresh with --lock writes it.`);
    const fault = fileFault(e);
    if (fault === undefined) throw e;
    throw new UsageError(`${fault}.`);
  }
}

/** The lock beside a book, or why it cannot be read. */
export interface FoundLock {
  readonly lock?: Lock;
  readonly trouble?: string;
}

/** Reads the lock beside a book; undefined if there is none. */
export function lockIfAny(book: string): FoundLock | undefined {
  const file = lockFileOf(book);
  if (!existsSync(file)) return undefined;
  try {
    return { lock: lockIn(file, path.basename(file)) };
  } catch (e) {
    if (!(e instanceof UsageError)) throw e;
    return { trouble: e.message };
  }
}

/**
 * Reads the lock beside a book.
 *
 * @param book its full name
 * @param named what the user calls the book
 * @throws UsageError for a book without a lock, and as `lockIn`
 */
export function lockBeside(book: string, named: string): { readonly name: string; readonly file: string; readonly lock: Lock } {
  const [name, file] = [lockFileOf(named), lockFileOf(book)];
  if (!existsSync(file)) throw new UsageError(`${named} has no lock: expected ${name} beside it. A refresh with --lock writes it.`);
  return { name, file, lock: lockIn(file, name) };
}
