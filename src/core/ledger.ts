import { cellKey } from "./cell-key";
import type { Answer } from "./outcome";
import { questionOf, type Question } from "./question";

/** How old an answer is and how long it may be served: all that is kept of one. */
export interface Dated {
  /** Wall milliseconds. */
  readonly receivedAt: number;
  readonly maxAgeS: number;
}

/** What a cell was given for a question; without a date where its last call came to no answer, or has not come to anything yet. */
export interface Given {
  readonly dated?: Dated;
}

/**
 * Which cell asked what, as the host told with each call, and when what it was given arrived: so that a refresh can ask first and mark afterwards, and so
 * that it is known how old what a cell shows is. Rows that move take their calls along to new addresses, so an entry may be of a cell that is no longer
 * there; whoever uses it compares with the sheet's formulas.
 */
export interface Ledger {
  /** A function of this cell was called; without a question where its arguments ask nothing. Gives the call, for `gave`. */
  note(cell: string | undefined, question: Question | undefined): NotedCall | undefined;
  /** What a call came to: the answer that its cell shows, however old, or none. */
  gave(call: NotedCall, question: Question, answer: Answer | undefined): void;
  /** What this cell asked, newest first, each question once. */
  asked(cell: string): readonly Question[];
  /** What this cell was given for this question; undefined where it has not asked it in this page's life, or not lately. */
  given(cell: string, question: Question): Given | undefined;
  /** How often this cell's functions have been called: tells whether a marked cell has been calculated. */
  evaluations(cell: string): number;
  /** Another workbook stands in the place of this one: nothing of its cells is known. */
  clear(): void;
  /** Hears of every answer that a cell is given. */
  onGave(listener: (question: Question, answer: Answer) => void): () => void;
}

/** What a cell asked, and when what it was given for it arrived. */
export interface NotedCall {
  /** Of the question, which is read from it again. */
  readonly key: string;
  /** Wall milliseconds; NaN where it was given nothing. */
  receivedAt: number;
  maxAgeS: number;
}

interface Noted {
  calls: NotedCall[];
  evaluations: number;
}

const notedCall = (key: string): NotedCall => ({ key, receivedAt: NaN, maxAgeS: NaN });

const CELLS = 200_000;
/** Questions kept for one cell: a formula rarely calls more than a handful of functions. Those before an input changed are kept only while there is room. */
const MOST_PER_CELL = 16;
const LEAST_PER_CELL = 2;
/** Questions kept in all, about. */
const QUESTIONS = 200_000;

export function createLedger(): Ledger {
  const cells = new Map<string, Noted>();
  const listeners = new Set<(question: Question, answer: Answer) => void>();
  const perCell = (): number => Math.min(MOST_PER_CELL, Math.max(LEAST_PER_CELL, Math.floor(QUESTIONS / cells.size)));

  return {
    note: (cell, question) => {
      if (!cell) return undefined;
      const address = cellKey(cell);
      const noted = cells.get(address);
      if (noted) {
        noted.evaluations++;
        if (!question || noted.calls[0]?.key === question.key) return question && noted.calls[0];
        const before = noted.calls.find((c) => c.key === question.key);
        const call = before ?? notedCall(question.key);
        noted.calls = [call, ...noted.calls.filter((c) => c !== before)].slice(0, perCell());
        return call;
      }
      if (cells.size >= CELLS) cells.delete(cells.keys().next().value as string);
      const call = question && notedCall(question.key);
      cells.set(address, { calls: call ? [call] : [], evaluations: 1 });
      return call;
    },
    gave: (call, question, answer) => {
      call.receivedAt = answer?.receivedAt ?? NaN;
      call.maxAgeS = answer?.maxAgeS ?? NaN;
      if (answer) for (const listener of listeners) listener(question, answer);
    },
    asked: (cell) => cells.get(cellKey(cell))?.calls.map(({ key }) => questionOf(key)) ?? [],
    given: (cell, { key }) => {
      const call = cells.get(cellKey(cell))?.calls.find((c) => c.key === key);
      if (!call) return undefined;
      const { receivedAt, maxAgeS } = call;
      return Number.isNaN(receivedAt) ? {} : { dated: { receivedAt, maxAgeS } };
    },
    evaluations: (cell) => cells.get(cellKey(cell))?.evaluations ?? 0,
    clear: () => cells.clear(),
    onGave: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
