import type { Client } from "../../core/client";
import { failed, outcomeOf, type Answer, type Outcome } from "../../core/outcome";
import { formulaOf, type Question } from "../../core/question";
import { answerOf } from "../../proof/answer-of";
import type { Lock } from "../../proof/lock";

/** Where the calls of a book's cells get their answers: a client of the service, or a lock. */
export type Asking = Pick<Client, "atOnce" | "request" | "peek">;

/** Which cell asked which question, and the answers. */
export interface Recorded {
  /** By key of the question. */
  readonly answers: ReadonlyMap<string, Answer>;
  /** Keys of the questions that a cell asked when it was last calculated, each once. */
  questionsOf(cell: string): readonly string[];
}

/** Asks as `asking` does, and records it. */
export function recording(asking: Asking): { readonly asking: Asking; readonly recorded: Recorded } {
  const answers = new Map<string, Answer>();
  const cells = new Map<string, Set<string>>();
  /** Cells with a call that was answered later: they are calculated once more, and ask everything again. */
  const calculatedAgain = new Set<string>();
  const note = (cell: string | undefined, { key }: Question): void => {
    if (cell === undefined) return;
    const known = calculatedAgain.delete(cell) ? undefined : cells.get(cell);
    if (known) known.add(key);
    else cells.set(cell, new Set([key]));
  };
  const noteAnswer = ({ key }: Question, outcome: Outcome): void => {
    if (outcome.kind === "answer" && !outcome.stale) answers.set(key, outcome.answer);
  };
  return {
    asking: {
      peek: (...args) => asking.peek(...args),
      atOnce: (question, cell) => {
        note(cell, question);
        const outcome = asking.atOnce(question, cell);
        if (outcome) noteAnswer(question, outcome);
        return outcome;
      },
      request: (question, caller, cell) =>
        asking.request(
          question,
          {
            settle: (outcome) => {
              noteAnswer(question, outcome);
              if (cell !== undefined) calculatedAgain.add(cell);
              caller.settle(outcome);
            },
          },
          cell,
        ),
    },
    recorded: { answers, questionsOf: (cell) => [...(cells.get(cell) ?? [])] },
  };
}

/** Answers from a lock alone. A question that the lock does not have fails. */
export function replaying(lock: Lock): Asking {
  const outcomeFor = (question: Question): Outcome => {
    const asked = formulaOf(question);
    const found = lock.questions[asked];
    return found && Object.hasOwn(lock.questions, asked)
      ? outcomeOf(answerOf(found, lock))
      : failed({ code: "host", message: `The lock has no answer to ${asked}: the book has changed since. Refresh it from the service.` });
  };
  return { peek: outcomeFor, atOnce: outcomeFor, request: (question, caller) => (caller.settle(outcomeFor(question)), () => undefined) };
}
