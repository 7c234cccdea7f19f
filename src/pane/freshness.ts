import type { Answer } from "../core/outcome";
import type { Question } from "../core/question";
import { freshnessText, MOST_DATES, readFreshness, type Dated } from "./freshness-text";
import type { PaneHost } from "./pane-host";
import type { Asked } from "./questions";
import { shortHash } from "./short-hash";

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
  /** A cell that asks several questions is as stale as the stalest. */
  of(asked: Asked): Fresh;
  /** These answers have come and no cell shows them yet: their cells count as stale until they are asked again. */
  unseen(questions: Iterable<Question>): void;
}

/** The workbook's setting that keeps the dates. It holds no key and no question, only hashes of questions. */
export const FRESHNESS_SETTING = "service.freshness";

/** So long after the last answer it is written, and so long after the first at the latest: a calculation of ten thousand cells is one write. */
const QUIET_MS = 2_000;
const LATEST_MS = 30_000;
/** How often it is looked whether another workbook has come in the place of this one. */
const LOOK_MS = 1_000;

const freshnesses = new WeakMap<PaneHost, Freshness>();

/** One freshness a host, which hears of every answer from then on. */
export function freshnessOf(host: PaneHost): Freshness {
  let freshness = freshnesses.get(host);
  if (!freshness) freshnesses.set(host, (freshness = createFreshness(host)));
  return freshness;
}

function createFreshness(host: PaneHost): Freshness {
  let dates = new Map<string, Dated>();
  const notShown = new Set<string>();
  /** What the workbook's setting said when it was last read or written. */
  let kept: string | undefined;
  let read = false;
  let lookedAt: number | undefined;
  let writing = false;
  let dirtySince: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

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

  function note(hash: string, { receivedAt, maxAgeS }: Answer): void {
    dates.set(hash, { receivedAt, maxAgeS });
    const now = host.now();
    dirtySince ??= now;
    clearTimeout(timer);
    timer = setTimeout(write, Math.max(0, Math.min(QUIET_MS, dirtySince + LATEST_MS - now)));
  }

  host.cells.onAnswer((question, answer) => {
    look();
    const hash = shortHash(question.key);
    notShown.delete(hash);
    note(hash, answer);
  });

  // Answers that came before the workbook.
  host.onChange(() => {
    if (dirtySince !== undefined && timer === undefined && host.workbook()) timer = setTimeout(write, QUIET_MS);
  });

  function datedOf(question: Question): Dated | undefined {
    const hash = shortHash(question.key);
    if (notShown.has(hash)) return undefined;
    // Answers may have come before anybody listened here.
    const answer = host.cells.last(question);
    if (answer && answer.receivedAt > (dates.get(hash)?.receivedAt ?? 0)) note(hash, answer);
    return dates.get(hash);
  }

  return {
    of: ({ questions, unknown }) => {
      look();
      if (questions.length === 0) return { state: unknown > 0 ? "stale" : "unknown" };
      let first: { receivedAt: number; dueAt: number } | undefined;
      for (const question of questions) {
        const dated = datedOf(question);
        if (!dated) return { state: "stale" };
        const dueAt = dated.receivedAt + dated.maxAgeS * 1000;
        if (!first || dueAt < first.dueAt) first = { receivedAt: dated.receivedAt, dueAt };
      }
      if (!first || unknown > 0) return { state: "stale" };
      const now = host.now();
      // A clock that was set back says nothing of an answer's age.
      return { state: now >= first.dueAt || now < first.receivedAt ? "stale" : "fresh", ...first };
    },
    unseen: (questions) => {
      for (const { key } of questions) notShown.add(shortHash(key));
    },
  };
}
