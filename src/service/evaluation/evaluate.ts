import type { Argument } from "../../contract/arguments";
import { momentText } from "../../contract/as-of";
import type { FunctionName } from "../../contract/functions";
import { forCell } from "../../contract/reason";
import type { EvalReply, WireAnswer, WireDocument } from "../../contract/wire";
import { provenanceOf } from "../answers/answering";
import { atFixedMoment } from "../answers/as-of";
import type { Context } from "../answers/context";
import { type FamilyAnswer, isReason, type Reason } from "../answers/family";
import { publishedRow, type PublishedValue } from "../answers/published-value";
import { inTurns } from "../answers/turns";
import { claimOf, evaluatorOf } from "../families/families";
import { readMarkets } from "../families/prediction/markets";
import type { RowsName } from "../store/freshness";
import type { NewestRead } from "../store/rows-read";
import { VERSION } from "../store/version";
import { withheldByPlan } from "./by-plan";
import { type Evaluated, lastingAnswers } from "./lasting-answers";
import { onWire } from "./on-wire";
import { createPublications, replyMeta } from "./publications";
import { type ReadCell, unanswered, type Unanswered } from "./read-cells";

/** Of each input of an answer, the row that became public last. */
const tracedRows = (answer: FamilyAnswer, newestOf: (names: readonly RowsName[]) => NewestRead | undefined): readonly NewestRead[] =>
  provenanceOf(answer).flatMap((name) => newestOf([name]) ?? []);

/** Names the rows of a reply's answers, and their documents. */
function createTraces({ store, clock }: Context) {
  const documents: WireDocument[] = [];
  const positions = new Map<number, number>();
  return {
    /** Adds the rows of an answer to it. */
    add: (answer: WireAnswer, rows: readonly NewestRead[]): void => {
      const traced = rows.flatMap((row) => {
        const found = store.documentOf(row);
        if (!found) return [];
        const { id, publisher, file, sha256, seen, rules } = found;
        let document = positions.get(id);
        if (document === undefined) {
          positions.set(id, (document = documents.length));
          documents.push({ sha256, publisher, file, position: id, received: seen, ...(rules > 0 ? { rules } : {}) });
        }
        return [{ document, dataset: row.dataset ?? "observation", entity: row.entity, date: row.date, ...(row.key === "" ? {} : { key: row.key }) }];
      });
      if (traced.length > 0) answer.trace = traced;
    },
    /** The members of `meta`. */
    meta: (imports: number) => ({ documents, import_position: imports, moment: momentText(clock.moment()), version: VERSION }),
  };
}

/**
 * When an answer's value became public: as its family states it, else with the newest of the rows that were read under the names of its provenance. A reason
 * has no such moment, nor has sample data, nor a property that does not age, such as a unit.
 */
function publicMoment(
  fn: FunctionName,
  args: readonly Argument[],
  answer: FamilyAnswer,
  newestOf: (names: readonly RowsName[]) => NewestRead | undefined,
  { clock, store }: Context,
): PublishedValue | undefined {
  if (isReason(answer) || answer.sample || claimOf(fn, args) === "constant") return undefined;
  const newest = answer.published ? undefined : newestOf(provenanceOf(answer));
  const found = answer.published ?? (newest && publishedRow(store, newest));
  if (!found) return undefined;
  const now = clock.moment();
  // A filing counts to the end of its day, also on the day itself.
  return found.at > now ? { ...found, at: now } : found;
}

interface EvaluateOptions {
  readonly onFault?: ((message: string) => void) | undefined;
  /** True: each answer names its rows, and the reply their documents. */
  readonly trace?: boolean | undefined;
}

/** An evaluated cell, or why it is refused. */
type EvaluatedCell = Evaluated | (Omit<Evaluated, "answer"> & { readonly answer: Unanswered | Reason });

/** State of one batch during its evaluation. */
interface Batch extends EvaluateOptions {
  readonly context: Context;
  readonly lasting: ReturnType<typeof lastingAnswers>;
  /** Answers by question, because many cells often have the same question. */
  readonly answers: Map<string, Evaluated>;
}

/**
 * Identifies a question. Its parts are joined at once: a text that is made by adding takes a map twice as long to look up. As JSON only if a text contains a mark of
 * the key, because that would take longer than many answers.
 */
function keyOf(fn: string, args: readonly Argument[]): string {
  const parts = [fn];
  for (const arg of args) {
    if (typeof arg !== "string") parts.push(`=${arg}`);
    else if (arg.startsWith("=") || arg.includes("\n")) return JSON.stringify([fn, args]);
    else parts.push(arg);
  }
  return parts.join("\n");
}

function evaluated({ asked }: ReadCell, { context, lasting, answers, trace }: Batch): EvaluatedCell {
  if ("code" in asked) return { answer: asked };
  const { fn, args } = asked;
  const evaluate = evaluatorOf(fn);
  if (!evaluate) return { answer: unanswered("unknown_function", forCell`This service does not answer ${fn}.`) };
  const withheld = withheldByPlan(fn, args, context.plan);
  if (withheld) return { answer: withheld };
  const question = keyOf(fn, args);
  let found = answers.get(question);
  if (!found) {
    const lasted = lasting.get(question);
    found =
      lasted && (!trace || lasted.rows)
        ? lasted
        : lasting.evaluated(question, (own, newestOf) => {
            const answer = evaluate(args, own);
            const published = publicMoment(fn, args, answer, newestOf, context);
            return trace ? { answer, published, rows: tracedRows(answer, newestOf) } : { answer, published };
          });
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

function evaluationOf(cells: readonly ReadCell[], asked: Context, options: EvaluateOptions) {
  const context = atFixedMoment(asked);
  const { records, reading } = context.store;
  const asOf = context.clock.asOf();
  const answers = new Map<string, Evaluated>();
  const publications = createPublications();
  const traces = options.trace ? createTraces(context) : undefined;
  const data: WireAnswer[] = [];
  // Once for all slices: a context of its own for each would make its reads slower.
  const lasting = lastingAnswers(context);
  const batch: Batch = { ...options, context, lasting, answers };
  let imports: number | undefined;
  return {
    /** Evaluates cells on one state of the database until all are done or `isOver` says so. Returns true once all are. */
    slice: (isOver: () => boolean): boolean =>
      reading(() => {
        imports ??= records.version();
        while (data.length < cells.length) {
          const cell = cells[data.length]!;
          const { answer, published, rows } = evaluatedOrFault(cell, batch);
          const said = onWire(cell.id, answer, context, asOf);
          if (published) said.public = publications.onWire(published);
          if (traces && rows) traces.add(said, rows);
          data.push(said);
          if (isOver()) break;
        }
        return data.length === cells.length;
      }),
    /** True if an import has changed the database since the first slice. */
    isOutdated: (): boolean => imports !== undefined && records.version() !== imports,
    reply: (): EvalReply => {
      const answered = [...answers.values()].map(({ answer }) => answer);
      const meta = { ...replyMeta(data, answered), ...publications.meta(), ...traces?.meta(imports ?? records.version()) };
      return { data, count: data.length, as_of: asOf, meta };
    },
  };
}

/** Evaluates all cells, in order. Their ids are unique. */
export function evaluateCells(cells: readonly ReadCell[], asked: Context, options: EvaluateOptions = {}): EvalReply {
  const evaluation = evaluationOf(cells, asked, options);
  evaluation.slice(() => false);
  return evaluation.reply();
}

/** What cells of a function read of all markets, in slices of its own: a cell is evaluated in one. */
const READ_FIRST: Readonly<Partial<Record<FunctionName, (context: Context) => Promise<void>>>> = { ODDS: readMarkets };

/** Imports after which an evaluation in slices begins again. After more of them it ends in one slice. */
const MOST_RESTARTS = 3;

/** The same in slices, so that other requests are answered meanwhile. If there is an import in between it begins again: a reply is of one state of the database. */
export async function evaluateInSlices(cells: readonly ReadCell[], asked: Context, options: EvaluateOptions = {}): Promise<EvalReply> {
  for (const read of new Set(cells.flatMap((cell) => ("fn" in cell.asked && READ_FIRST[cell.asked.fn]) || []))) await read(atFixedMoment(asked));
  let evaluation = evaluationOf(cells, asked, options);
  let restarts = 0;
  await inTurns(asked, (isOver) => {
    if (evaluation.isOutdated()) {
      evaluation = evaluationOf(cells, asked, options);
      restarts++;
    }
    return evaluation.slice(restarts > MOST_RESTARTS ? () => false : isOver);
  });
  return evaluation.reply();
}
