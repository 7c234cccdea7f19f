import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { CellChange } from "../../../proof/diff-locks";
import type { Lock } from "../../../proof/lock";
import { sha256Of } from "../../../service/store/archive";
import { type Io, UsageError } from "../../io";
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

/** Two locks and how their cells differ. */
export interface Compared {
  readonly before: NamedLock;
  readonly after: NamedLock;
  readonly changes: readonly CellChange[];
  /** Remarks on the locks themselves, in sentences. */
  readonly notes: readonly string[];
}

/** The number of answers in a lock that are sample data. */
const samples = ({ lock }: NamedLock): number => Object.values(lock.questions).filter(({ sample }) => sample).length;

/** A lock in a few words, by name: moment, version and so on. */
export function factsOfLock(named: NamedLock): readonly (readonly [name: string, value: string])[] {
  const { service, book, cells, questions } = named.lock;
  return [
    ["Lock", named.name],
    ["Moment", service.moment],
    ...(service.as_of === undefined ? [] : ([["As of", service.as_of]] as const)),
    ["Cells", String(Object.keys(cells).length)],
    ["Questions", `${Object.keys(questions).length}, ${samples(named)} with sample data`],
    ["Import log", `entry ${service.import_position}`],
    ["Service", service.version],
    ["Book's SHA-256", book.after],
  ];
}

/** Remarks on the locks: their order, and books that were saved since. */
export function notesOn(before: NamedLock, after: NamedLock): string[] {
  return [
    ...[before, after].flatMap(({ name, bookChanged }) =>
      bookChanged ? [`The book of ${name} was saved after its lock was written. This compares the locks, not the book.`] : [],
    ),
    ...(Date.parse(after.lock.service.moment) < Date.parse(before.lock.service.moment)
      ? [`${after.name} is older than ${before.name}. Put the older one first to see what changed since.`]
      : []),
  ];
}
