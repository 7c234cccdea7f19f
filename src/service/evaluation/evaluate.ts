import { forCell } from "../../contract/reason";
import type { EvalReply } from "../../contract/wire";
import type { Context } from "../answers/context";
import type { Answer } from "../answers/family";
import { evaluatorOf } from "../families/families";
import { onWire } from "./on-wire";
import { unanswered, type ReadCell, type Unanswered } from "./read-cells";
import { replyMeta } from "./reply-meta";

interface EvaluateOptions {
  readonly onFault?: ((message: string) => void) | undefined;
}

/** A batch that is being answered. */
interface Batch extends EvaluateOptions {
  readonly context: Context;
  /** Answers by question: workbooks ask some questions in many cells. */
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

/** The same. A fault of a family costs only the cell that met it its answer. */
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

/** Answers every cell, in the order asked; ids are unique by then. */
export function evaluateCells(cells: readonly ReadCell[], asked: Context, options: EvaluateOptions = {}): EvalReply {
  // The clock is read once: one day for all of them, also where midnight falls between two.
  const asOf = asked.clock.asOf();
  const today = asOf.slice(0, 10);
  const context: Context = { ...asked, clock: { ...asked.clock, today: () => today, asOf: () => asOf } };
  const batch: Batch = { ...options, context, answers: new Map() };
  const data = context.store.reading(() => cells.map((cell) => onWire(cell.id, answerOrFault(cell, batch), context, asOf)));
  return {
    data,
    count: data.length,
    as_of: asOf,
    meta: replyMeta(data, batch.answers.values()),
  };
}
