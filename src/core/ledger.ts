import { cellKey } from "./cell-key";
import type { Question } from "./question";

/**
 * Which cell asked what, as the host told with each call: so that a refresh can ask first and mark afterwards. Rows that move take their calls along
 * to new addresses, so an entry may be of a cell that is no longer there; whoever uses it compares with the sheet's formulas.
 */
export interface Ledger {
  /** A function of this cell was called; without a question where its arguments ask nothing. */
  note(cell: string | undefined, question: Question | undefined): void;
  /** What this cell asked, newest first, each question once. */
  asked(cell: string): readonly Question[];
  /** How often this cell's functions have been called: tells whether a marked cell has been calculated. */
  evaluations(cell: string): number;
}

interface Noted {
  questions: Question[];
  evaluations: number;
}

/** Questions kept for one cell: a formula rarely calls more than a handful of functions. */
const PER_CELL = 16;
const CELLS = 200_000;

export function createLedger(): Ledger {
  const cells = new Map<string, Noted>();
  return {
    note: (cell, question) => {
      if (!cell) return;
      const key = cellKey(cell);
      const noted = cells.get(key);
      if (noted) {
        noted.evaluations++;
        if (question && noted.questions[0]?.key !== question.key)
          noted.questions = [question, ...noted.questions.filter((q) => q.key !== question.key)].slice(0, PER_CELL);
        return;
      }
      if (cells.size >= CELLS) cells.delete(cells.keys().next().value as string);
      cells.set(key, { questions: question ? [question] : [], evaluations: 1 });
    },
    asked: (cell) => cells.get(cellKey(cell))?.questions ?? [],
    evaluations: (cell) => cells.get(cellKey(cell))?.evaluations ?? 0,
  };
}
