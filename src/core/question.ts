import { type Argument, isBlank, readArguments, several, shown, tooMany } from "../contract/arguments";
import { isoOfSerial, isYear } from "../contract/dates";
import { CELL_ERRORS } from "../contract/error-values";
import { type FunctionName, functionSpec, type Parameter } from "../contract/functions";
import { readPath } from "../contract/read-path";
import { quoted, visible } from "../contract/text";
import { failed, type Outcome } from "./outcome";

/** One argument from a host: a plain value, an error to pass on, or several values instead of one. */
type ValueIn =
  | { readonly kind: "plain"; readonly value: unknown }
  | { readonly kind: "error"; readonly error: string; readonly original: unknown }
  | { readonly kind: "several" };

const plain = (value: unknown): ValueIn => ({ kind: "plain", value });

/** Excel's error texts. Hosts pass an error as an object with one of them. */
const ERRORS = new Set([...CELL_ERRORS, "#PYTHON!", "#EXTERNAL!"]);

/**
 * Unwraps rich values (a number with a date format, an entity by its text), a range of one cell, error objects of
 * Excel (`{type: "Error", basicValue: "#N/A"}`) and of the custom functions runtime (`{code: "#N/A"}`).
 */
export function valueIn(raw: unknown): ValueIn {
  if (Array.isArray(raw)) {
    if (raw.length === 1) return valueIn(raw[0]);
    return raw.length === 0 ? plain(null) : { kind: "several" };
  }
  if (typeof raw !== "object" || raw === null) return plain(raw);
  const rich = raw as { type?: unknown; basicType?: unknown; basicValue?: unknown; text?: unknown; code?: unknown };
  const error = [rich.basicValue, rich.code].find((e) => typeof e === "string" && ERRORS.has(e)) as string | undefined;
  // An entity's basic value is always #VALUE!; the user sees its text.
  if ((rich.type === "Entity" || rich.type === "LinkedEntity") && typeof rich.text === "string") return plain(rich.text);
  if (rich.type === "Error" || rich.basicType === "Error" || error !== undefined) return { kind: "error", error: error ?? "#VALUE!", original: raw };
  if (rich.type === "Empty") return plain(null);
  return "basicValue" in rich ? plain(rich.basicValue) : plain(raw);
}

/** Converts serial numbers of date arguments to ISO days. 2024 is a year if the function takes years, otherwise 16 July 1905. */
export function dated(parameter: Parameter, value: unknown): unknown {
  if (typeof value !== "number") return value;
  if (parameter.kind === "date") return parameter.bareYear && isYear(value) ? value : (isoOfSerial(value) ?? value);
  if (parameter.kind === "period") return isYear(value) ? value : (isoOfSerial(value) ?? value);
  return value;
}

/** The cell as sent in a request, without its id. */
type QuestionCell = { readonly fn: string; readonly args: readonly Argument[] } | { readonly entity: string; readonly path: string };

/**
 * One question in normal form: equal questions have equal keys, whatever their case or date format. Keeps no arguments, because its key tells them: a workbook
 * may have 100,000 questions.
 */
export class Question {
  constructor(
    /** JSON of `[fn, ...args]`, or of `["", entity, path]`. */
    readonly key: string,
    /** Function name, or path of the SERVICE function. */
    readonly name: string,
  ) {}

  get cell(): QuestionCell {
    const [fn, ...args] = JSON.parse(this.key) as [string, ...Argument[]];
    return fn === "" ? { entity: String(args[0]), path: String(args[1]) } : { fn, args };
  }

  /** JSON of the cell with its id. Copied from the key: reading the key first would take longer. */
  json(id: number): string {
    const { key } = this;
    const first = key.indexOf(",");
    return key.startsWith('[""') ? JSON.stringify({ id, ...this.cell }) : `{"id":${id},"fn":${key.slice(1, first)},"args":[${key.slice(first + 1)}}`;
  }
}

export type Read = { readonly question: Question } | { readonly outcome: Outcome };

const wrong = (message: string): Read => ({ outcome: failed({ code: "argument", message }) });

const noArgument = (argument: string): Read => ({ outcome: failed({ code: "no_argument", argument }) });

const text = (a: Argument): string => (a === null ? "" : typeof a === "string" ? quoted(a) : String(a).toUpperCase());

/** Formula text of a question. Different questions have different texts. */
export function formulaOf({ cell }: Question): string {
  if ("path" in cell) return `SERVICE(${text(cell.entity)},${text(cell.path)})`;
  const { fn, args } = cell;
  const last = args.reduce<number>((n, a, i) => (a === null ? n : i + 1), 0);
  return `SERVICE.${fn}(${args.slice(0, last).map(text).join(",")})`;
}

/** Text that JSON does not escape. */
const PLAIN = /^[\w .:^/-]*$/;

/** JSON of `[fn, ...args]`. `join` is faster than JSON.stringify for plain text, and gives one flat string: `+` would keep its parts in memory. */
function keyOf(fn: string, args: readonly Argument[]): string {
  const parts = new Array<string>(args.length + 1);
  parts[0] = `["${fn}`;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    if (typeof arg !== "string" || !PLAIN.test(arg)) return JSON.stringify([fn, ...args]);
    parts[i + 1] = arg;
  }
  parts[args.length] += '"]';
  return parts.join('","');
}

/** The question with this key. */
export function questionOf(key: string): Question {
  const [fn, , path] = JSON.parse(key) as [string, ...Argument[]];
  return new Question(key, fn === "" ? String(path) : fn);
}

/** Reads a function call. An error value passes through; a wrong argument becomes a message; anything else becomes a question. */
export function readQuestion(fn: FunctionName, raw: readonly unknown[]): Read {
  const { parameters } = functionSpec(fn);
  /** Copy of the arguments, made only if one of them is unwrapped. */
  let values: unknown[] | undefined;
  for (let i = 0; i < raw.length; i++) {
    const given = raw[i];
    if (typeof given === "string") continue;
    const parameter = parameters[i];
    const read = valueIn(given);
    if (read.kind === "error") return { outcome: { kind: "error_in", error: read.error, original: read.original } };
    if (read.kind === "several") return wrong(several(parameter?.name ?? "argument"));
    const value = parameter ? dated(parameter, read.value) : read.value;
    if (value !== given) (values ??= [...raw])[i] = value;
  }
  const result = readArguments(fn, values ?? raw);
  if (!result.ok) return result.blank === undefined ? wrong(result.message) : noArgument(result.blank);
  return { question: new Question(keyOf(fn, result.args), fn) };
}

const MAX_ENTITY = 200;

/** Reads `SERVICE(entity, path)`; `more` are arguments that it does not have. */
export function readPathQuestion(rawEntity: unknown, rawPath: unknown, ...more: readonly unknown[]): Read {
  if (more.some((one) => !isBlank(one))) return wrong(tooMany("SERVICE", 2, more.length + 2));
  const read: unknown[] = [];
  for (const [name, raw] of [
    ["entity", rawEntity],
    ["path", rawPath],
  ] as const) {
    const value = valueIn(raw);
    if (value.kind === "error") return { outcome: { kind: "error_in", error: value.error, original: value.original } };
    if (value.kind === "several") return wrong(several(name));
    const one = typeof value.value === "number" && Number.isFinite(value.value) ? String(value.value) : value.value;
    read.push(typeof one === "string" ? visible(one) : one);
  }
  const [entityIn, pathIn] = read;
  if (isBlank(pathIn)) return noArgument("path");
  const known = readPath(pathIn);
  if (!known.ok) return wrong(known.message);
  const { path, fn } = known.path;
  // REGIME has no entity: its first argument is the field.
  const needsEntity = functionSpec(fn).parameters[0]?.name !== "field";
  if (needsEntity && isBlank(entityIn)) return noArgument("entity");
  if (needsEntity && typeof entityIn !== "string")
    return wrong(`entity: expected a name such as AAPL, got ${shown(entityIn)}${typeof entityIn === "boolean" ? "; put it in quotes" : ""}.`);
  const entity = typeof entityIn === "string" ? entityIn.trim().replace(/\s+/g, " ").toUpperCase() : "";
  if (entity.length > MAX_ENTITY) return wrong(`entity: expected at most ${MAX_ENTITY} characters, got ${entity.length}.`);
  return { question: new Question(JSON.stringify(["", entity, path]), path) };
}
