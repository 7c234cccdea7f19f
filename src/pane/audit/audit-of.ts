import { useEffect } from "preact/hooks";
import { groupedBy } from "../../contract/lists";
import type { Failed } from "../../core/calls/metrics";
import { missingArgumentIn } from "../../core/cell-display";
import { cellKey } from "../../core/cell-key";
import { doubtOf, REASON_PREFIX, reasonInCell, reasonInFull } from "../../core/outcome";
import { formulaOf } from "../../core/question";
import { agoWords, durationWords } from "../../sources/answer-words";
import { BUSY, type CellPlace, type FormulaCell, isError } from "../../workbook/cell";
import { addressOf } from "../../workbook/cell-address";
import { type AnswerAges, freshnessOf } from "../freshness";
import { useChanges } from "../hooks/use-changes";
import type { PaneHost } from "../pane-host";
import { paneWords } from "../pane-words";
import { newerThanShown, type ReceivedAnswers } from "../questions/old-value";
import { type CellQuestions, questionsOf } from "../questions/questions-of";
import { brokenCall } from "../words/broken-call";
import { type Work, type Working, workPerBook } from "../work/work";
import { NO_WORKBOOK } from "../workbook";
import { WorkbookRefusal } from "../../workbook/workbook-refusal";
import { AUDIT_STATES, type AuditState, errorWords } from "./audit-words";

/** An audit, and its time in wall milliseconds. */
interface Scan {
  readonly audit: Audit;
  readonly at: number;
}

/** Scans the workbook and keeps the result, so that a tab shows it at once when it is opened again. One per book. */
export const auditorOf = workPerBook<Scan>();

async function read(host: PaneHost, { signal, progress }: Working): Promise<Scan | undefined> {
  const workbook = host.workbook();
  if (!workbook) throw new WorkbookRefusal(NO_WORKBOOK);
  const cells = await workbook.serviceCells("workbook", { signal, progress });
  const asked = signal.aborted ? [] : await questionsOf(cells, host, workbook, { signal });
  const calculating = signal.aborted ? undefined : await workbook.calculating?.({ signal });
  if (signal.aborted) return undefined;
  const now = host.now();
  const { callLog, last } = host.cells;
  return { audit: auditOf(asked, { freshness: freshnessOf(host), callLog, last, failures: host.failures(), now, calculating }), at: now };
}

/** Scans the whole workbook again, or joins a running scan. Never rejects. */
export const scan = (host: PaneHost) =>
  auditorOf(host).start("Reading the workbook", (working) => read(host, working), "The workbook could not be read. Try again in a moment.");

/** Pause without changes before pending cells are scanned again, because answers arrive in bursts. */
const QUIET_MS = 800;

/** The host's auditor. Redraws on changes, scans when the tab opens, and again when pending cells may have been answered. */
export function useAuditor(host: PaneHost, hasWorkbook: boolean): Work<Scan> {
  const auditor = auditorOf(host);
  useChanges(auditor);
  useEffect(() => {
    if (hasWorkbook) void scan(host);
  }, [auditor, hasWorkbook]);

  const pending = (auditor.state().result?.audit.counts.pending ?? 0) > 0;
  useEffect(() => {
    if (!hasWorkbook || !pending) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const scanSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void scan(host), QUIET_MS);
    };
    // Also scans once without a change, because the last answer may have arrived during the scan.
    scanSoon();
    const stop = host.onChange(scanSoon);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [host, auditor, hasWorkbook, pending]);
  return auditor;
}

export interface AuditedCell {
  readonly cell: FormulaCell;
  readonly asked: CellQuestions;
  readonly state: AuditState;
  /** The reason, what is wrong and what to do, the doubt, or the age of the answer. */
  readonly words: string;
  /** Formula that repairs a broken cell; undefined if no name can be repaired. */
  readonly heals?: string;
}

export type Audit = ReturnType<typeof auditOf>;

/** What an audit uses besides the cells. */
export interface AuditSources extends ReceivedAnswers {
  readonly freshness: Pick<AnswerAges, "of">;
  /** Newest first. */
  readonly failures: readonly Failed[];
  /** Wall milliseconds. */
  readonly now: number;
  /** Cells that the host is calculating, also if they show an older value. */
  readonly calculating?: ((cell: CellPlace) => boolean) | undefined;
}

type Found = Pick<AuditedCell, "state" | "words" | "heals">;

/** Newest failure of each cell, and of each question for cells that have moved since. */
function failureWords(failures: readonly Failed[]): (asked: CellQuestions) => string | undefined {
  const byCell = new Map<string, string>();
  const byQuestion = new Map<string, string>();
  for (const { cell, question, failure } of failures) {
    const words = paneWords(failure);
    if (cell && !byCell.has(cellKey(cell))) byCell.set(cellKey(cell), words);
    if (!byQuestion.has(question)) byQuestion.set(question, words);
  }
  return ({ cell, questions }) => {
    for (const question of questions) {
      const message = byQuestion.get(formulaOf(question));
      if (message !== undefined) return message;
    }
    return questions.length > 0 || byCell.size === 0 ? undefined : byCell.get(cellKey(addressOf(cell)));
  };
}

/** A cell without a question because the cell of an argument is empty: it shows the reason or, if the settings say so, nothing. */
function blankState({ value }: FormulaCell, { questions, unknown }: CellQuestions): Found | undefined {
  if (questions.length > 0 || unknown > 0 || typeof value !== "string") return undefined;
  if (value === "") return { state: "reason", words: "Blank, because the cell of an argument is empty. Settings choose what such a cell shows." };
  const argument = missingArgumentIn(value);
  return argument === undefined ? undefined : { state: "reason", words: paneWords({ code: "no_argument", argument }) };
}

/** A cell that shows a reason. If the settings show reasons as #N/A, only the cached answer tells them from failures. */
function reasonState({ value }: FormulaCell, { questions }: CellQuestions, last: AuditSources["last"]): Found | undefined {
  const answers = questions.flatMap((question) => last(question) ?? []).filter((answer) => answer.value === null);
  if (typeof value === "string") {
    const at = value.indexOf(REASON_PREFIX);
    if (at < 0 || (at > 0 && !/\s/.test(value[at - 1] ?? ""))) return undefined;
    // The cell shows the short text; the full one is known while the answer is cached. An older workbook may show another text.
    const shown = value.slice(at);
    const answer = answers.find((a) => shown.startsWith(reasonInCell(a)));
    return { state: "reason", words: answer ? reasonInFull(answer) : shown.slice(REASON_PREFIX.length) || "The service gave no reason." };
  }
  const [answer] = answers;
  return isError(value) && value.error === "#N/A" && answer ? { state: "reason", words: reasonInFull(answer) } : undefined;
}

/** True for a formula that is one call with valid arguments, which Excel has not called since the workbook was opened. */
const isUncalled = ({ cell, questions: [question], alone }: CellQuestions, { callLog }: AuditSources): boolean =>
  alone && question !== undefined && callLog.received(addressOf(cell), question) === undefined;

/** Why the service doubts a value that the cell shows, with the numbers compared. */
const doubtIn = ({ questions }: CellQuestions, last: AuditSources["last"]): string | undefined =>
  questions.flatMap((question) => doubtOf(last(question)) ?? [])[0];

function ageState(asked: CellQuestions, { freshness, now, last }: AuditSources): Found {
  const { state, receivedAt, dueAt } = freshness.of(asked);
  // The cell shows no error although its calls have invalid arguments, so the formula around them hides it.
  if (state === "unknown")
    return {
      state: "error",
      words: "An argument of its SERVICE call is invalid, and the formula hides the error. Open it and correct the argument.",
    };
  const answered = receivedAt === undefined ? "" : `Answered ${agoWords(receivedAt, now)}`;
  const doubt = state === "fresh" ? doubtIn(asked, last) : undefined;
  if (doubt !== undefined) return { state: "doubt", words: `${doubt} Compare it with the document before you use it.` };
  if (state === "fresh")
    return { state, words: dueAt === undefined ? `${answered}.` : `${answered}; fresh for another ${durationWords(Math.max(0, dueAt - now))}.` };
  if (answered === "") return { state: "stale", words: "Answer time unknown, so it counts as stale. Refresh it." };
  return { state: "stale", words: dueAt === undefined ? `${answered}.` : `${answered}; stale for ${durationWords(Math.max(0, now - dueAt))}.` };
}

/** The number of cells of each state. */
function countsOf(cells: readonly AuditedCell[]) {
  const byState = groupedBy(cells, ({ state }) => state);
  return Object.fromEntries(AUDIT_STATES.map((state) => [state, byState.get(state)?.length ?? 0])) as Record<AuditState, number>;
}

/** Sorts every SERVICE cell by its state, and counts those of each sheet that has any, in the order of the workbook. Pure: the same cells and sources give the same audit. */
export function auditOf(asked: readonly CellQuestions[], sources: AuditSources) {
  const failed = failureWords(sources.failures);
  const stateOf = (one: CellQuestions): Found => {
    const { cell } = one;
    const broken = brokenCall(cell);
    if (broken) return { state: "broken", ...broken };
    if (isError(cell.value) && cell.value.error === BUSY)
      return { state: "pending", words: "No answer yet. If this lasts more than a minute, refresh the cell." };
    if (sources.calculating?.(cell)) return { state: "pending", words: "Excel is calculating it, so what it shows may be outdated. Rescan in a moment." };
    const newer = newerThanShown(one, sources);
    if (newer) return { state: "pending", words: `It was answered ${newer.value}, which Excel does not show yet. If this lasts over a minute, refresh it.` };
    const noValue = blankState(cell, one) ?? reasonState(cell, one, sources.last);
    if (noValue) return noValue;
    if (!isError(cell.value)) return ageState(one, sources);
    return { state: "error", words: errorWords(cell.value.error, cell.formula, failed(one), isUncalled(one, sources)) };
  };

  const cells = asked.map((one): AuditedCell => ({ cell: one.cell, asked: one, ...stateOf(one) }));
  const sheets = groupedBy(cells, ({ cell }) => cell.sheet);
  return { cells, counts: countsOf(cells), sheets: [...sheets].map(([name, own]) => ({ name, cells: own.length, counts: countsOf(own) })) };
}
