import { UNCALLED_ERRORS } from "../../contract/error-values";
import { cellKey } from "../../core/cell-key";
import { LIMITS } from "../../core/limits";
import { failureIn, type Outcome, REASON_PREFIX } from "../../core/outcome";
import { formulaOf, type Question } from "../../core/question";
import { readBrokenNames } from "../../workbook/formulas/broken-names";
import { type CellPlace, type FormulaCell, isError, type ShownCell } from "../../workbook/cell";
import { addressOf } from "../../workbook/cell-address";
import type { PaneHost } from "../pane-host";
import { paneWords } from "../pane-words";
import type { CellQuestions } from "../questions/questions-of";
import { showsBusy } from "./wait-for-cells";

/** Whether a question got a new answer; if not, why. */
type Renewed = { readonly answered: true } | { readonly answered: false; readonly why: string };

function renewedBy(outcome: Outcome): Renewed {
  if (outcome.kind === "error_in") return { answered: false, why: `The service returned ${outcome.error}. Refresh again.` };
  const failure = failureIn(outcome);
  return failure ? { answered: false, why: paneWords(failure) } : { answered: true };
}

/**
 * Fetches a new answer for each question. Returns the results by key, without questions that the signal cancelled. Sends one request's worth at a time,
 * because each question's deadline starts when it is sent; so a slow service can answer a large workbook. After `LIMITS.inFlight` requests in a row
 * without an answer, the rest fail unsent.
 */
export async function refreshAll(
  questions: readonly Question[],
  { renew }: Pick<PaneHost["cells"], "renew">,
  signal: AbortSignal,
  progress: (done: number) => void,
): Promise<ReadonlyMap<string, Renewed>> {
  const renewed = new Map<string, Renewed>();
  let next = 0;
  let emptyBatches = 0;
  let lastWhy: Renewed | undefined;
  const inFlight = new Set<Promise<void>>();

  async function fetchBatch(batch: readonly Question[]): Promise<void> {
    // One signal per request: adding thousands of listeners to one compares each with all others.
    const own = new AbortController();
    const stop = () => own.abort();
    signal.addEventListener("abort", stop, { once: true });
    let anyAnswer = false;
    await Promise.all(
      batch.map(async (question) => {
        const result = renewedBy(await renew(question, own.signal));
        if (signal.aborted && !result.answered) return;
        if (result.answered) anyAnswer = true;
        else lastWhy = result;
        renewed.set(question.key, result);
        progress(renewed.size);
      }),
    );
    signal.removeEventListener("abort", stop);
    emptyBatches = anyAnswer ? 0 : emptyBatches + 1;
  }

  async function worker(): Promise<void> {
    while (next < questions.length && !signal.aborted && emptyBatches < LIMITS.inFlight) {
      const batch = fetchBatch(questions.slice(next, (next += LIMITS.chunk)));
      inFlight.add(batch);
      await batch;
      inFlight.delete(batch);
      // After an empty batch, wait for the others: they may fail, too.
      if (emptyBatches > 0) await Promise.all(inFlight);
    }
  }

  await Promise.all(Array.from({ length: LIMITS.inFlight }, worker));
  if (signal.aborted || next >= questions.length) return renewed;
  for (const { key } of questions.slice(next)) if (lastWhy) renewed.set(key, lastWhy);
  progress(renewed.size);
  return renewed;
}

/* Why a cell got no new answer. */
const BROKEN = "Broken function name. Repair it in Audit, then refresh.";
const WRONG = "An argument is invalid, so no request was sent. Open it in Build to see which.";
const NO_ANSWER = "The service did not answer. Refresh again.";
export const CHANGED_IN_REFRESH = "The cell changed during the refresh and was skipped. Refresh again.";
export const PENDING = "Not answered yet. If this persists, refresh again in a minute.";
export const STOPPED_BEFORE = "Stopped while the host calculated the cell. It may still change: refresh again to see what it has.";
export const NOT_CALCULATED = "Not calculated within 20 seconds. Finish editing, then refresh again.";
const NOT_CALLED = "It was calculated, but its function was not called. Audit says what to do.";
const NAMELESS = "Calculated, but it still shows #NAME?. Repair it in Audit, then refresh.";

/** A cell in a refresh. */
export interface CellWork {
  readonly asked: CellQuestions;
  readonly place: CellPlace;
  readonly address: string;
  /** Why it got no new answer. */
  why?: string;
}

function isBroken({ formula }: FormulaCell): boolean {
  const { broken, unknown } = readBrokenNames(formula);
  return broken > 0 || unknown.length > 0;
}

/** True for an error, or a text that contains a reason, even after other text of the formula. */
export const showsProblem = ({ value }: FormulaCell): boolean => isError(value) || (typeof value === "string" && value.includes(REASON_PREFIX));

export function workOf(asked: CellQuestions): CellWork {
  const { sheet, row, column } = asked.cell;
  const place = { sheet, row, column };
  return { asked, place, address: addressOf(place), ...(isBroken(asked.cell) ? { why: BROKEN } : {}) };
}

/** Sorts the cells to recalculate after the questions were renewed. Sets `why` on cells that keep their values. */
export function sortCells(work: readonly CellWork[], renewed: ReadonlyMap<string, Renewed>) {
  /** All their questions were answered. */
  const answered = new Set<CellWork>();
  /** They have calls whose arguments are unknown until the cell is calculated. */
  const unknown = new Set<CellWork>();
  for (const one of work) {
    const { cell, questions, unknown: unknownCalls } = one.asked;
    if (one.why !== undefined) continue;
    const failed = questions.map(({ key }) => renewed.get(key)).find((r) => r?.answered === false);
    if (failed?.answered === false) one.why = failed.why;
    else if (unknownCalls > 0) unknown.add(one);
    else if (questions.length > 0) answered.add(one);
    else if (isError(cell.value) && !showsBusy(cell)) one.why = WRONG;
  }
  return { answered, unknown };
}

/**
 * Why a cell with unknown arguments got no new answer when it was calculated; undefined if it got one.
 * @param since start of the refresh, in wall milliseconds
 */
export function whyNoAnswer({ asked: { unknown }, address }: CellWork, host: PaneHost, since: number): string | undefined {
  for (const question of host.cells.callLog.questionsOf(address).slice(0, unknown)) {
    const answer = host.cells.last(question);
    if (answer && (answer.receivedAt >= since || host.now() < answer.receivedAt + answer.maxAgeS * 1000)) continue;
    const key = cellKey(address);
    const formula = formulaOf(question);
    const failed = host.failures().find((f) => f.at >= since && (f.question === formula || (f.cell !== undefined && cellKey(f.cell) === key)));
    return failed ? paneWords(failed.failure) : NO_ANSWER;
  }
  return undefined;
}

/** Why a calculated cell shows an error without a call of its function; undefined if it shows none, or one that its formula may return without a call. */
export function whyNotCalled({ value }: ShownCell, { alone }: CellQuestions): string | undefined {
  if (!isError(value) || !UNCALLED_ERRORS.includes(value.error)) return undefined;
  if (value.error === "#NAME?") return NAMELESS;
  return alone ? NOT_CALLED : undefined;
}

/** Why the service does not answer, so that cells with unknown arguments must not be calculated. Undefined if it answers. */
export async function whyUnreachable(renewed: ReadonlyMap<string, Renewed>, host: PaneHost, signal: AbortSignal): Promise<string | undefined> {
  const results = [...renewed.values()];
  if (results.some(({ answered }) => answered)) return undefined;
  const [failed] = results;
  if (failed?.answered === false) return failed.why;
  const status = await host.fetch("/v1/status", signal);
  return status.ok ? undefined : status.message;
}
