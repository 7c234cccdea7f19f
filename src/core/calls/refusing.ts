import { isArgumentCode } from "../../contract/codes";
import type { Failure } from "../failure";
import { failed, outcomeOf, type Held, type Outcome } from "../outcome";
import type { Question } from "../question";
import type { ClientParts } from "./parts";

export type Refusing = ReturnType<typeof createRefusing>;

const NO_KEY: Failure = { code: "no_key" };

/** Outcomes of calls that get no new answer. */
export function createRefusing({ session, cache, gate, cellMs, metrics, unanswered }: ClientParts) {
  const waitingForKey = new Set<string>();

  /** Outcome of a failed call: the old answer marked stale, else the held value of its cell, else the failure. */
  function insteadOf(question: Question, failure: Failure, cell: string | undefined, held: Held | undefined): Outcome {
    metrics.failed(question, failure, cell);
    unanswered.failed(failure, cell);
    if (cell && failure === session.keyRefusal()) waitingForKey.add(cell);
    const old = cache.last(question.key);
    if (old) return { ...outcomeOf(old), ...(isArgumentCode(old.code ?? "") ? {} : { stale: failure }) };
    return held ? { kind: "held", held, stale: failure } : failed(failure);
  }

  /** Outcome of a call without a key. Its cell then waits for one. */
  function noKey(cell: string | undefined, held: Held | undefined): Outcome {
    if (cell) waitingForKey.add(cell);
    return held ? { kind: "held", held, stale: NO_KEY } : { kind: "no_key", failure: NO_KEY };
  }

  return {
    /** Outcome of a call for which nothing may be sent now; undefined if it may be sent. */
    refusedNow: (question: Question, cell: string | undefined, held: Held | undefined): Outcome | undefined => {
      if (session.access() === "none") return noKey(cell, held);
      const problem = session.asOfProblem();
      const refusal = problem?.code === "as_of_unreadable" ? problem : session.keyRefusal();
      if (refusal) return insteadOf(question, refusal, cell, held);
      const shut = gate.shutFor();
      return shut > cellMs ? insteadOf(question, { code: "rate_limited", waitMs: shut }, cell, held) : undefined;
    },
    insteadOf,
    noKey,
    /** Returns and clears the cells that wait for a key, or for another one after a refusal, each once. */
    takeWaitingForKey: () => {
      const cells = [...waitingForKey];
      waitingForKey.clear();
      return cells;
    },
  };
}
