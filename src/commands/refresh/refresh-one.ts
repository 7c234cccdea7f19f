import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { createClient } from "../../core/client";
import { refreshBook } from "../../hosts/refresh/refresh-book";
import { FileRefusal } from "../../workbook/xlsx/file-refusal";
import { recalcOnOpen } from "../../workbook/xlsx/recalc-on-open";
import type { Source } from "../answering-service";
import { fileFault } from "../file-fault";
import type { Io } from "../io";
import { nodeHost } from "../node-host";
import { terminalWords } from "../terminal-words";
import type { Choices } from "./choices";
import { holdBook } from "./hold-book";
import { loadIronCalc } from "./load-ironcalc";
import { changeLines, keptLines } from "./report-lines";
import { writeBook } from "./write-book";

/** Why a book cannot be refreshed now, in a sentence; undefined if it can. */
function inUse(book: string): string | undefined {
  if (existsSync(path.join(path.dirname(book), `~$${path.basename(book)}`)))
    return "It is open in Excel. Close it there, and refresh again. If Excel is not open, remove the file ~$" + path.basename(book) + ".";
  return undefined;
}

/**
 * Refreshes one book and prints what was done.
 *
 * @param book its full name, links resolved
 * @param name what messages call it
 * @returns why it was refused or only partly answered, in sentences; undefined if all went well
 */
export async function refreshOne(book: string, name: string, source: Source, choices: Choices, io: Io): Promise<string | undefined> {
  let release: (() => void) | undefined;
  try {
    const why = inUse(book);
    if (why !== undefined) return why;
    const held = holdBook(book);
    if (typeof held === "number") return `Process ${held} is refreshing it. Wait until that has ended, and refresh it again.`;
    release = held;
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
    const result = await refreshBook(before, {
      client,
      words: terminalWords,
      keepUnanswered: choices.keepGoing,
      secondEngine: loadIronCalc,
      ...(choices.only ? { only: choices.only } : {}),
    });
    if (choices.only && result.serviceCells === 0) io.err(`${name}: There is no SERVICE cell in ${choices.only.join(", ")}.`);
    const said = result.failures.map(terminalWords).join(" ");
    if (result.failures.length > 0 && !choices.keepGoing) return `${said} Nothing was written. --keep-going writes what was answered.`;
    // A book without calls stays as it is.
    const written = choices.recalcOnOpen && result.serviceCells > 0 ? recalcOnOpen(result.file) : result.file;
    const meanwhile = writeBook(book, before, written, choices);
    if (meanwhile !== undefined) return meanwhile;
    changeLines(name, result, requests, choices.dryRun).forEach(io.out);
    keptLines(name, result).forEach(io.err);
    return result.failures.length > 0 ? said : undefined;
  } catch (e) {
    if (e instanceof FileRefusal) return e.message;
    const fault = fileFault(e);
    if (fault === undefined) throw e;
    return `${fault}.`;
  } finally {
    release?.();
  }
}
