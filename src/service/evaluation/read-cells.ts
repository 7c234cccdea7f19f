import { TypeCompiler } from "@sinclair/typebox/compiler";
import { type Argument, readArguments } from "../../contract/arguments";
import { FUNCTION_NAMES, type FunctionName, functionSpec, isFunctionName } from "../../contract/functions";
import { declarationOf } from "../../contract/functions/declarations";
import { holdsKey } from "../../contract/key-in-text";
import { didYouMean } from "../../contract/nearest";
import { readPath } from "../../contract/read-path";
import { forCell, shortened } from "../../contract/reason";
import { SERIES_IDS } from "../../contract/series";
import { capital } from "../../contract/text";
import { unknownName } from "../../contract/unknown-name";
import { WireCell } from "../../contract/wire";
import type { Reason } from "../answers/family";
import { seriesNamed } from "../names/rates";

/** The functions whose first argument is a series. */
const OF_SERIES: ReadonlySet<FunctionName> = new Set(FUNCTION_NAMES.filter((fn) => declarationOf(fn).parameters[0]?.is === "series"));

/** The curated series that cells name, each once. */
export function seriesInCells(cells: readonly ReadCell[]): string[] {
  const named = cells.flatMap(({ asked }) => ("args" in asked && OF_SERIES.has(asked.fn) ? [seriesNamed(String(asked.args[0]))] : []));
  return [...new Set(named)].filter((id) => SERIES_IDS.includes(id));
}

const cellShape = TypeCompiler.Compile(WireCell);

/** Why a cell is refused before its family evaluates it. */
export type Unanswered = Pick<Reason, "code" | "reason" | "explanation">;
type Refusal = "bad_argument" | "unknown_function" | "service_fault";

/** A refusal before any family is called, in the two lengths of a reason. */
export const unanswered = (code: Refusal, reason: string, explanation?: string): Unanswered => ({ code, reason, explanation });

/** Maximum number of characters of an unknown name that a sentence quotes. */
const MOST_SHOWN = 60;

function unknownFunction(fn: string): Unanswered {
  if (fn === "") return unanswered("unknown_function", "The function's name is blank.", "The function's name is blank. Name one such as PRICE or FRED.");
  const hint = didYouMean(fn.replace(/^SERVICE[._]/, "").slice(0, MOST_SHOWN), FUNCTION_NAMES);
  return unanswered(
    "unknown_function",
    forCell`There is no function ${fn}.`,
    `There is no function ${shortened(fn, MOST_SHOWN)}. ${hint ? capital(hint) : "Name one such as PRICE or FRED."}`,
  );
}

/** A cell's function with its raw arguments, or why it cannot be read. */
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

/** One cell of a batch: its function with normalized arguments, or why it is refused. */
export interface ReadCell {
  readonly id: number;
  readonly asked: { readonly fn: FunctionName; readonly args: readonly Argument[] } | Unanswered;
}

const ELSEWHERE = { as_of: "in the body, next to cells" };

const holds = (text: unknown, key: string): boolean => typeof text === "string" && holdsKey(text, key);

/** True if any text of a cell contains the key. Without a list of the texts: every cell of a batch is checked. */
const cellHolds = ({ fn, entity, path, args }: WireCell, key: string): boolean =>
  holds(fn, key) || holds(entity, key) || holds(path, key) || (args !== undefined && args.some((text) => holds(text, key)));

const KEY_IN_CELL = unanswered(
  "bad_argument",
  "The formula holds the API key; take it out.",
  "The formula holds the API key. Take it out: the key belongs in the Authorization header alone.",
);

function read(cell: object, key: string | undefined): ReadCell["asked"] {
  const unknown = unknownName("member", cell, WireCell.properties, ELSEWHERE);
  if (unknown !== undefined) {
    if (key !== undefined && Object.keys(cell).some((name) => holdsKey(name, key))) return KEY_IN_CELL;
    return unanswered("bad_argument", "The cell's call is malformed.", `Malformed cell: ${unknown}`);
  }
  if (!cellShape.Check(cell)) {
    const error = cellShape.Errors(cell).First();
    return unanswered("bad_argument", "The cell's call is malformed.", `Malformed cell at ${error?.path ?? "/"}: ${error?.message ?? "unexpected value"}`);
  }
  if (key !== undefined && cellHolds(cell, key)) return KEY_IN_CELL;
  const asked = resolve(cell);
  if ("code" in asked) return asked;
  const result = readArguments(asked.fn, asked.args);
  return result.ok ? { fn: asked.fn, args: result.args } : unanswered("bad_argument", result.short, result.message);
}

/**
 * Parses the cells of a batch. If a cell is malformed, only that cell fails.
 * @param key the API key of the request. A cell that contains it is refused, and no reason repeats it.
 */
export const readWireCells = (cells: readonly { readonly id: number }[], key?: string): ReadCell[] =>
  cells.map((cell) => ({ id: cell.id, asked: read(cell, key) }));
