import type { Argument } from "../../contract/arguments";
import { forCell } from "../../contract/reason";
import type { EvalReply } from "../../contract/wire";
import { fixed } from "../answers/as-of";
import type { Context } from "../answers/context";
import type { Reason } from "../answers/family";
import { evaluatorOf } from "../families/families";
import { withheldByPlan } from "./by-plan";
import { lastingAnswers, type Evaluated, type LastingAnswers } from "./lasting-answers";
import { onWire } from "./on-wire";
import { publicationOf } from "./publication-of";
import { unanswered, type ReadCell, type Unanswered } from "./read-cells";
import { createPublications } from "./publications";
import { replyMeta } from "./reply-meta";

interface EvaluateOptions {
  readonly onFault?: ((message: string) => void) | undefined;
}

/** An evaluated cell, or why it is refused. */
type EvaluatedCell = Evaluated | { readonly answer: Unanswered | Reason; readonly published?: undefined };

/** State of one batch during its evaluation. */
interface Batch extends EvaluateOptions {
  readonly context: Context;
  readonly lasting: LastingAnswers;
  /** Answers by question, because many cells often have the same question. */
  readonly answers: Map<string, Evaluated>;
}

/** Identifies a question. As JSON only if a text contains the separator, because that would take longer than many answers. */
function keyOf(prefix: string, fn: string, args: readonly Argument[]): string {
  let key = `${prefix}\n${fn}`;
  for (const arg of args) {
    if (typeof arg === "string" && arg.includes("\n")) return JSON.stringify([prefix, fn, args]);
    key += typeof arg === "string" ? `\n"${arg}` : `\n${arg}`;
  }
  return key;
}

function evaluated({ asked }: ReadCell, { context, lasting, answers }: Batch): EvaluatedCell {
  if ("code" in asked) return { answer: asked };
  const { fn, args } = asked;
  const evaluate = evaluatorOf(fn);
  if (!evaluate) return { answer: unanswered("unknown_function", forCell`This service does not answer ${fn}.`) };
  const withheld = withheldByPlan(fn, args, context.plan);
  if (withheld) return { answer: withheld };
  const question = keyOf(lasting.prefix, fn, args);
  let found = answers.get(question);
  if (!found) {
    found =
      lasting.get(question) ??
      lasting.evaluated(question, (own) =>
        own.store.reads.noting((newestOf) => {
          const answer = evaluate(args, own);
          return { answer, published: publicationOf(fn, args, answer, newestOf, context) };
        }),
      );
    answers.set(question, found);
  }
  return found;
}

/** Evaluates one cell. If its family throws, only this cell fails. */
function evaluatedOrFault(cell: ReadCell, batch: Batch): EvaluatedCell {
  try {
    return evaluated(cell, batch);
  } catch (e) {
    batch.onFault?.(e instanceof Error ? (e.stack ?? e.message) : String(e));
    const fault = unanswered(
      "service_fault",
      "The service had an error with this cell. Try again later.",
      "The service had an error with this cell. Try again later; the operator's log has the details.",
    );
    return { answer: fault };
  }
}

/** Evaluates all cells, in order. Their ids are unique. */
export function evaluateCells(cells: readonly ReadCell[], asked: Context, options: EvaluateOptions = {}): EvalReply {
  const context = fixed(asked);
  const asOf = context.clock.asOf();
  const answers = new Map<string, Evaluated>();
  const publications = createPublications();
  const data = context.store.reading(() => {
    const batch: Batch = { ...options, context, lasting: lastingAnswers(context), answers };
    return cells.map((cell) => {
      const { answer, published } = evaluatedOrFault(cell, batch);
      const said = onWire(cell.id, answer, context, asOf);
      if (published) said.public = publications.onWire(published);
      return said;
    });
  });
  return {
    data,
    count: data.length,
    as_of: asOf,
    meta: {
      ...replyMeta(
        data,
        [...answers.values()].map(({ answer }) => answer),
      ),
      ...publications.meta(),
    },
  };
}
