import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isRunning } from "../is-running";
import { draftOf, removeDrafts } from "../replace-file";
import { lockFileOf } from "./lock-file";
import { besideBook } from "./write-book";

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
