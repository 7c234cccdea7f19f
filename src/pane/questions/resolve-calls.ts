import { groupedBy } from "../../contract/lists";
import type { CallLog } from "../../core/call-log";
import type { Question } from "../../core/question";
import { type ArgumentInFormula, type CallInFormula, readCalls } from "../../workbook/formulas/call-arguments";
import { BUSY, type CellPlace, type CellValue, isError } from "../../workbook/cell";
import { addressOf } from "../../workbook/cell-address";
import { paneWords } from "../pane-words";
import { yieldToPage } from "../work/yield-to-page";
import type { Watch, Workbook } from "../workbook";
import { WorkbookRefusal } from "../../workbook/workbook-refusal";
import { asArgument, matchesCall, readCall } from "./read-call";

/** Values of cells by `placeKey`, and for sheets that could not be read, why, by name in lower case. */
interface ReadPlaces {
  readonly values: ReadonlyMap<string, CellValue>;
  readonly refusals: ReadonlyMap<string, string>;
}

const placeKey = ({ sheet, row, column }: CellPlace): string => `${sheet.toLowerCase()}\n${row}\n${column}`;

/** Cells read per call. */
const BATCH = 5_000;

/**
 * Reads cells in few calls. A sheet that cannot be read does not affect the others.
 * @param own sheets of the cells that refer to these, in lower case: if all that a call reads are among them and it fails, the refusal is thrown
 */
async function readPlaces(
  places: readonly CellPlace[],
  own: ReadonlySet<string>,
  workbook: Pick<Workbook, "shown">,
  signal: AbortSignal | undefined,
): Promise<ReadPlaces> {
  const values = new Map<string, CellValue>();
  const refusals = new Map<string, string>();
  const read = async (batch: readonly CellPlace[]) => {
    const shown = await workbook.shown(batch, signal && { signal });
    for (const [i, place] of batch.entries()) {
      const cell = shown[i];
      if (cell) values.set(placeKey(place), cell.value);
    }
  };
  const isOwn = (sheet: string) => own.has(sheet.toLowerCase());
  for (let from = 0; from < places.length && !signal?.aborted; from += BATCH) {
    const batch = places.slice(from, from + BATCH);
    try {
      await read(batch);
    } catch (e) {
      const sheets = groupedBy(batch, ({ sheet }) => sheet);
      if (!(e instanceof WorkbookRefusal) || signal?.aborted || [...sheets.keys()].every(isOwn)) throw e;
      for (const [sheet, onSheet] of sheets)
        await read(onSheet).catch((why: unknown) => {
          if (!(why instanceof WorkbookRefusal) || isOwn(sheet)) throw why;
          refusals.set(sheet.toLowerCase(), why.message);
        });
    }
    if (from + BATCH < places.length) await yieldToPage();
  }
  return { values, refusals };
}

/** The question of one call, or why there is none. */
export type Asks =
  | { readonly kind: "question"; readonly question: Question }
  /** An argument is invalid; the message names it. `blank` if its cell is empty, which is no error. */
  | { readonly kind: "wrong"; readonly message: string; readonly blank?: true }
  /** An argument is an error value, which the function returns. */
  | { readonly kind: "error_in"; readonly error: string }
  /** An argument is calculated and the cell has not been evaluated yet; `why` if the argument's cell could not be read. */
  | { readonly kind: "unknown"; readonly why?: string };

export interface ResolvedCall {
  readonly id: string;
  /** The call as written in the formula. */
  readonly text: string;
  readonly start: number;
  /** The formula is only this call. */
  readonly alone: boolean;
  readonly asks: Asks;
}

/** A cell whose formula is resolved. */
interface CellToResolve extends CellPlace {
  readonly formula: string;
}

/** Cells after which the work yields to the page. */
const SLICE = 1_000;

const placeOf = (argument: ArgumentInFormula, home: CellPlace): CellPlace | undefined =>
  argument.kind === "reference" ? { sheet: argument.sheet ?? home.sheet, row: argument.row, column: argument.column } : undefined;

/** Values of a call's arguments; undefined for one that is unknown or still calculating. */
const valuesOf = ({ args }: CallInFormula, home: CellPlace, { values }: ReadPlaces): readonly (CellValue | undefined)[] =>
  args.map((argument) => {
    const place = placeOf(argument, home);
    const value = argument.kind === "literal" ? argument.value : place && values.get(placeKey(place));
    return value !== undefined && isError(value) && value.error === BUSY ? undefined : value;
  });

const isKnown = (value: CellValue | undefined): value is CellValue => value !== undefined;

function whyUnknown({ args }: CallInFormula, home: CellPlace, { refusals }: ReadPlaces): string | undefined {
  if (refusals.size === 0) return undefined;
  const sheets = args.flatMap((argument) => placeOf(argument, home)?.sheet.toLowerCase() ?? []);
  return sheets.map((sheet) => refusals.get(sheet)).find((why) => why !== undefined);
}

function asksOf(id: string, values: readonly CellValue[]): Asks {
  const read = readCall(id, values.map(asArgument));
  if (!read) return { kind: "wrong", message: `There is no function ${id}. Build lists all functions.` };
  if ("question" in read) return { kind: "question", question: read.question };
  const { outcome } = read;
  if (outcome.kind === "error_in") return { kind: "error_in", error: outcome.error };
  if (outcome.kind === "failure" && outcome.failure.code === "no_argument") return { kind: "wrong", message: paneWords(outcome.failure), blank: true };
  return { kind: "wrong", message: outcome.kind === "failure" ? paneWords(outcome.failure) : "The arguments cannot be read. Open the formula in Build." };
}

/** Resolves one cell's calls. A call with unknown arguments gets the question that the cell last sent to the same function. */
function resolveCell(cell: CellToResolve, calls: readonly CallInFormula[], read: ReadPlaces, callLog: CallLog): readonly ResolvedCall[] {
  const values = calls.map((call) => valuesOf(call, cell, read));
  const asks = calls.map((call, n): Asks => {
    const own = values[n] ?? [];
    if (own.every(isKnown)) return asksOf(call.id, own);
    const why = whyUnknown(call, cell, read);
    return { kind: "unknown", ...(why === undefined ? {} : { why }) };
  });
  const open = asks.flatMap((one, n) => (one.kind === "unknown" ? [n] : []));
  if (open.length > 0) {
    const taken = new Set(asks.flatMap((one) => (one.kind === "question" ? [one.question.key] : [])));
    const before = callLog.questionsOf(addressOf(cell));
    // The log has the newest question first and a formula calls from left to right, so assign from the last call backwards.
    for (const n of open.reverse()) {
      const question = before.find((q) => !taken.has(q.key) && matchesCall(q, calls[n]!.id, values[n] ?? []));
      if (!question) continue;
      taken.add(question.key);
      asks[n] = { kind: "question", question };
    }
  }
  return calls.map(({ id, start, end, alone }, n) => ({ id, text: cell.formula.slice(start, end), start, alone, asks: asks[n]! }));
}

/**
 * Resolves the question of every SERVICE call of these cells, without sending a request: literal arguments are parsed, referenced cells are read together,
 * and for calculated arguments the question of the last evaluation is used. In the order of the cells; fewer if the signal aborts.
 */
export async function resolveCalls(
  cells: readonly CellToResolve[],
  callLog: CallLog,
  workbook: Pick<Workbook, "shown">,
  watch: Watch = {},
): Promise<readonly (readonly ResolvedCall[])[]> {
  const calls: (readonly CallInFormula[])[] = [];
  const places = new Map<string, CellPlace>();
  const own = new Set<string>();
  for (const [i, cell] of cells.entries()) {
    const inCell = readCalls(cell.formula);
    calls.push(inCell);
    own.add(cell.sheet.toLowerCase());
    for (const argument of inCell.flatMap((call) => call.args)) {
      const place = placeOf(argument, cell);
      if (place) places.set(placeKey(place), place);
    }
    if (i % SLICE === SLICE - 1) await yieldToPage();
  }
  const read = await readPlaces([...places.values()], own, workbook, watch.signal);
  const resolved: (readonly ResolvedCall[])[] = [];
  for (const [i, cell] of cells.entries()) {
    resolved.push(resolveCell(cell, calls[i] ?? [], read, callLog));
    if (i % SLICE < SLICE - 1) continue;
    watch.progress?.(i + 1, cells.length);
    await yieldToPage();
    if (watch.signal?.aborted) return resolved;
  }
  watch.progress?.(cells.length, cells.length);
  return resolved;
}
