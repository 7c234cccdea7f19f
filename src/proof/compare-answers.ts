import type { Answer } from "../core/outcome";
import type { Lock, LockQuestion } from "./lock";

/** How the service's answer differs from a lock's. */
export interface AnswerDifference {
  /** A call as a formula writes it. */
  readonly question: string;
  readonly locked: LockQuestion;
  readonly now: Answer;
  /** Documents of the service's answer that it imported after the lock was written: it did not know them then. */
  readonly later: readonly { readonly file: string; readonly position: number; readonly received: string }[];
}

const isSame = (locked: LockQuestion, now: Answer): boolean =>
  locked.value === now.value &&
  locked.code === now.code &&
  locked.unit === now.unit &&
  locked.observation_date === now.observationDate &&
  locked.source === now.source &&
  (locked.sample === true) === now.sample;

/** Compares the answers that a service gives as of a lock's moment with those of the lock. A question without an answer is left out. */
export function compareAnswers({ questions, service }: Pick<Lock, "questions" | "service">, answerTo: (question: string) => Answer | undefined) {
  return Object.entries(questions).flatMap(([question, locked]): AnswerDifference[] => {
    const now = answerTo(question);
    if (!now || isSame(locked, now)) return [];
    const later = new Map(
      (now.trace?.rows ?? []).filter(({ document }) => document.position > service.import_position).map(({ document }) => [document.position, document]),
    );
    return [{ question, locked, now, later: [...later.values()] }];
  });
}
