import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { Lock } from "../../../proof/lock";
import { sha256Of } from "../../../service/store/archive";
import { UsageError, type Io } from "../../io";
import { BOOK } from "../books-of";
import { lockBeside, lockIn } from "../lock-file";

/** A lock that was named on the command line, itself or by its book. */
export interface NamedLock {
  /** The name of its file, as messages call it. */
  readonly name: string;
  readonly lock: Lock;
  /** True if it was named by its book, and the book was saved after the lock was written. */
  readonly bookChanged: boolean;
}

function namedLock(word: string, io: Io): NamedLock & { readonly file: string } {
  const named = path.resolve(io.cwd, word);
  if (!BOOK.test(word)) return { name: word, file: named, lock: lockIn(named, word), bookChanged: false };
  if (!statSync(named, { throwIfNoEntry: false })?.isFile()) throw new UsageError(`There is no file ${word}. Relative names start from ${io.cwd}.`);
  const { name, file, lock } = lockBeside(named, word);
  return { name, file, lock, bookChanged: sha256Of(readFileSync(named)) !== lock.book.after };
}

/**
 * Reads the two locks that these words name: locks, or books next to their locks.
 *
 * @throws UsageError for a lock that is missing or cannot be read, and for the same file twice
 */
export function lockPair(first: string, second: string, io: Io): readonly [NamedLock, NamedLock] {
  const [a, b] = [namedLock(first, io), namedLock(second, io)];
  const [x, y] = [statSync(a.file), statSync(b.file)];
  if (x.dev === y.dev && x.ino === y.ino)
    throw new UsageError(`${first} and ${second} are the same lock. Name two: copy the first one before you refresh, or take it from version control.`);
  return [a, b];
}
