import { serialOf } from "../../contract/dates";
import type { CallLog } from "../../core/call-log";
import { type Answer, REASON_PREFIX } from "../../core/outcome";
import type { Question } from "../../core/question";
import { isError } from "../../workbook/cell";
import { addressOf } from "../../workbook/cell-address";
import type { CellQuestions } from "./questions-of";

/** What tells an old value: which answer each cell received, and the last answer of each question. */
export interface ReceivedAnswers {
  readonly callLog: Pick<CallLog, "received">;
  readonly last: (question: Question) => Answer | undefined;
}

/**
 * The value that this cell was given, if it shows another one: Excel can keep the old value of a cell, with a mark that it is calculated, after the answer has
 * come. Known only for a formula that is a single call, whose answer is a value.
 */
export function newerThanShown({ cell, questions, unknown, alone }: CellQuestions, { callLog, last }: ReceivedAnswers): Answer | undefined {
  const [question] = questions;
  if (!alone || unknown > 0 || question === undefined || isError(cell.value) || cell.value === null) return undefined;
  const answer = last(question);
  const received = callLog.received(addressOf(cell), question)?.dated;
  // Another cell may have asked again since.
  if (!answer || answer.value === null || received?.receivedAt !== answer.receivedAt) return undefined;
  const { value } = answer;
  if (typeof cell.value === "string" && cell.value.startsWith(REASON_PREFIX)) return answer;
  const shown = [value, ...(answer.kind === "date" && typeof value === "string" ? [serialOf(value)] : [])];
  return shown.includes(cell.value) ? undefined : answer;
}
