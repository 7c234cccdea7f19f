import { tooMany } from "../contract/arguments";
import { CAVEATS } from "../contract/caveats";
import { endWithNearest } from "../contract/nearest";
import { sheetPath } from "../contract/paths";
import { install } from "../core/ask";
import { createEvaluator } from "../core/evaluator";
import type { Failure } from "../core/failure";
import { doubtOf, REASON_PREFIX, reasonInCell, type Answer, type AnswerComponent, type Held } from "../core/outcome";
import { functions } from "../functions/index";
import { SAMPLE_NOTICE } from "../service/records/attribution";
import { parseLiteralCall } from "../workbook/formulas/literal";
import { answeringService } from "./answering-service";
import { type Io, linesOfFile, UsageError } from "./io";
import { defineCommand } from "./options";
import { serviceClient } from "./service-address";
import { STANDARD_DISPLAY, withoutArgument } from "../core/cell-display";
import { terminalWords } from "./terminal-words";

const HELP = `Evaluates SERVICE formulas as a cell would.

  npm run -s eval -- '=SERVICE.YIELD("10Y","2024-06-19")' …

  --file FILE     reads formulas from a file, one per line (skips blank lines and lines that begin with ')
  --json          prints one JSON object per line: value, unit, dates, source, caveats, short and full reason
  --as-of WHEN    answers as of a day (2024-06-25, its end in New York) or a moment (2024-06-25T14:30Z); later data is ignored
  --data DIR      the embedded service's folder; default: SERVICE_DATA, else .service
  --url URL       evaluates with another service; set its key in SERVICE_API_KEY`;

/** Result of one cell: its text, and the answer or error behind it. */
interface Cell {
  readonly shows: string;
  readonly answer?: Answer;
  readonly error?: string;
  readonly message?: string;
  readonly stale?: string;
}

/** A value as one line of text. */
const text = (value: Answer["value"]): string => (typeof value === "boolean" ? (value ? "TRUE" : "FALSE") : String(value).replace(/\r\n?|\n/g, " "));

/** Writes outcomes for a terminal: dates as ISO text, errors with their message. */
const writer = {
  answer: (answer: Answer, stale: Failure | undefined): Cell => ({
    shows: text(answer.value === null ? reasonInCell(answer) : answer.value),
    answer,
    ...(stale ? { stale: terminalWords(stale) } : {}),
  }),
  failure: (error: string, failure: Failure): Cell => {
    const text = failure.code === "no_argument" ? withoutArgument(failure, STANDARD_DISPLAY) : undefined;
    if (text !== undefined) return { shows: text, message: terminalWords(failure) };
    const message = terminalWords(failure);
    return { shows: `${error} ${message}`, error, message };
  },
  held: ({ value }: Held, stale: Failure): Cell => ({ shows: text(value), stale: terminalWords(stale) }),
  noKey: (failure: Failure): Cell => ({ shows: `${REASON_PREFIX}${terminalWords(failure)}` }),
  errorIn: (error: string): Cell => ({ shows: error, error }),
};

async function evaluateOne(formula: string): Promise<Cell> {
  const call = parseLiteralCall(formula);
  if (!call.ok) return { shows: `#VALUE! ${call.message}`, error: "#VALUE!", message: call.message };
  const evaluate = functions[call.id];
  if (!evaluate) {
    const path = call.id.replace(/^SERVICE\./, "").toLowerCase();
    const end = sheetPath(path) ? `; use SERVICE.GET(name,"${path}").` : endWithNearest(call.id, Object.keys(functions));
    const message = `There is no function ${call.id}${end}`;
    return { shows: `#NAME? ${message}`, error: "#NAME?", message };
  }
  const parameters = evaluate.length - 1;
  if (call.args.length > parameters) {
    const message = tooMany(call.id, parameters, call.args.length);
    return { shows: `#VALUE! ${message}`, error: "#VALUE!", message };
  }
  // Hosts pass null for an omitted argument.
  const args = Array.from({ length: parameters }, (_, i) => call.args[i] ?? null);
  return evaluate(...args, { onCanceled: undefined }) as Promise<Cell>;
}

/** When the observation of an answer became public, with the names of the service's reply. */
function publicationOf(answer: Answer | undefined): object {
  if (!answer?.published) return {};
  const { at, basis, revisions, firstUnknown } = answer.published;
  return { public: { at, basis }, revisions, ...(firstUnknown ? { first_value_unknown: true } : {}) };
}

/** A component of an answer, with the names of the service's reply. */
const componentOf = ({ observationDate, ...rest }: AnswerComponent): object => ({
  ...rest,
  ...(observationDate === undefined ? {} : { observation_date: observationDate }),
});

const asJson = (formula: string, { shows, answer, error, message, stale }: Cell): string =>
  JSON.stringify({
    formula,
    shows,
    value: answer?.value ?? null,
    ...(answer?.kind ? { kind: answer.kind } : {}),
    ...(answer?.unit ? { unit: answer.unit } : {}),
    ...(answer?.code ? { code: answer.code, reason: answer.reason } : {}),
    ...(answer?.explanation ? { explanation: answer.explanation } : {}),
    ...(answer?.observationDate ? { observation_date: answer.observationDate } : {}),
    ...(answer?.asOf ? { as_of: answer.asOf } : {}),
    ...publicationOf(answer),
    ...(answer?.source ? { source: answer.source, attribution: answer.attribution } : {}),
    caveats: answer?.caveats.map((id) => ({ id, meaning: (CAVEATS as Record<string, string>)[id] ?? id })),
    sample: answer?.sample,
    max_age_s: answer?.maxAgeS,
    ...(answer?.note ? { note: answer.note } : {}),
    ...(answer?.components ? { components: answer.components.map(componentOf) } : {}),
    ...(error ? { error } : {}),
    ...(message ? { message } : {}),
    ...(stale ? { stale } : {}),
  });

/** "line 3", "lines 1, 4 and 20 more". */
function linesOf(lines: readonly number[]): string {
  const named = lines.slice(0, 12).join(", ");
  return `${lines.length === 1 ? "line" : "lines"} ${named}${lines.length > 12 ? ` and ${lines.length - 12} more` : ""}`;
}

/** Full reasons of cells that show a short one, and doubts about values; each once, with its lines. */
function fullReasons(cells: readonly Cell[]): string[] {
  const lines = new Map<string, number[]>();
  for (const [i, { answer }] of cells.entries()) {
    const said = answer?.explanation ?? doubtOf(answer);
    if (said) lines.set(said, [...(lines.get(said) ?? []), i + 1]);
  }
  return [...lines].map(([full, of]) => `(${cells.length === of.length ? "" : `${linesOf(of)}: `}${text(full)})`);
}

function formulasOf(file: string | undefined, given: readonly string[], io: Io): string[] {
  if (file === undefined) return [...given];
  return [...given, ...linesOfFile("file", file, io).filter((line) => line.trim() !== "" && !line.startsWith("'"))];
}

/** `npm run -s eval`: prints one line per formula, exactly what the cell would show. Exits with 0 unless it could not run. */
export const evalCommand = defineCommand("eval", HELP, async ({ values, positionals }, io) => {
  const formulas = formulasOf(values.file, positionals, io);
  if (formulas.length === 0) {
    io.err(HELP);
    return 2;
  }
  const source = await answeringService(values, io);
  try {
    const client = serviceClient(source, io);
    install(createEvaluator<Cell>(client, writer));
    const cells = await Promise.all(formulas.map(evaluateOne));
    const problem = client.asOfProblem();
    if (problem?.code === "as_of_refused") throw new UsageError(`--as-of: ${problem.detail ?? terminalWords(problem)}`);
    cells.forEach((cell, i) => io.out(values.json ? asJson(formulas[i]!, cell) : cell.shows));
    if (!values.json) fullReasons(cells).forEach(io.err);
    const sampled = cells.flatMap((cell, i) => (cell.answer?.sample ? [i + 1] : []));
    if (sampled.length > 0 && !values.json) io.err(`(${sampled.length === cells.length ? "" : `${linesOf(sampled)}: `}${SAMPLE_NOTICE})`);
    for (const cell of cells) if (cell.stale) io.err(`(an older value: ${cell.stale})`);
    return 0;
  } finally {
    await source.close();
  }
});
