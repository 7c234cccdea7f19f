import { readFileSync } from "node:fs";
import path from "node:path";
import { counted, withSeparators } from "../../contract/counted";
import type { Lock } from "../../proof/lock";
import type { Source } from "../service-address";
import { fileFault } from "../file-fault";
import type { Io } from "../io";
import { bookFault, type BookReport } from "./book-report";
import type { Choices } from "./choices";
import { besideBook, bookTrouble, holdBook, writeBookFile } from "./hold-book";
import { writeLock } from "./lock-file";
import type { Machine } from "./machine";
import { bookThread } from "./thread/book-thread";

/** Shortest time between two figures on a terminal. */
const EVERY_MS = 100;
const CLEAR = "\r\u001b[K";

/** What a refresh does now, in one line of a terminal that is written again and again. Without a terminal nothing is written. */
function createProgress(name: string, { terminal, now }: Pick<Io, "terminal" | "now">) {
  let shown = false;
  let last = -Infinity;
  const step = (what: string): void => {
    if (!terminal) return;
    // A longer line would break, and its first part would stay.
    terminal.write(`${CLEAR}${`${name}: ${what} …`.slice(0, Math.max(1, terminal.columns - 1))}`);
    shown = true;
    last = now();
  };
  return {
    /** Shows what is done now, such as "writing". */
    step,
    /** Shows how many calls are answered. */
    asked: (answered: number, asked: number): void => {
      if (answered === asked) step("calculating");
      else if (now() - last >= EVERY_MS) step(`asked ${withSeparators(answered)} of ${counted(asked, "call")}`);
    },
    /** Clears the line, for other lines. */
    clear: (): void => {
      if (shown) terminal?.write(CLEAR);
      shown = false;
    },
  };
}

/**
 * Refreshes one book.
 *
 * @param book its full name, links resolved
 * @param name what messages call it
 * @param signal ends the calculation; the book is then as it was
 */
export async function refreshOne(
  book: string,
  name: string,
  source: Source | undefined,
  choices: Choices,
  io: Io,
  { after }: Pick<Machine, "after">,
  signal?: AbortSignal,
): Promise<BookReport> {
  const progress = createProgress(name, io);
  let release: (() => void) | undefined;
  let requests = 0;
  const refused = (why: string, result?: BookReport["result"]): BookReport => ({ name, status: "refused", why, requests, ...(result ? { result } : {}) });
  try {
    const out = choices.out ?? (choices.copy && besideBook(book, choices.copy));
    const why = bookTrouble(book, out, !choices.dryRun);
    if (why !== undefined) return refused(why);
    const held = choices.dryRun ? undefined : holdBook(out ?? book);
    if (typeof held === "number") return refused(`Process ${held} is refreshing it. Wait until that has ended, and refresh it again.`);
    release = held;
    progress.step("reading");
    const before = readFileSync(book);
    const { books: _, ...given } = choices;
    const prepared = await bookThread.run(
      "prepareBook",
      { before, book, out, choices: given, asOf: source?.asOf, now: io.now() },
      { post: source && counting(source, () => void requests++), now: io.now, answered: io.terminal && progress.asked, after, signal },
    );
    progress.clear();
    const { result } = prepared;
    if (choices.only && result?.serviceCells === 0) io.err(`${name}: There is no SERVICE cell in ${choices.only.join(", ")}.`);
    if ("refused" in prepared) return refused(prepared.refused, result);
    const { written, sha256, unanswered, lock, savedAsOf, repaired, copy, forSheets } = prepared;
    progress.step("writing");
    const meanwhile = writeBookFile(book, before, written ?? before, { ...choices, out });
    if (meanwhile !== undefined) return refused(meanwhile, result);
    const locked = choices.lock && !choices.dryRun && prepared.result.serviceCells > 0 ? lockTrouble(out ?? book, lock) : undefined;
    const trouble = [unanswered, locked].filter((text) => text).join(" ");
    return {
      name,
      status: trouble === "" ? "refreshed" : "incomplete",
      result: prepared.result,
      requests,
      ...(trouble === "" ? {} : { why: trouble }),
      ...(savedAsOf === undefined ? {} : { savedAsOf }),
      ...(lock ? { lock } : {}),
      ...(choices.watch ? { stored: choices.dryRun || out !== undefined ? sha256.before : sha256.after } : {}),
      ...(repaired ? { repaired } : {}),
      ...(copy && out !== undefined ? { copy: { ...copy, name: path.relative(io.cwd, out) || out } } : {}),
      ...(forSheets && out !== undefined ? { forSheets: { ...forSheets, name: path.relative(io.cwd, out) || out } } : {}),
    };
  } catch (e) {
    return refused(bookFault(e));
  } finally {
    progress.clear();
    release?.();
  }
}

/** The service's `post`, with a call of `onRequest` for each request. */
const counting =
  ({ post }: Source, onRequest: () => void): Source["post"] =>
  (body, signal) => {
    onRequest();
    return post(body, signal);
  };

/** Writes the lock beside the written book. Returns why it could not, in a sentence. */
function lockTrouble(written: string, lock: Lock | undefined): string | undefined {
  if (!lock) return "It has no lock, because the service answered no call of it.";
  try {
    writeLock(written, lock);
    return undefined;
  } catch (e) {
    const fault = fileFault(e);
    if (fault === undefined) throw e;
    return `The book was written, but not its lock: ${fault}.`;
  }
}
