import type { Dated } from "../core/call-log";
import type { Question } from "../core/question";
import { addressOf } from "../workbook/cell-address";
import { freshnessText, MOST_DATES, readFreshness } from "./freshness-text";
import type { PaneHost } from "./pane-host";
import type { Asked } from "./questions/questions-of";
import { shortHash } from "./short-hash";
import { perHost } from "./per-host";

export interface Fresh {
  /** `unknown` for a cell that asks nothing; a cell that asks, and of which no answer is known, is stale. */
  readonly state: "fresh" | "stale" | "unknown";
  /** Wall milliseconds of the answer that is due first; of no answer where one is missing. */
  readonly receivedAt?: number;
  /** Wall milliseconds from which it is to be asked again. */
  readonly dueAt?: number;
}

/** How old the answers are that cells show, across openings of the workbook. */
export interface Freshness {
  /**
   * A cell that asks several questions is as stale as the stalest. What counts is the answer that this very cell was given; of a cell that has not been
   * calculated since the workbook was opened, it is the date that the workbook keeps for its question.
   */
  of(asked: Asked): Fresh;
}

/** The workbook's setting that keeps the dates. It holds no key and no question, only hashes of questions. */
export const FRESHNESS_SETTING = "service.freshness";

/** So long after the last answer it is written, and so long after the first at the latest: a calculation of ten thousand cells is one write. */
const QUIET_MS = 2_000;
const LATEST_MS = 30_000;
/** How often it is looked whether another workbook has come in the place of this one. */
const LOOK_MS = 1_000;

/** One freshness a host, which hears of every answer from then on. */
export const freshnessOf = perHost(createFreshness);

function createFreshness(host: PaneHost): Freshness {
  /** Of the newest answer that a cell was given for each question. */
  let dates = new Map<string, Dated>();
  /** What the workbook kept when it was opened: dates of what its cells showed then. */
  let opened: ReadonlyMap<string, Dated> = new Map();
  /** Wall milliseconds; answers from before it were given to another workbook's cells, or by another service. */
  let since = 0;
  let service: string | undefined;
  /** What the workbook's setting said when it was last read or written. */
  let kept: string | undefined;
  let read = false;
  let lookedAt: number | undefined;
  let writing = false;
  let dirtySince: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** What another service answered says nothing of how old this one's data is. */
  function lookAtService(): void {
    const connection = host.connection();
    if (connection.kind !== "connected" || connection.baseUrl === service) return;
    if (service !== undefined) {
      since = host.now();
      opened = new Map();
      dates = new Map();
      writeSoon();
    }
    service = connection.baseUrl;
  }

  /** Takes over what the workbook keeps, once it is there, and again where another workbook has been opened in its place. */
  function look(): void {
    const now = host.now();
    if (read && lookedAt !== undefined && Math.abs(now - lookedAt) < LOOK_MS) return;
    const settings = host.workbook()?.settings;
    if (!settings || writing) return;
    lookedAt = now;
    const text = settings.read(FRESHNESS_SETTING);
    if (read && text === kept) return;
    const there = readFreshness(text, now);
    opened = new Map(there);
    if (read) since = now;
    // What came before the workbook could be read is newer than what it keeps; what is known of another workbook says nothing of this one.
    if (!read) for (const [hash, dated] of dates) there.set(hash, dated);
    dates = there;
    kept = text;
    read = true;
  }

  function write(): void {
    timer = undefined;
    look();
    const settings = host.workbook()?.settings;
    if (!settings) return;
    dirtySince = undefined;
    const text = freshnessText(dates);
    if (dates.size > MOST_DATES) dates = readFreshness(text, host.now());
    if (text === kept) return;
    const before = kept;
    kept = text;
    writing = true;
    settings
      .write(FRESHNESS_SETTING, text)
      // Nothing that a person must know of: the next answer brings the next try.
      .catch(() => (kept = settings.read(FRESHNESS_SETTING) ?? before))
      .finally(() => (writing = false));
  }

  function writeSoon(): void {
    const now = host.now();
    dirtySince ??= now;
    clearTimeout(timer);
    timer = setTimeout(write, Math.max(0, Math.min(QUIET_MS, dirtySince + LATEST_MS - now)));
  }

  function note(question: Question, { receivedAt, maxAgeS }: Dated): void {
    const hash = shortHash(question.key);
    if (receivedAt < since || receivedAt <= (dates.get(hash)?.receivedAt ?? 0)) return;
    dates.set(hash, { receivedAt, maxAgeS });
    writeSoon();
  }

  const { callLog } = host.cells;
  callLog.onAnswer(note);
  lookAtService();
  host.onChange(() => {
    lookAtService();
    look();
    // Answers that came before the workbook.
    if (dirtySince !== undefined && timer === undefined && host.workbook()) timer = setTimeout(write, QUIET_MS);
  });

  function datedOf(cell: string, question: Question): Dated | undefined {
    const received = callLog.received(cell, question);
    if (!received) return opened.get(shortHash(question.key));
    const { dated } = received;
    if (!dated || dated.receivedAt < since) return undefined;
    // It may have arrived before this module listened.
    note(question, dated);
    return dated;
  }

  return {
    of: ({ cell, questions, unknown }) => {
      lookAtService();
      look();
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
      // A clock that was set back says nothing of an answer's age.
      return { state: now >= first.dueAt || now < first.receivedAt ? "stale" : "fresh", ...first };
    },
  };
}
