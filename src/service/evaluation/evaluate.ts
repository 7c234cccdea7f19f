import type { Argument } from "../../contract/arguments";
import { forCell } from "../../contract/reason";
import type { EvalReply } from "../../contract/wire";
import { fixed } from "../answers/as-of";
import type { Context } from "../answers/context";
import type { Answer } from "../answers/family";
import type { PublishedValue } from "../answers/published-value";
import { evaluatorOf } from "../families/families";
import { onWire } from "./on-wire";
import { publicationOf } from "./publication-of";
import { unanswered, type ReadCell, type Unanswered } from "./read-cells";
import { createPublications } from "./publications";
import { replyMeta } from "./reply-meta";

interface EvaluateOptions {
  readonly onFault?: ((message: string) => void) | undefined;
}

/** An answer, and when its value became public. */
interface Evaluated {
  readonly answer: Answer | Unanswered;
  readonly published?: PublishedValue | undefined;
}

/** State of one batch during its evaluation. */
interface Batch extends EvaluateOptions {
  readonly context: Context;
  /** Answers by question, because many cells often have the same question. */
  readonly answers: Map<string, Evaluated & { readonly answer: Answer }>;
}

/** Identifies a question. As JSON only if a text contains the separator, because that would take longer than many answers. */
function keyOf(fn: string, args: readonly Argument[]): string {
  let key = fn;
  for (const arg of args) {
    if (typeof arg === "string" && arg.includes("\n")) return JSON.stringify([fn, args]);
    key += typeof arg === "string" ? `\n"${arg}` : `\n${arg}`;
  }
  return key;
}

function evaluated({ asked }: ReadCell, { context, answers }: Batch): Evaluated {
  if ("code" in asked) return { answer: asked };
  const { fn, args } = asked;
  const evaluate = evaluatorOf(fn);
  if (!evaluate) return { answer: unanswered("unknown_function", forCell`This service does not answer ${fn}.`) };
  const question = keyOf(fn, args);
  let found = answers.get(question);
  if (!found) {
    found = context.store.reads.noting((newestOf) => {
      const answer = evaluate(args, context);
      return { answer, published: publicationOf(fn, args, answer, newestOf, context) };
    });
    answers.set(question, found);
  }
  return found;
}

/** Evaluates one cell. If its family throws, only this cell fails. */
function evaluatedOrFault(cell: ReadCell, batch: Batch): Evaluated {
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
  const batch: Batch = { ...options, context, answers: new Map() };
  const publications = createPublications();
  const data = context.store.reading(() =>
    cells.map((cell) => {
      const { answer, published } = evaluatedOrFault(cell, batch);
      const said = onWire(cell.id, answer, context, asOf);
      if (published) said.public = publications.onWire(published);
      return said;
    }),
  );
  return {
    data,
    count: data.length,
    as_of: asOf,
    meta: {
      ...replyMeta(
        data,
        [...batch.answers.values()].map(({ answer }) => answer),
      ),
      ...publications.meta(),
    },
  };
}
