import type { Answer } from "../../../src/core/outcome";
import { readQuestion, type Question, type Read } from "../../../src/core/question";

/** The question of valid arguments. */
export function questionOf(read: Read): Question {
  if (!("question" in read)) throw new Error("These arguments ask nothing.");
  return read.question;
}

export const asking = (fn: Parameters<typeof readQuestion>[0], ...args: readonly unknown[]): Question => questionOf(readQuestion(fn, args));

/** An answer without unit, dates and source, unless they are given. */
export const answerOf = (value: Answer["value"], more: Partial<Answer> = {}): Answer => ({
  value,
  caveats: [],
  sample: false,
  maxAgeS: 60,
  receivedAt: 0,
  ...more,
});
