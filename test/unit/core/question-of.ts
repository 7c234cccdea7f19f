import { readQuestion, type Question, type Read } from "../../../src/core/question";

/** The question of valid arguments. */
export function questionOf(read: Read): Question {
  if (!("question" in read)) throw new Error("These arguments ask nothing.");
  return read.question;
}

export const asking = (fn: Parameters<typeof readQuestion>[0], ...args: readonly unknown[]): Question => questionOf(readQuestion(fn, args));
