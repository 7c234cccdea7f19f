import { append } from "../../contract/lists";
import { cellKey } from "../../core/cell-key";
import { LIMITS } from "../../core/limits";
import type { Answer, Held } from "../../core/outcome";
import type { Question } from "../../core/question";
import { addressOf } from "../../workbook/cell-address";
import { freshnessOf } from "../freshness";
import type { PaneHost } from "../pane-host";
import { NO_KEY_IN_CELL } from "../pane-words";
import { newerThanShown } from "../questions/old-value";
import { questionsOf, type CellQuestions } from "../questions/questions-of";
import { refusalMessage, type Refused, type Workbook } from "../workbook";
import {
  CHANGED_IN_REFRESH,
  type CellWork,
  NOT_CALCULATED,
  PENDING,
  refreshAll,
  showsProblem,
  sortCells,
  STOPPED_BEFORE,
  whyNoAnswer,
  whyNotCalled,
  whyUnreachable,
  workOf,
} from "./cell-work";
import { changeOf, type Answers } from "./change-of";
import { showsOther, type CellsResult, type Change, type RefreshPhase, type RefreshWhat } from "./refresh-result";
import { showsBusy, waitForCells, type MarkedCell } from "./wait-for-cells";
import { DAYS_1904, isIsoDate, serialOf } from "../../contract/dates";
import { BUSY, isError, type ShownCell } from "../../workbook/cell";

/** The value that a cell keeps if its call fails; undefined for a cell that is empty, busy, or asks for a key: it has no answer. */
function heldOf({ value, text }: ShownCell): Held | undefined {
  if (value === null || value === "" || value === NO_KEY_IN_CELL) return undefined;
  if (isError(value)) return value.error === BUSY ? undefined : { value: value.error, kind: "error" };
  // A number displayed as a date is held as a date, so that a cell without a number format shows a date again.
  const serial = typeof value === "number" && isIsoDate(text) ? serialOf(text) : undefined;
  return serial !== undefined && (value === serial || value === serial - DAYS_1904) ? { value: text, kind: "date" } : { value };
}

export interface RefreshRun {
  readonly what: RefreshWhat;
  readonly host: PaneHost;
  readonly workbook: Workbook;
  readonly signal: AbortSignal;
  /** `of` is 0 until the amount is known. */
  readonly progress: (phase: RefreshPhase, done: number, of: number) => void;
}

/** What a refresh has done so far. */
interface Progressed extends RefreshRun {
  /** Start, in wall milliseconds. */
  readonly at: number;
  readonly work: CellWork[];
  readonly marked: Map<CellWork, MarkedCell>;
  readonly changes: Map<CellWork, Change>;
  readonly refused: Refused[];
  /** The answers before the refresh. */
  readonly old: Map<string, Answer>;
}

/** Reads cells until a stop. */
const shownUntilStop = ({ workbook, signal }: RefreshRun): Pick<Workbook, "shown"> => ({ shown: (places) => workbook.shown(places, { signal }) });

const UNEXPECTED = "The refresh failed for an unknown reason. Check the workbook, then refresh again.";

async function cellsToRefresh({ what, host, workbook, signal, progress }: RefreshRun): Promise<readonly CellQuestions[]> {
  const scope = what === "selection" || what === "sheet" ? what : "workbook";
  const watch = { signal, progress: (done: number, of: number) => progress("reading", done, of) };
  const all = await workbook.serviceCells(scope, watch);
  const asked = await questionsOf(what === "problems" ? all.filter(showsProblem) : all, host, workbook, watch);
  if (what !== "stale") return asked;
  const freshness = freshnessOf(host);
  return asked.filter((one) => freshness.of(one).state === "stale" || newerThanShown(one, host.cells));
}

/** Has the workbook recalculate these cells; returns those that it accepted. A cell whose arguments are unknown has its value held first. */
async function recalculate(done: Progressed, some: readonly CellWork[]): Promise<Map<CellWork, MarkedCell>> {
  const { workbook, signal, refused, marked } = done;
  const { cells } = done.host;
  // Read again, because rows may have been moved while the answers were fetched.
  const shown = await shownUntilStop(done).shown(some.map(({ place }) => place));
  const hold = new Map<string, Held>();
  const questions = new Map<string, string>();
  const accepted = new Map<CellWork, MarkedCell>();
  for (const [i, one] of some.entries()) {
    const { place, address, asked } = one;
    const before = shown[i] ?? asked.cell;
    // Another formula may be there now. Its value must not be held as this one's.
    if (asked.unknown > 0 && !showsBusy(asked.cell) && showsOther(asked.cell, before)) {
      one.why = CHANGED_IN_REFRESH;
      continue;
    }
    accepted.set(one, { place, address, formula: asked.cell.formula, before, evaluations: cells.callLog.evaluations(address), alone: asked.alone });
    const held = asked.alone ? heldOf(before) : undefined;
    if (held) hold.set(address, held);
    const [question] = asked.unknown > 0 ? [] : asked.questions;
    if (question) questions.set(address, question.key);
  }
  if (signal.aborted) return new Map();
  if (hold.size > 0) cells.hold(hold, questions);
  const places = [...accepted.keys()].map(({ place }) => place);
  const not = await workbook.recalculate(places, { signal }).catch((e: unknown) => {
    // The workbook may calculate them all the same.
    if (signal.aborted) for (const [one, cell] of accepted) marked.set(one, cell);
    throw e;
  });
  append(refused, not);
  const keys = new Set(not.map(({ place }) => cellKey(addressOf(place))));
  for (const one of [...accepted.keys()]) if (keys.has(cellKey(one.address))) accepted.delete(one);
  for (const [one, cell] of accepted) marked.set(one, cell);
  return accepted;
}

/** Records the changes of recalculated cells, and why they got no new answer. */
async function record(done: Progressed, accepted: ReadonlyMap<CellWork, MarkedCell>): Promise<void> {
  const { host, at, old, changes } = done;
  const { callLog } = host.cells;
  const answers: Answers = { old: ({ key }) => old.get(key), now: (question) => host.cells.last(question) };
  const cells = [...accepted];
  const reading = shownUntilStop(done);
  const shown = await reading.shown(cells.map(([, { place }]) => place));
  // A cell that they read may have changed too, so that they ask something else.
  const changed = cells.flatMap(([one, { place, formula, before }], i) => {
    const after = shown[i];
    return after && !showsBusy(after) && showsOther(before, after) ? [{ one, cell: { ...place, ...after, formula } }] : [];
  });
  const changedCells = changed.map(({ cell }) => cell);
  const asking = await questionsOf(changedCells, host, reading);
  const asks = new Map(changed.map(({ one }, i) => [one, asking[i]]));
  for (const [i, [one, cell]] of cells.entries()) {
    const after = shown[i];
    if (!after) continue;
    const { place, formula, before } = cell;
    const now = asks.get(one);
    const change = now && changeOf({ place, formula, asked: one.asked, asks: now, before, after }, answers);
    if (change) changes.set(one, change);
    const called = callLog.evaluations(cell.address) > cell.evaluations;
    const notCalled = called ? undefined : whyNotCalled(after, one.asked);
    const calculated = change !== undefined || !cell.alone || called;
    const why = showsBusy(after) ? PENDING : (notCalled ?? (!calculated ? NOT_CALCULATED : one.asked.unknown > 0 ? whyNoAnswer(one, host, at) : undefined));
    if (why !== undefined) one.why = why;
  }
}

/** Recalculates these cells, waits for them and records their changes. */
async function calculate(done: Progressed, some: readonly CellWork[], before: number, of: number): Promise<void> {
  const { host, signal, progress, marked, changes } = done;
  if (some.length === 0 || signal.aborted) return;
  progress("calculating", before, of);
  try {
    const accepted = await recalculate(done, some);
    const parts = { ...shownUntilStop(done), callLog: host.cells.callLog, now: () => host.now() };
    await waitForCells([...accepted.values()], parts, signal, (n) => progress("calculating", before + n, of));
    await record(done, accepted);
  } catch (e) {
    if (signal.aborted) for (const one of some) if (marked.has(one) && !changes.has(one)) one.why ??= STOPPED_BEFORE;
    throw e;
  }
}

const whyAllFailed = (some: readonly CellWork[]) => (some.every(({ why }) => why !== undefined) ? some[0]?.why : undefined);

/** Fetches the answers, then recalculates the cells that have one. */
async function refreshCells(done: Progressed): Promise<void> {
  const { host, signal, progress, work, old } = done;
  progress("reading", 0, 0);
  append(work, (await cellsToRefresh(done)).map(workOf));
  const questions = new Map<string, Question>();
  for (const { asked, why } of work) if (why === undefined) for (const question of asked.questions) questions.set(question.key, question);
  if (signal.aborted) return;
  for (const [key, question] of questions) {
    const answer = host.cells.last(question);
    if (answer) old.set(key, answer);
  }
  progress("asking", 0, questions.size);
  const renewed = await refreshAll([...questions.values()], host.cells, signal, (n) => progress("asking", n, questions.size));
  if (signal.aborted) return;

  const { answered, unknown } = sortCells(work, renewed);
  const unreachable = unknown.size > 0 ? await whyUnreachable(renewed, host, signal) : undefined;
  const first = work.filter((one) => answered.has(one) || (unreachable === undefined && unknown.has(one) && one.asked.alone));
  const larger = unreachable === undefined ? [...unknown].filter(({ asked }) => !asked.alone) : [];
  if (unreachable !== undefined) for (const one of unknown) one.why = unreachable;
  await calculate(done, first, 0, first.length + larger.length);

  // The value of a larger formula cannot be held, so it is not calculated once the service has become unreachable. They are calculated one request's
  // worth at a time, so that an outage in between affects at most that many.
  let outage = whyAllFailed(first.filter((one) => unknown.has(one)));
  for (let from = 0; from < larger.length && !signal.aborted; from += LIMITS.chunk) {
    const some = larger.slice(from, from + LIMITS.chunk);
    if (outage !== undefined) for (const one of some) one.why = outage;
    else {
      await calculate(done, some, first.length + from, first.length + larger.length);
      outage = whyAllFailed(some);
    }
  }
}

/**
 * Runs one refresh of SERVICE cells. Answers are fetched first, and only cells with new answers are recalculated, so that an unreachable service changes
 * nothing. Never rejects.
 */
export async function runRefresh(run: RefreshRun): Promise<CellsResult> {
  const { what, host, signal } = run;
  const at = host.now();
  const done: Progressed = { ...run, at, work: [], marked: new Map(), changes: new Map(), refused: [], old: new Map() };
  let failure: string | undefined;
  try {
    await refreshCells(done);
  } catch (e) {
    failure = refusalMessage(e, UNEXPECTED);
  }
  const { work, marked, changes, refused } = done;
  return {
    what,
    at,
    cells: work.length,
    answered: marked.size,
    changes: work.flatMap((one) => changes.get(one) ?? []),
    notAnswered: work.flatMap(({ place, asked, why }) => (why === undefined ? [] : [{ place, formula: asked.cell.formula, why }])),
    refused,
    stopped: signal.aborted,
    ...(failure === undefined || signal.aborted ? {} : { failure }),
  };
}
