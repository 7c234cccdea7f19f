import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { isRunning } from "../is-running";
import { draftsOf } from "../replace-file";

const markOf = (book: string): string => path.join(path.dirname(book), `.${path.basename(book)}.refreshing`);

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

/**
 * Marks a book as being refreshed, so that two refreshes do not write it at once: a file beside it with the number of the process. Removes the mark and the half
 * written files of a refresh that was killed. Returns a function that removes the mark, or the number of the process that refreshes the book. The mark is also
 * removed if this process exits before that.
 */
export function holdBook(book: string): (() => void) | number {
  const mark = markOf(book);
  for (let tries = 0; ; tries++) {
    try {
      const handle = openSync(mark, "wx");
      writeSync(handle, String(process.pid));
      closeSync(handle);
      break;
    } catch (e) {
      if ((e as NodeJS.ErrnoException).code !== "EEXIST") throw e;
      const pid = holder(mark);
      if (pid !== undefined || tries > 0) return pid ?? 0;
      rmSync(mark, { force: true });
    }
  }
  const folder = path.dirname(book);
  for (const name of readdirSync(folder)) if (draftsOf(book).test(name)) rmSync(path.join(folder, name), { force: true });
  const remove = (): void => rmSync(mark, { force: true });
  process.once("exit", remove);
  return () => {
    process.off("exit", remove);
    remove();
  };
}
