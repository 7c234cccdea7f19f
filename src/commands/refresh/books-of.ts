import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { UsageError, type Io } from "../io";

/** The ending of a copy that a refresh makes beside a book. A folder does not stand for its copies. */
const COPY = /\.(?:bak|values|sheets)\.xls[xm]$/i;

/** The ending of a book's name. */
export const BOOK = /\.xls[xm]$/i;

/**
 * The full names of the books that these words name; a folder names the books in it, without copies that a refresh has made.
 *
 * @param times if the books are refreshed repeatedly, a folder may be empty: books may come
 * @throws UsageError for a word that names nothing, and for a folder without books.
 */
export function booksOf(words: readonly string[], io: Io, times: "once" | "repeated" = "once"): string[] {
  return words.flatMap((word) => {
    const named = path.resolve(io.cwd, word);
    const stat = statSync(named, { throwIfNoEntry: false });
    if (!stat) throw new UsageError(`There is no file ${word}. Relative names start from ${io.cwd}.`);
    if (!stat.isDirectory()) return [named];
    const books = readdirSync(named)
      .filter((name) => BOOK.test(name) && !COPY.test(name) && !name.startsWith("~$") && !name.startsWith("."))
      .sort();
    if (books.length === 0 && times === "once") throw new UsageError(`There is no .xlsx file in ${named}.`);
    return books.map((name) => path.join(named, name));
  });
}
