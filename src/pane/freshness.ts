import type { Dated } from "../core/call-log";
import type { Question } from "../core/question";
import { addressOf } from "../workbook/cell-address";
import { freshnessText, MAX_DATES, readFreshness, shortHash } from "./freshness-text";
import type { PaneHost } from "./pane-host";
import type { CellQuestions } from "./questions/questions-of";
import { perBook, type BookOpen } from "./per-book";

export interface CellFreshness {
  /** `unknown` for a cell without valid calls. A cell whose answer is unknown is stale. */
  readonly state: "fresh" | "stale" | "unknown";
  /** Wall milliseconds of the answer that expires first; missing if an answer is missing. */
  readonly receivedAt?: number;
  /** Wall milliseconds at which it expires. */
  readonly dueAt?: number;
}

/** Age of the answers that cells show, also after the workbook is reopened. */
export interface AnswerAges {
  /**
   * A cell with several questions is as stale as its stalest answer. Uses the answer that this cell received; for a cell not calculated since the workbook
   * was opened, the date stored in the workbook.
   */
  of(asked: CellQuestions): CellFreshness;
}

/** Workbook setting with the dates. Contains no key and no question, only hashes of questions. */
export const FRESHNESS_SETTING = "service.freshness";

/** The dates are written 2 s after the last answer, at the latest 30 s after the first, so that a calculation of ten thousand cells is one write. */
const QUIET_MS = 2_000;
const LATEST_MS = 30_000;

/** The freshness of the open book; records every answer from the first call on, until another book is opened. */
export const freshnessOf = perBook(createFreshness);

/** The dates of answers as the workbook stores them, by hash of the question. */
function createStoredDates(host: PaneHost) {
  /** Date of the newest answer that a cell received for each question. */
  let dates = new Map<string, Dated>();
  /** Dates stored in the workbook when it was opened; they apply to the values that its cells showed then. */
  let opened: ReadonlyMap<string, Dated> = new Map();
  /** The setting's text when last read or written. */
  let stored: string | undefined;
  let read = false;
  let dirtySince: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Reads the workbook's dates once it is available. */
  function readWorkbook(): void {
    const settings = host.workbook()?.settings;
    if (read || !settings) return;
    read = true;
    stored = settings.read(FRESHNESS_SETTING);
    opened = readFreshness(stored, host.now());
    // Answers received before the workbook could be read are newer than its dates.
    dates = new Map([...opened, ...dates]);
  }

  function write(): void {
    timer = undefined;
    readWorkbook();
    const settings = host.workbook()?.settings;
    if (!settings) return;
    dirtySince = undefined;
    const text = freshnessText(dates);
    if (dates.size > MAX_DATES) dates = readFreshness(text, host.now());
    if (text === stored) return;
    const previous = stored;
    stored = text;
    settings
      .write(FRESHNESS_SETTING, text)
      // Not reported: the next answer causes the next attempt.
      .catch(() => (stored = settings.read(FRESHNESS_SETTING) ?? previous));
  }

  function writeSoon(): void {
    const now = host.now();
    dirtySince ??= now;
    clearTimeout(timer);
    timer = setTimeout(write, Math.max(0, Math.min(QUIET_MS, dirtySince + LATEST_MS - now)));
  }

  return {
    opened: (hash: string) => opened.get(hash),
    newest: (hash: string) => dates.get(hash),
    set: (hash: string, dated: Dated) => {
      dates.set(hash, dated);
      writeSoon();
    },
    /** Drops all dates. */
    clear: () => {
      opened = new Map();
      dates = new Map();
      writeSoon();
    },
    readWorkbook,
    /** Writes answers that were received before the workbook was available. */
    catchUp: () => {
      if (dirtySince !== undefined && timer === undefined && host.workbook()) timer = setTimeout(write, QUIET_MS);
    },
    stop: () => clearTimeout(timer),
  };
}

function createFreshness(host: PaneHost, open: BookOpen): AnswerAges {
  const dates = createStoredDates(host);
  /** Wall milliseconds; earlier answers belong to another service. */
  let since = 0;
  let service: string | undefined;

  /** Drops the dates when the service changes: they do not apply to another service's data. */
  function checkService(): void {
    const connection = host.connection();
    if (connection.kind !== "connected" || connection.baseUrl === service) return;
    if (service !== undefined) {
      since = host.now();
      dates.clear();
    }
    service = connection.baseUrl;
  }

  /** Dates as of another moment belong to other answers. */
  function hashOf({ key }: Question): string {
    const asOf = host.asOf();
    return shortHash(asOf === undefined ? key : `${asOf} ${key}`);
  }

  function record(question: Question, { receivedAt, maxAgeS }: Dated): void {
    const hash = hashOf(question);
    if (receivedAt >= since && receivedAt > (dates.newest(hash)?.receivedAt ?? 0)) dates.set(hash, { receivedAt, maxAgeS });
  }

  const { callLog } = host.cells;
  const unrecord = callLog.onAnswer(record);
  checkService();
  const unfollow = host.onChange(() => {
    checkService();
    dates.readWorkbook();
    dates.catchUp();
  });
  open.addEventListener("abort", () => {
    unrecord();
    unfollow();
    dates.stop();
  });

  function datedOf(cell: string, question: Question): Dated | undefined {
    const received = callLog.received(cell, question);
    if (!received) return dates.opened(hashOf(question));
    const { dated } = received;
    if (!dated || dated.receivedAt < since) return undefined;
    // It may have been received before this listened.
    record(question, dated);
    return dated;
  }

  return {
    of: ({ cell, questions, unknown }) => {
      checkService();
      dates.readWorkbook();
      if (questions.length === 0) return { state: unknown > 0 ? "stale" : "unknown" };
      const address = addressOf(cell);
      let first: { receivedAt: number; dueAt: number } | undefined;
      for (const question of questions) {
        const dated = datedOf(address, question);
        if (!dated) return { state: "stale" };
        const dueAt = dated.receivedAt + dated.maxAgeS * 1000;
        if (!first || dueAt < first.dueAt) first = { receivedAt: dated.receivedAt, dueAt };
      }
      if (!first || unknown > 0) return { state: "stale" };
      const now = host.now();
      // If the clock was set back, the age is unknown.
      return { state: now >= first.dueAt || now < first.receivedAt ? "stale" : "fresh", ...first };
    },
  };
}
