import { createHash } from "node:crypto";
import { copyFileSync, existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { counted } from "../contract/counted";
import { groupedBy } from "../contract/lists";
import { createClient } from "../core/client";
import { refreshBook, type Kept, type Refreshed } from "../hosts/refresh/refresh-book";
import { isError, type CellValue } from "../workbook/cell";
import { FileRefusal } from "../workbook/xlsx/file-refusal";
import { answeringService, type Source } from "./answering-service";
import { fileFault } from "./file-fault";
import { UsageError, type Io } from "./io";
import { nodeHost } from "./node-host";
import { parseOptions } from "./options";
import { lockBook } from "./refresh-lock";
import { replaceFile } from "./replace-file";
import { terminalWords } from "./terminal-words";

const HELP = `Refreshes the SERVICE cells of .xlsx files and what depends on them, without Excel.

  npm run -s refresh -- book.xlsx [more.xlsx | folder] …

Only values change; every other byte of a file stays. A formula whose result is not certain keeps its value and is listed.

  --out FILE      writes the refreshed book to FILE; the book itself stays (one book)
  --backup        copies each book to NAME.bak.xlsx before it is replaced
  --dry-run       says what would change; writes nothing
  --keep-going    writes the values that were answered, also if some were not; those keep their old value
  --data DIR      the embedded service's folder; default: SERVICE_DATA, else .service
  --url URL       refreshes from another service; set its key in SERVICE_API_KEY

Exit status: 0 refreshed or nothing to do, 1 a book was refused or not answered in full, 2 wrong command line.`;

/** Cells that a line names before it counts. */
const NAMED = 5;
const BOOK = /\.xls[xm]$/i;

/** The books that these words name; a folder names those in it. */
function booksOf(words: readonly string[], io: Io): string[] {
  return words.flatMap((word) => {
    const named = path.resolve(io.cwd, word);
    const stat = statSync(named, { throwIfNoEntry: false });
    if (!stat) throw new UsageError(`There is no file ${word}. Relative names start from ${io.cwd}.`);
    if (!stat.isDirectory()) return [named];
    const books = readdirSync(named)
      .filter((name) => BOOK.test(name) && !name.startsWith("~$") && !name.startsWith("."))
      .sort();
    if (books.length === 0) throw new UsageError(`There is no .xlsx file in ${word}.`);
    return books.map((name) => path.join(named, name));
  });
}

/** "Model!B2 keeps its value." or "Model!B2, Model!B3 and 7 more keep their values." */
function placesOf(kept: readonly Kept[]): string {
  const named = kept.slice(0, NAMED).map(({ where }) => where);
  const more = kept.length - named.length;
  if (more > 0) return `${named.join(", ")} and ${more} more keep their values.`;
  return kept.length === 1 ? `${named[0]} keeps its value.` : `${named.slice(0, -1).join(", ")} and ${named.at(-1)} keep their values.`;
}

const shown = (value: CellValue): string => (value === null ? "(empty)" : isError(value) ? value.error : String(value));
const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Why a book cannot be refreshed now, in a sentence; undefined if it can. */
function inUse(book: string): string | undefined {
  if (existsSync(path.join(path.dirname(book), `~$${path.basename(book)}`)))
    return "It is open in Excel. Close it there, and refresh again. If Excel is not open, remove the file ~$" + path.basename(book) + ".";
  return undefined;
}

interface Choices {
  readonly out: string | undefined;
  readonly backup: boolean;
  readonly dryRun: boolean;
  readonly keepGoing: boolean;
}

/** Writes a refreshed book. Returns a sentence if the book was replaced by somebody else meanwhile. */
function write(book: string, before: Uint8Array, { file, changed }: Refreshed, { out, backup, dryRun }: Choices): string | undefined {
  if (dryRun) return undefined;
  if (out !== undefined) {
    replaceFile(out, file);
    return undefined;
  }
  if (changed.length === 0) return undefined;
  if (hashOf(readFileSync(book)) !== hashOf(before)) return "It was saved by somebody else meanwhile, so nothing was written. Refresh it again.";
  if (backup)
    copyFileSync(
      book,
      book.replace(BOOK, (ending) => `.bak${ending}`),
    );
  replaceFile(book, file);
  return undefined;
}

/** `npm run -s refresh`: refreshes books in place. */
export async function refresh(argv: string[], io: Io): Promise<number> {
  const { values, positionals } = parseOptions("refresh", argv);
  if (values.help || positionals.length === 0) {
    (values.help ? io.out : io.err)(HELP);
    return values.help ? 0 : 2;
  }
  const books = booksOf(positionals, io);
  if (values.out !== undefined && books.length !== 1) throw new UsageError(`--out: expected one book, got ${books.length}. Refresh them one by one.`);
  const choices: Choices = {
    out: values.out === undefined ? undefined : path.resolve(io.cwd, values.out),
    backup: values.backup ?? false,
    dryRun: values["dry-run"] ?? false,
    keepGoing: values["keep-going"] ?? false,
  };
  const source = await answeringService(values, io);
  let refused = 0;
  try {
    for (const named of books) {
      const name = path.relative(io.cwd, named) || named;
      const why = await refreshOne(realpathSync(named), name, source, choices, io);
      if (why === undefined) continue;
      refused++;
      io.err(`${name}: ${why}`);
    }
  } finally {
    await source.close();
  }
  return refused > 0 ? 1 : 0;
}

/** Refreshes one book and prints what was done. Returns why it was refused or only partly answered, in sentences; undefined if all went well. */
async function refreshOne(book: string, name: string, source: Source, choices: Choices, io: Io): Promise<string | undefined> {
  let release: (() => void) | undefined;
  try {
    const why = inUse(book);
    if (why !== undefined) return why;
    const lock = lockBook(book);
    if (typeof lock === "number") return `Process ${lock} is refreshing it. Wait until that has ended, and refresh it again.`;
    release = lock;
    const before = readFileSync(book);
    let requests = 0;
    const client = createClient(
      nodeHost((body, signal) => {
        requests++;
        return source.post(body, signal);
      }, io.now),
      { asOf: source.asOf },
    );
    client.setAccess("present");
    const result = await refreshBook(before, { client, words: terminalWords, keepUnanswered: choices.keepGoing });
    const { serviceCells, calculated, changed, kept, failures } = result;
    const said = failures.map(terminalWords).join(" ");
    if (failures.length > 0 && !choices.keepGoing) return `${said} Nothing was written. --keep-going writes what was answered.`;
    const meanwhile = write(book, before, result, choices);
    if (meanwhile !== undefined) return meanwhile;
    const done = choices.dryRun ? "would change" : "changed";
    const other = counted(calculated - serviceCells, "other formula");
    io.out(`${name}: ${counted(serviceCells, "SERVICE cell")} and ${other}, ${counted(requests, "request")}; ${counted(changed.length, "cell")} ${done}.`);
    if (choices.dryRun) for (const { where, before: was, after } of changed) io.out(`  ${where}: ${shown(was)} → ${shown(after)}`);
    for (const [reason, places] of groupedBy(kept, (one) => one.why)) io.err(`${name}: ${placesOf(places)} ${reason}`);
    return failures.length > 0 ? said : undefined;
  } catch (e) {
    if (e instanceof FileRefusal) return e.message;
    const fault = fileFault(e);
    if (fault === undefined) throw e;
    return `${fault}.`;
  } finally {
    release?.();
  }
}
