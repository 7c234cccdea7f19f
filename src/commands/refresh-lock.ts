import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { isRunning } from "./is-running";
import { draftsOf } from "./replace-file";

const lockOf = (book: string): string => path.join(path.dirname(book), `.${path.basename(book)}.refreshing`);

/** The process that holds the lock; undefined if it has ended without removing it. */
function holder(lock: string): number | undefined {
  let text: string;
  try {
    text = readFileSync(lock, "utf8");
  } catch {
    return undefined;
  }
  const pid = Number(text);
  return Number.isInteger(pid) && pid > 0 && isRunning(pid) ? pid : undefined;
}

/**
 * Takes the lock of a book, so that two refreshes do not write it at once: a file beside it with the number of the process. Removes the lock and the half
 * written files of a refresh that was killed. Returns a function that releases the lock, or the number of the process that holds it.
 */
export function lockBook(book: string): (() => void) | number {
  const lock = lockOf(book);
  for (let tries = 0; ; tries++) {
    try {
      const handle = openSync(lock, "wx");
      writeSync(handle, String(process.pid));
      closeSync(handle);
      break;
    } catch (e) {
      if ((e as NodeJS.ErrnoException).code !== "EEXIST") throw e;
      const pid = holder(lock);
      if (pid !== undefined || tries > 0) return pid ?? 0;
      rmSync(lock, { force: true });
    }
  }
  const folder = path.dirname(book);
  for (const name of readdirSync(folder)) if (draftsOf(book).test(name)) rmSync(path.join(folder, name), { force: true });
  return () => rmSync(lock, { force: true });
}
