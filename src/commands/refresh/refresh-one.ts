import { readFileSync } from "node:fs";
import path from "node:path";
import type { Lock } from "../../proof/lock";
import type { Source } from "../answering-service";
import { fileFault } from "../file-fault";
import type { Io } from "../io";
import { bookFault } from "./book-fault";
import type { BookReport } from "./book-report";
import { bookTrouble } from "./book-trouble";
import type { Choices } from "./choices";
import { holdBook } from "./hold-book";
import { writeLock } from "./lock-file";
import type { Machine } from "./machine";
import { createProgress } from "./progress";
import { bookThread } from "./thread/book-thread";
import { besideBook, writeBookFile } from "./write-book";

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
    const out = choices.out ?? (choices.valuesOnly ? besideBook(book, "values") : undefined);
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
      { post: source && counted(source, () => void requests++), now: io.now, answered: io.terminal && progress.asked, after, signal },
    );
    progress.clear();
    const { result } = prepared;
    if (choices.only && result?.serviceCells === 0) io.err(`${name}: There is no SERVICE cell in ${choices.only.join(", ")}.`);
    if ("refused" in prepared) return refused(prepared.refused, result);
    const { written, sha256, unanswered, lock, savedAsOf, repaired, copy } = prepared;
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
    };
  } catch (e) {
    return refused(bookFault(e));
  } finally {
    progress.clear();
    release?.();
  }
}

/** The service's `post`, with a call of `onRequest` for each request. */
const counted =
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
