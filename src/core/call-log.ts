import { cellKey } from "./cell-key";
import type { Answer } from "./outcome";
import { questionOf, type Question } from "./question";

/** When an answer arrived and how long it is valid: all that the log keeps of it. */
export interface Dated {
  /** Wall milliseconds. */
  readonly receivedAt: number;
  readonly maxAgeS: number;
}

/** What a cell received for a question. No date if its last call failed or is pending. */
export interface Received {
  readonly dated?: Dated;
}

/**
 * Which cell asked which question, and when its answer arrived. A refresh uses it to request answers before it recalculates cells, and the pane to show ages.
 * Addresses may be outdated after rows were inserted or moved: compare with the formulas of the sheet.
 */
export interface CallLog {
  /** Records a call of this cell; without a question if its arguments are invalid. Returns the call, for `recordAnswer`. */
  record(cell: string | undefined, question: Question | undefined): LoggedCall | undefined;
  /** Records the outcome of a call: the answer its cell shows, or none. */
  recordAnswer(call: LoggedCall, question: Question, answer: Answer | undefined): void;
  /** Questions of this cell, newest first, each once. */
  questionsOf(cell: string): readonly Question[];
  /** What this cell received for this question; undefined if it has not asked it since the page loaded, or not recently. */
  received(cell: string, question: Question): Received | undefined;
  /** Number of calls of this cell: shows whether it has been recalculated. */
  evaluations(cell: string): number;
  /** Forgets everything: another workbook was opened. */
  clear(): void;
  /** Calls the listener with every answer that a cell receives. Returns an unsubscribe function. */
  onAnswer(listener: (question: Question, answer: Answer) => void): () => void;
}

/** One question of a cell, and when its answer arrived. */
export interface LoggedCall {
  /** Key of the question; the question can be read from it. */
  readonly key: string;
  /** Wall milliseconds; NaN without an answer. */
  receivedAt: number;
  maxAgeS: number;
}

interface Noted {
  calls: LoggedCall[];
  evaluations: number;
}

const loggedCall = (key: string): LoggedCall => ({ key, receivedAt: NaN, maxAgeS: NaN });

const CELLS = 200_000;
/** Most questions per cell: a formula rarely has more than a handful of calls. Large workbooks keep fewer. */
const MOST_PER_CELL = 16;
const LEAST_PER_CELL = 2;
/** Approximate total of kept questions. */
const QUESTIONS = 200_000;

export function createCallLog(): CallLog {
  const cells = new Map<string, Noted>();
  const listeners = new Set<(question: Question, answer: Answer) => void>();
  const perCell = (): number => Math.min(MOST_PER_CELL, Math.max(LEAST_PER_CELL, Math.floor(QUESTIONS / cells.size)));

  return {
    record: (cell, question) => {
      if (!cell) return undefined;
      const address = cellKey(cell);
      const noted = cells.get(address);
      if (noted) {
        noted.evaluations++;
        if (!question || noted.calls[0]?.key === question.key) return question && noted.calls[0];
        const before = noted.calls.find((c) => c.key === question.key);
        const call = before ?? loggedCall(question.key);
        noted.calls = [call, ...noted.calls.filter((c) => c !== before)].slice(0, perCell());
        return call;
      }
      if (cells.size >= CELLS) cells.delete(cells.keys().next().value as string);
      const call = question && loggedCall(question.key);
      cells.set(address, { calls: call ? [call] : [], evaluations: 1 });
      return call;
    },
    recordAnswer: (call, question, answer) => {
      call.receivedAt = answer?.receivedAt ?? NaN;
      call.maxAgeS = answer?.maxAgeS ?? NaN;
      if (answer) for (const listener of listeners) listener(question, answer);
    },
    questionsOf: (cell) => cells.get(cellKey(cell))?.calls.map(({ key }) => questionOf(key)) ?? [],
    received: (cell, { key }) => {
      const call = cells.get(cellKey(cell))?.calls.find((c) => c.key === key);
      if (!call) return undefined;
      const { receivedAt, maxAgeS } = call;
      return Number.isNaN(receivedAt) ? {} : { dated: { receivedAt, maxAgeS } };
    },
    evaluations: (cell) => cells.get(cellKey(cell))?.evaluations ?? 0,
    clear: () => cells.clear(),
    onAnswer: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
