import { realpathSync } from "node:fs";
import path from "node:path";
import { databaseFault } from "../../service/store/database-fault";
import { answeringService, type Source } from "../answering-service";
import { fileFault } from "../file-fault";
import { UsageError, type Io } from "../io";
import { onStop } from "../until-stopped";
import type { BookReport } from "./book-report";
import { booksOf } from "./books-of";
import type { Choices, Typed } from "./choices";
import { INTERRUPTED, type Machine } from "./machine";
import { excelMark, isOpenInExcel } from "./open-in-excel";
import { refreshOne } from "./refresh-one";
import { sayReport } from "./say-report";

/** npm and the terminal each pass on the same Ctrl+C. */
const SAME_SIGNAL_MS = 1_000;
/** The longest wait: a machine that slept notices soon that a round is due. */
const NAP_MS = 30_000;

/** The local time of a line in a log: 2026-11-23 07:15:00. */
const localTime = (ms: number): string => new Date(ms).toLocaleString("sv-SE");

/** What an error means, in a sentence. */
function sentenceOf(e: unknown): string {
  const fault = databaseFault(e) ?? fileFault(e);
  return fault === undefined ? (e as Error).message : `${fault}.`;
}

/** When the next round begins: a whole number of intervals after this one, and after now. Also if the clock was set back. */
function nextRound(due: number, now: number, every: number): number {
  const next = due + every * Math.max(1, Math.ceil((now - due + 1) / every));
  return next - now > every ? now + every : next;
}

/**
 * Refreshes books again and again, until a signal. Prints only what changed or failed. A book that fails is tried again in the next round.
 *
 * @returns the exit status
 * @throws UsageError if the first round cannot begin
 */
export async function refreshRounds({ values, positionals }: Typed, choices: Choices, every: number, io: Io, machine: Machine): Promise<number> {
  const stopping = new AbortController();
  let stoppedAt: number | undefined;
  const release = onStop(() => {
    if (stoppedAt !== undefined && io.now() - stoppedAt > SAME_SIGNAL_MS) machine.exit(INTERRUPTED);
    stoppedAt ??= io.now();
    stopping.abort();
  }, machine.stops);
  const log: Pick<Io, "out" | "err"> = {
    out: (line) => io.out(choices.json ? line : `${localTime(io.now())} ${line}`),
    err: (line) => io.err(`${localTime(io.now())} ${line}`),
  };
  /** What each book kept at its last report, and which cells it changed. */
  const kept = new Map<string, string>();
  const changed = new Map<string, string>();
  const bookStays = choices.dryRun || choices.valuesOnly || choices.out !== undefined;

  /** The books that the words name now. A word that names nothing does not stop the others. */
  function booksNow(): string[] {
    return positionals.flatMap((word) => {
      try {
        return booksOf([word], io, "repeated");
      } catch (e) {
        log.err(sentenceOf(e));
        return [];
      }
    });
  }

  function say(report: BookReport): void {
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
    sayReport(isNew || choices.json || !result ? report : { ...report, result: { ...result, kept: [] } }, choices, log, io.now());
  }

  async function refreshed(book: string, source: Source | undefined): Promise<BookReport> {
    const name = path.relative(io.cwd, book) || book;
    if (isOpenInExcel(book)) {
      const why = `It is open in Excel. The next round tries it again. If Excel is not open, remove the file ${excelMark(book)}.`;
      return { name, status: "refused", why, requests: 0 };
    }
    try {
      return await refreshOne(realpathSync(book), name, source, choices, io);
    } catch (e) {
      return { name, status: "refused", why: sentenceOf(e), requests: 0 };
    }
  }

  async function round(books: readonly string[], isFirst: boolean): Promise<void> {
    let source: Source | undefined;
    try {
      // Opened for each round: data may have been rebuilt, the key renewed, or the service started in between.
      source = choices.replay || books.length === 0 ? undefined : await answeringService(values, io);
      for (const book of books) {
        if (stopping.signal.aborted) break;
        say(await refreshed(book, source));
      }
    } catch (e) {
      if (isFirst && e instanceof UsageError) throw e;
      log.err(sentenceOf(e));
    } finally {
      await source?.close();
    }
  }

  try {
    const first = io.now();
    for (let due = first; !stopping.signal.aborted;) {
      if (io.now() >= due) {
        await round(booksNow(), due === first);
        due = nextRound(due, io.now(), every);
      }
      if (!stopping.signal.aborted) await machine.wait(Math.min(due - io.now(), NAP_MS), stopping.signal);
    }
  } finally {
    release();
  }
  return 0;
}
