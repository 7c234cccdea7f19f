import { realpathSync } from "node:fs";
import path from "node:path";
import { databaseFault } from "../../service/sqlite/sql";
import { OtherVersion } from "../../service/ledger/schema";
import type { Source } from "../service-address";
import { fileFault } from "../file-fault";
import { UsageError, type Io } from "../io";
import { onStop } from "../until-stopped";
import type { BookReport } from "./book-report";
import { booksOf } from "./books-of";
import type { Choices, TypedOptions } from "./choices";
import { keptService } from "./existing-service";
import { localTimeOf } from "./local-time";
import { INTERRUPTED, type Machine } from "./machine";
import { excelMark, isOpenInExcel, savedBooks } from "./saved-books";
import { refreshOne } from "./refresh-one";
import { sayReport } from "./report-lines";

/** npm and the terminal each pass on the same Ctrl+C. */
const SAME_SIGNAL_MS = 1_000;
/** The longest wait: a machine that slept notices soon that a round is due. */
const NAP_MS = 30_000;
/** From one look at the books to the next. A book is ready when two looks find the same file. */
const LOOK_MS = 2_000;

/** The local time of a line in a log: 2026-11-23 07:15:00. */
const logTime = (ms: number): string => localTimeOf(ms).replace("T", " ");

/** What an error means, in a sentence. */
function sentenceOf(e: unknown): string {
  const fault = databaseFault(e) ?? fileFault(e);
  return fault === undefined ? (e as Error).message : `${fault}.`;
}

/** When the next round begins: a whole number of intervals after this one, and after now. Also if the clock was set back. */
function nextRound(due: number, now: number, every: number): number {
  if (every === Infinity) return Infinity;
  const next = due + every * Math.max(1, Math.ceil((now - due + 1) / every));
  return next - now > every ? now + every : next;
}

/** Prints each notice once: it is the same in every round. */
function eachOnce(print: (line: string) => void): (line: string) => void {
  const notices = new Set<string>();
  return (line) => {
    if (!notices.has(line)) print(line);
    notices.add(line);
  };
}

/** Prints reports of books: only what is new since the last one of each. */
function newsOf(choices: Choices, log: Pick<Io, "out" | "err">, now: () => number): (report: BookReport) => void {
  /** What each book kept at its last report, and which cells it changed. */
  const kept = new Map<string, string>();
  const changed = new Map<string, string>();
  const bookStays = choices.dryRun || choices.copy !== undefined || choices.out !== undefined;
  return (report) => {
    const { name, status, result } = report;
    const changes = JSON.stringify(result?.changed);
    // A book that stays as it is has the same changes in every round.
    const isSame = (!result?.changed.length && !report.repaired?.length) || (bookStays && changed.get(name) === changes);
    changed.set(name, changes);
    if (status === "refreshed" && isSame) return;
    // The same formulas keep their values in every round.
    const keeps = JSON.stringify(result?.kept);
    const isNew = kept.get(name) !== keeps;
    if (result) kept.set(name, keeps);
    sayReport(isNew || choices.json || !result ? report : { ...report, result: { ...result, kept: [] } }, choices, log, now());
  };
}

/** The books that words name now. A word that names nothing does not stop the others. */
function bookList(words: readonly string[], io: Io, err: (line: string) => void): (isRound: boolean) => string[] {
  /** What is wrong with a word, and for how many looks. */
  const troubles = new Map<string, number>();
  return (isRound) =>
    words.flatMap((word) => {
      try {
        const books = booksOf([word], io, "repeated");
        troubles.delete(word);
        return books;
      } catch (e) {
        const looks = (troubles.get(word) ?? 0) + 1;
        troubles.set(word, looks);
        // At the first look an editor may just be replacing the file.
        if (isRound || looks === 2) err(sentenceOf(e));
        return [];
      }
    });
}

/**
 * Refreshes books again and again, until a signal. Prints only what changed or failed. A book that fails is tried again in the next round. Without `every`, there
 * is one round; with `watch`, books that somebody saves are refreshed in between.
 *
 * @returns the exit status
 * @throws UsageError or OtherVersion if the first round cannot begin
 */
export async function refreshRounds({ values, positionals }: TypedOptions, choices: Choices, io: Io, machine: Machine): Promise<number> {
  const { every = Infinity, watch } = choices;
  const stopping = new AbortController();
  let stoppedAt: number | undefined;
  const release = onStop(() => {
    if (stoppedAt !== undefined && io.now() - stoppedAt > SAME_SIGNAL_MS) machine.exit(INTERRUPTED);
    stoppedAt ??= io.now();
    stopping.abort();
  }, machine.stops);
  const log: Pick<Io, "out" | "err"> = {
    out: (line) => io.out(choices.json ? line : `${logTime(io.now())} ${line}`),
    err: (line) => io.err(`${logTime(io.now())} ${line}`),
  };
  const noticing: Io = { ...io, err: eachOnce(log.err) };
  const say = newsOf(choices, log, io.now);
  const saved = savedBooks();
  const booksNow = bookList(positionals, io, log.err);

  const openLine = (book: string, whenTried: string): string => `It is open in Excel. ${whenTried} If Excel is not open, remove the file ${excelMark(book)}.`;
  const nameOf = (book: string): string => path.relative(io.cwd, book) || book;

  async function refreshed(book: string, source: Source | undefined): Promise<BookReport | undefined> {
    const name = nameOf(book);
    const refused = (why: string): BookReport => ({ name, status: "refused", why, requests: 0 });
    const done = saved.begin(book);
    try {
      const real = realpathSync(book);
      // Without another round it is refreshed when it is closed: the next look says so.
      if (isOpenInExcel(real)) return every === Infinity ? undefined : refused(openLine(real, "The next round tries it again."));
      const report = await refreshOne(real, name, source, choices, noticing, machine, stopping.signal);
      done(report.stored);
      return report;
    } catch (e) {
      done(undefined);
      return refused(sentenceOf(e));
    }
  }

  const service = keptService(values, noticing);

  async function round(books: readonly string[], isFirst: boolean): Promise<void> {
    try {
      const source = choices.replay || books.length === 0 ? undefined : await service.current();
      for (const book of books) {
        if (stopping.signal.aborted) break;
        const report = await refreshed(book, source);
        if (report?.result?.failures.length) service.failed();
        if (report) say(report);
      }
    } catch (e) {
      if (isFirst && (e instanceof UsageError || e instanceof OtherVersion)) throw e;
      log.err(sentenceOf(e));
      books.forEach((book) => saved.begin(book)(undefined));
    }
  }

  function look(books: readonly string[]): readonly string[] {
    const { ready, open } = saved.look(books);
    for (const book of open) log.err(`${nameOf(book)}: ${openLine(book, "It is refreshed when it is closed there.")}`);
    return ready;
  }

  try {
    const first = io.now();
    for (let due = first; !stopping.signal.aborted;) {
      const isDue = io.now() >= due;
      if (isDue || watch) {
        const books = booksNow(isDue);
        const ready = watch ? look(books) : [];
        if (isDue || ready.length > 0) await round(isDue ? books : ready, due === first);
      }
      if (isDue) due = nextRound(due, io.now(), every);
      if (!stopping.signal.aborted) await machine.wait(watch ? LOOK_MS : Math.min(due - io.now(), NAP_MS), stopping.signal);
    }
  } finally {
    release();
    await service.close();
  }
  return 0;
}
