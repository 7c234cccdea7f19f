import { TypeCompiler } from "@sinclair/typebox/compiler";
import { readArguments } from "../../contract/arguments";
import { isFaultCode } from "../../contract/codes";
import { functionSpec, isFunctionName, FUNCTION_NAMES, type FunctionName } from "../../contract/functions";
import { didYouMean } from "../../contract/nearest";
import { readPath } from "../../contract/read-path";
import { forCell, shortened } from "../../contract/reason";
import { WireCell, type EvalReply, type WireAnswer, type WireComponent } from "../../contract/wire";
import { evaluatorOf } from "../families/families";
import { HOUR, isReason, type AbsentComponent, type Answer, type Component, type Reason } from "../answers/family";
import type { Context } from "../answers/context";
import { holdsKey } from "../../contract/holds-key";
import { replyMeta } from "./reply-meta";
import type { RowsName } from "../store/freshness";

const cellShape = TypeCompiler.Compile(WireCell);

type Unanswered = Pick<Reason, "code" | "reason" | "explanation">;
type Refusal = "bad_argument" | "unknown_function" | "service_fault";

/** A question that no family was asked, in the two lengths of a reason. */
const unanswered = (code: Refusal, reason: string, explanation?: string): Unanswered => ({ code, reason, explanation });

/** Characters of an unknown name that a sentence quotes. */
const MOST_SHOWN = 60;

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function unknownFunction(fn: string): Unanswered {
  if (fn === "") return unanswered("unknown_function", "The function's name is blank.", "The function's name is blank. Name one such as PRICE or FRED.");
  const hint = didYouMean(fn.replace(/^SERVICE[._]/, "").slice(0, MOST_SHOWN), FUNCTION_NAMES);
  return unanswered(
    "unknown_function",
    forCell`There is no function ${fn}.`,
    `There is no function ${shortened(fn, MOST_SHOWN)}. ${hint ? capital(hint) : "Name one such as PRICE or FRED."}`,
  );
}

/** Which function a cell asks, with its raw arguments; or why that cannot be told. */
function resolve(cell: WireCell): { fn: FunctionName; args: readonly unknown[] } | Unanswered {
  if (cell.fn !== undefined && cell.path !== undefined)
    return unanswered("bad_argument", "A function and a path were given; give one.", "Expected either fn with args, or entity with path; got both.");
  if (cell.fn !== undefined) {
    const fn = cell.fn.trim().toUpperCase();
    if (isFunctionName(fn)) return { fn, args: cell.args ?? [] };
    return unknownFunction(fn);
  }
  if (cell.path === undefined)
    return unanswered("bad_argument", "No function and no path was given.", "Expected fn with args, or entity with path; got neither.");
  const known = readPath(cell.path);
  if (!known.ok) return unanswered("bad_argument", known.short, known.message);
  const { fn, field = null } = known.path;
  const { parameters } = functionSpec(fn);
  return { fn, args: parameters.map((p, i) => (p.name === "field" ? field : i === 0 ? (cell.entity ?? null) : null)) };
}

interface EvaluateOptions {
  /** The key of the request: a cell that holds it is refused, and no reason repeats it. */
  readonly key?: string | undefined;
  readonly onFault?: ((message: string) => void) | undefined;
}

/** A batch that is being answered. */
interface Batch extends EvaluateOptions {
  readonly context: Context;
  /** What was answered already, by question: a book asks some of them in many cells. */
  readonly answers: Map<string, Answer>;
}

/** One cell: its arguments read, its family asked. A malformed cell costs only itself its answer. */
function answer(cell: unknown, { context, key, answers }: Batch): Answer | Unanswered {
  if (!cellShape.Check(cell)) {
    const error = cellShape.Errors(cell).First();
    return unanswered("bad_argument", "The cell's question is malformed.", `Malformed cell at ${error?.path ?? "/"}: ${error?.message ?? "unexpected value"}`);
  }
  if (key !== undefined && [cell.fn, cell.entity, cell.path, ...(cell.args ?? [])].some((text) => typeof text === "string" && holdsKey(text, key)))
    return unanswered(
      "bad_argument",
      "The formula holds the API key; take it out.",
      "The formula holds the API key. Take it out: the key belongs in the Authorization header alone.",
    );
  const asked = resolve(cell);
  if ("code" in asked) return asked;
  const read = readArguments(asked.fn, asked.args);
  if (!read.ok) return unanswered("bad_argument", read.short, read.message);
  const evaluate = evaluatorOf(asked.fn);
  if (!evaluate) return unanswered("unknown_function", forCell`This service does not answer ${asked.fn}.`);
  const question = JSON.stringify([asked.fn, ...read.args]);
  let found = answers.get(question);
  if (!found) answers.set(question, (found = evaluate(read.args, context)));
  return found;
}

/** The same, with a fault of a family kept to the cell that met it. */
function answerOrFault(cell: unknown, batch: Batch): Answer | Unanswered {
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

/** A part of an answer as it is said on the wire. */
export function componentOnWire(component: Component | AbsentComponent): WireComponent {
  if ("absent" in component) return component;
  const { sample, provenance: _unsaid, ...said } = component;
  return { ...said, ...(sample ? { sample: true as const } : {}) };
}

/** The moment as of which these rows are what their publishers say, the oldest of several; the clock's of sample rows, and never later than the clock's. */
export function asOfRows({ clock, store }: Context, provenance: readonly RowsName[], now = clock.asOf()): string {
  const confirmed = provenance.length > 0 ? store.freshness.oldest(provenance) : undefined;
  return confirmed !== undefined && confirmed < now ? confirmed : now;
}

/** The names of the published rows that an answer rests on. */
export const provenanceOf = ({ provenance, components }: Answer): readonly RowsName[] =>
  provenance ?? components?.flatMap((component) => ("provenance" in component ? (component.provenance ?? []) : [])) ?? [];

function onWire(id: number, result: Answer | Unanswered, context: Context, asOf: string): WireAnswer {
  if (!("source" in result)) {
    const { explanation, ...said } = result;
    return { id, value: null, ...said, ...(explanation ? { explanation } : {}), max_age_s: isFaultCode(said.code) ? 0 : HOUR };
  }
  const { source, sample, observation_date, caveats, max_age_s, note, components } = result;
  // Written member by member: spread together, this is a seventh of a batch's time.
  const said: WireAnswer = { id, value: null, max_age_s, as_of: asOfRows(context, provenanceOf(result), asOf) };
  if (isReason(result)) {
    [said.code, said.reason] = [result.code, result.reason];
    if (result.explanation) said.explanation = result.explanation;
  } else {
    said.value = result.value;
    if (result.kind) said.kind = result.kind;
    if (result.unit) said.unit = result.unit;
  }
  if (observation_date) said.observation_date = observation_date;
  // What is said of a name alone (there is no such series) rests on no row, sample or other.
  if (sample || source !== "sample") said.source = source;
  if (caveats && caveats.length > 0) said.caveats = [...caveats];
  if (result.peerLevel) said.peer_level = result.peerLevel;
  if (note) said.note = note;
  if (components && components.length > 0) said.components = components.map(componentOnWire);
  if (sample) said.sample = true;
  return said;
}

/** Answers every cell, in the order asked; ids are unique by then. */
export function evaluateCells(cells: readonly { readonly id: number }[], asked: Context, options: EvaluateOptions = {}): EvalReply {
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
