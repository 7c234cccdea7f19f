import type { Answer } from "../core/outcome";
import type { Question } from "../core/question";
import type { CellPlace } from "../workbook/cell";

/** A question, the cells with it, and its answer or why there is none. */
export interface Used {
  readonly question: Question;
  readonly cells: readonly CellPlace[];
  readonly answer: Answer | undefined;
  readonly why: string | undefined;
}
