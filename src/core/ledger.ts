import { cellKey } from "./cell-key";
import type { Answer } from "./outcome";
import type { Question } from "./question";

/** What a cell was given for a question; without an answer where its last call came to none, or has not come to anything yet. */
export interface Given {
  readonly answer?: Answer;
}

/**
 * Which cell asked what, as the host told with each call, and what it was given: so that a refresh can ask first and mark afterwards, and so that it is
 * known how old what a cell shows is. Rows that move take their calls along to new addresses, so an entry may be of a cell that is no longer there;
 * whoever uses it compares with the sheet's formulas.
 */
export interface Ledger {
  /** A function of this cell was called; without a question where its arguments ask nothing. */
  note(cell: string | undefined, question: Question | undefined): void;
  /** What that call came to: the answer that the cell shows, however old, or none. */
  gave(cell: string | undefined, question: Question, answer: Answer | undefined): void;
  /** What this cell asked, newest first, each question once. */
  asked(cell: string): readonly Question[];
  /** What this cell was given for this question; undefined where it has not asked it in this page's life. */
  given(cell: string, question: Question): Given | undefined;
  /** How often this cell's functions have been called: tells whether a marked cell has been calculated. */
  evaluations(cell: string): number;
  /** Another workbook stands in the place of this one: nothing of its cells is known. */
  clear(): void;
  /** Hears of every answer that a cell is given. */
  onGave(listener: (question: Question, answer: Answer) => void): () => void;
}

interface Called {
  readonly question: Question;
  given: Given;
}

interface Noted {
  calls: Called[];
  evaluations: number;
}

/** Questions kept for one cell: a formula rarely calls more than a handful of functions. */
const PER_CELL = 16;
const CELLS = 200_000;
const NOTHING: Given = {};

export function createLedger(): Ledger {
  const cells = new Map<string, Noted>();
  const listeners = new Set<(question: Question, answer: Answer) => void>();
  const called = (cell: string, { key }: Question): Called | undefined => cells.get(cellKey(cell))?.calls.find((c) => c.question.key === key);
  return {
    note: (cell, question) => {
      if (!cell) return;
      const key = cellKey(cell);
      const noted = cells.get(key);
      if (noted) {
        noted.evaluations++;
        if (!question || noted.calls[0]?.question.key === question.key) return;
        const before = noted.calls.find((c) => c.question.key === question.key);
        noted.calls = [before ?? { question, given: NOTHING }, ...noted.calls.filter((c) => c !== before)].slice(0, PER_CELL);
        return;
      }
      if (cells.size >= CELLS) cells.delete(cells.keys().next().value as string);
      cells.set(key, { calls: question ? [{ question, given: NOTHING }] : [], evaluations: 1 });
    },
    gave: (cell, question, answer) => {
      if (!cell) return;
      const call = called(cell, question);
      if (call) call.given = answer ? { answer } : NOTHING;
      if (answer) for (const listener of [...listeners]) listener(question, answer);
    },
    asked: (cell) => cells.get(cellKey(cell))?.calls.map(({ question }) => question) ?? [],
    given: (cell, question) => called(cell, question)?.given,
    evaluations: (cell) => cells.get(cellKey(cell))?.evaluations ?? 0,
    clear: () => cells.clear(),
    onGave: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
