import { forCell } from "../../contract/reason";
import type { EvalReply } from "../../contract/wire";
import { fixed } from "../answers/as-of";
import type { Context } from "../answers/context";
import type { Answer } from "../answers/family";
import { evaluatorOf } from "../families/families";
import { onWire } from "./on-wire";
import { unanswered, type ReadCell, type Unanswered } from "./read-cells";
import { createPublications } from "./publications";
import { replyMeta } from "./reply-meta";

interface EvaluateOptions {
  readonly onFault?: ((message: string) => void) | undefined;
}

/** State of one batch during its evaluation. */
interface Batch extends EvaluateOptions {
  readonly context: Context;
  /** Answers by question, because many cells often have the same question. */
  readonly answers: Map<string, Answer>;
}

function answer({ asked }: ReadCell, { context, answers }: Batch): Answer | Unanswered {
  if ("code" in asked) return asked;
  const evaluate = evaluatorOf(asked.fn);
  if (!evaluate) return unanswered("unknown_function", forCell`This service does not answer ${asked.fn}.`);
  const question = JSON.stringify([asked.fn, ...asked.args]);
  let found = answers.get(question);
  if (!found) answers.set(question, (found = evaluate(asked.args, context)));
  return found;
}

/** Evaluates one cell. If its family throws, only this cell fails. */
function answerOrFault(cell: ReadCell, batch: Batch): Answer | Unanswered {
  try {
    return answer(cell, batch);
  } catch (e) {
    batch.onFault?.(e instanceof Error ? (e.stack ?? e.message) : String(e));
    return unanswered(
      "service_fault",
      "The service had an error with this cell. Try again later.",
      "The service had an error with this cell. Try again later; the operator's log has the details.",
    );
  }
}

/** Evaluates all cells, in order. Their ids are unique. */
export function evaluateCells(cells: readonly ReadCell[], asked: Context, options: EvaluateOptions = {}): EvalReply {
  const context = fixed(asked);
  const asOf = context.clock.asOf();
  const batch: Batch = { ...options, context, answers: new Map() };
  const publications = createPublications();
  const data = context.store.reading(() => cells.map((cell) => onWire(cell.id, answerOrFault(cell, batch), context, asOf, publications)));
  return {
    data,
    count: data.length,
    as_of: asOf,
    meta: { ...replyMeta(data, batch.answers.values()), ...publications.onWire() },
  };
}
