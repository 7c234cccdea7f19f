import type { Answer } from "../../core/outcome";
import type { Question } from "../../core/question";
import type { CellPlace, ShownCell } from "../../workbook/cell";
import type { CellQuestions } from "../questions/questions-of";

/** A cell before and after a refresh. */
export interface Refreshed {
  readonly place: CellPlace;
  readonly formula: string;
  /** What it asked before. */
  readonly asked: CellQuestions;
  /** What it asks now. */
  readonly asks: CellQuestions;
  readonly before: ShownCell;
  readonly after: ShownCell;
}

/** The answers before and after a refresh, by question. */
export interface Answers {
  readonly old: (question: Question) => Answer | undefined;
  readonly now: (question: Question) => Answer | undefined;
}

/** True if a cell asks other questions than before. Calls whose arguments are not known are no sign of that. */
export function asksOther({ asked, asks }: Refreshed): boolean {
  if (asked.unknown > 0 || asks.unknown > 0) return false;
  const keys = new Set(asked.questions.map(({ key }) => key));
  return keys.size !== asks.questions.length || asks.questions.some(({ key }) => !keys.has(key));
}
