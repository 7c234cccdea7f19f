import { cellKey } from "../../core/cell-key";
import { REASON_PREFIX } from "../../core/outcome";
import { formulaOf } from "../../core/question";
import { readBrokenNames } from "../../workbook/broken-names";
import { isError, type CellPlace, type FormulaCell } from "../../workbook/cell";
import { addressOf } from "../../workbook/cell-address";
import type { PaneHost } from "../pane-host";
import { paneWords } from "../pane-words";
import type { Asked } from "../questions/questions-of";
import type { Renewed } from "./refresh-all";
import { isBusy } from "./wait-for-cells";

/* What is said of cells that got no new answer. */
const BROKEN = "Broken function name. Repair it in Audit, then refresh.";
const WRONG = "An argument is invalid, so no request was sent. Open it in Build to see which.";
const NO_ANSWER = "The service did not answer. Refresh again.";
export const CHANGED = "The cell changed during the refresh and was skipped. Refresh again.";
export const PENDING = "Not answered yet. If this persists, refresh again in a minute.";
export const NOT_CALCULATED = "Not calculated within 20 seconds. Finish editing, then refresh again.";

/** One cell on its way through a refresh. */
export interface CellWork {
  readonly asked: Asked;
  readonly place: CellPlace;
  readonly address: string;
  /** Why no new answer reached it. */
  why?: string;
}

function isBroken({ formula, value }: FormulaCell): boolean {
  if (isError(value) && value.error === "#NAME?") return true;
  const { broken, unknown } = readBrokenNames(formula);
  return broken > 0 || unknown.length > 0;
}

/** An error, or a reason in words, also behind words of the formula's own. */
export const showsProblem = ({ value }: FormulaCell): boolean => isError(value) || (typeof value === "string" && value.includes(REASON_PREFIX));

export function workOf(asked: Asked): CellWork {
  const { sheet, row, column } = asked.cell;
  const place = { sheet, row, column };
  return { asked, place, address: addressOf(place), ...(isBroken(asked.cell) ? { why: BROKEN } : {}) };
}

/** Cells whose questions were all answered, and cells of which it is not known what they will ask. */
interface Sorted {
  readonly sure: ReadonlySet<CellWork>;
  readonly open: ReadonlySet<CellWork>;
}

/** Sorts cells by what is to be done with them once the questions have been renewed; says why where nothing is. */
export function sortCells(work: readonly CellWork[], renewed: ReadonlyMap<string, Renewed>): Sorted {
  const sure = new Set<CellWork>();
  const open = new Set<CellWork>();
  for (const one of work) {
    const { cell, questions, unknown } = one.asked;
    if (one.why !== undefined) continue;
    const failed = questions.map(({ key }) => renewed.get(key)).find((r) => r?.answered === false);
    if (failed?.answered === false) one.why = failed.why;
    else if (unknown > 0) open.add(one);
    else if (questions.length > 0) sure.add(one);
    else if (isError(cell.value) && !isBusy(cell)) one.why = WRONG;
  }
  return { sure, open };
}

/**
 * What the calls of a cell came to whose arguments were not known before it was calculated: why no answer reached it; undefined where one did.
 * @param since wall milliseconds at which the refresh began
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

/** Why no cell may be calculated of which it is not known what it asks: nobody answers. Undefined where the service does. */
export async function whyNobodyAnswers(renewed: ReadonlyMap<string, Renewed>, host: PaneHost, signal: AbortSignal): Promise<string | undefined> {
  const results = [...renewed.values()];
  if (results.some(({ answered }) => answered)) return undefined;
  const [failed] = results;
  if (failed?.answered === false) return failed.why;
  const status = await host.fetch("/v1/status", signal);
  return status.ok ? undefined : status.message;
}
