import fs, { constants, existsSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { accessFault } from "../io";
import { type Disk, draftOf, removeDrafts, replaceFile } from "../replace-file";
import { isRunning } from "../running";
import { BOOK } from "./books-of";
import type { Choices } from "./choices";
import { lockFileOf } from "./lock-file";
import { excelMark, isOpenInExcel } from "./saved-books";

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

const markOf = (book: string): string => path.join(path.dirname(book), `.${path.basename(book)}.refreshing`);
const codeOf = (e: unknown): string | undefined => (e as NodeJS.ErrnoException).code;

/** The process that refreshes the book; undefined if it has ended without removing its mark. */
function holder(mark: string): number | undefined {
  let text: string;
  try {
    text = readFileSync(mark, "utf8");
  } catch {
    return undefined;
  }
  const pid = Number(text);
  return Number.isInteger(pid) && pid > 0 && isRunning(pid) ? pid : undefined;
}

/** Creates a mark with the number of this process in it; false if there is one already. */
function create(mark: string, book: string): boolean {
  const draft = draftOf(book);
  try {
    // A mark has its content from the first moment, so that nobody takes a new one for one that was left.
    writeFileSync(draft, String(process.pid));
    linkSync(draft, mark);
    return true;
  } catch (e) {
    if (codeOf(e) === "EEXIST") return false;
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"].includes(codeOf(e) ?? "")) throw Object.assign(e as NodeJS.ErrnoException, { path: book });
  } finally {
    rmSync(draft, { force: true });
  }
  // Some disks have no links.
  try {
    writeFileSync(mark, String(process.pid), { flag: "wx" });
    return true;
  } catch (e) {
    if (codeOf(e) === "EEXIST") return false;
    throw e;
  }
}

/**
 * Marks a book as being refreshed, so that two refreshes do not write it at once: a file beside it with the number of the process. Removes the mark and the half
 * written files of a refresh that was killed: book, backup and lock. Returns a function that removes the mark, or the number of the process that refreshes the book. The mark is also
 * removed if this process exits before that.
 *
 * @throws the file system's error, with the book as its path
 */
export function holdBook(book: string): (() => void) | number {
  const mark = markOf(book);
  if (!create(mark, book)) {
    const pid = holder(mark);
    if (pid !== undefined) return pid;
    rmSync(mark, { force: true });
    if (!create(mark, book)) return holder(mark) ?? 0;
  }
  for (const file of [book, besideBook(book, "bak"), lockFileOf(book)]) removeDrafts(file);
  const remove = (): void => rmSync(mark, { force: true });
  process.once("exit", remove);
  return () => {
    process.off("exit", remove);
    remove();
  };
}

const ELSEWHERE = "or write the refreshed book elsewhere with --out";

/** Why a file cannot be replaced, in a sentence; undefined if it can, or does not exist. */
function notReplaceable(file: string, what: string): string | undefined {
  const folder = path.dirname(file);
  const code = accessFault(folder, constants.W_OK);
  if (code === "EROFS") return `The disk with ${folder} is read-only. Mount it for writing, ${ELSEWHERE}.`;
  if (code !== undefined) return `This user may not write into ${folder}. Refresh it as the owner of the folder, ${ELSEWHERE}.`;
  const stat = statSync(file, { throwIfNoEntry: false });
  // The superuser may write any file. One that nobody may write is protected on purpose.
  if (stat && (stat.mode & 0o222) === 0) return `${what} is read-only. Make it writable, ${ELSEWHERE}.`;
  if (stat && accessFault(file, constants.W_OK) !== undefined)
    return `This user may not write ${what === "It" ? "it" : what}. Refresh it as its owner, ${ELSEWHERE}.`;
  return undefined;
}

/**
 * Why a book cannot be refreshed now, in a sentence; undefined if it can. Known before the service is asked.
 *
 * @param out the file that is written instead of the book, if any
 * @param writes false for a trial
 */
export function bookTrouble(book: string, out: string | undefined, writes: boolean): string | undefined {
  if (isOpenInExcel(book)) return `It is open in Excel. Close it there, and refresh again. If Excel is not open, remove the file ${excelMark(book)}.`;
  if (accessFault(book, constants.R_OK) !== undefined) return "This user may not read it. Refresh it as its owner, or get permission to read it.";
  if (!writes) return undefined;
  return out === undefined ? notReplaceable(book, "It") : notReplaceable(out, out);
}
