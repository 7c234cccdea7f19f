import { isIsoDate, isoOf, serialOf } from "../../contract/dates";
import { cellKey } from "../../core/cell-key";
import type { Failure } from "../../core/failure";
import { type Answer, failureIn, REASON_PREFIX, reasonInCell, reasonInFull } from "../../core/outcome";
import { formulaOf, type Question } from "../../core/question";
import { valueWords } from "../../sources/answer-words";
import { figureName, figureWords, undatedWords } from "../../sources/figure-name";
import { BUSY, type CellPlace, isError, type ShownCell } from "../../workbook/cell";
import { addressOf } from "../../workbook/cell-address";
import { useAttempt } from "../hooks/use-attempt";
import { useNow } from "../hooks/use-now";
import { NoKey } from "../notices/no-key";
import { Notice } from "../notices/notice";
import type { PaneHost } from "../pane-host";
import { argumentErrorWords, paneWords, written } from "../pane-words";
import type { ResolvedCall } from "../questions/resolve-calls";
import { showsBusy } from "../refresh/wait-for-cells";
import { handTable } from "../tables/tables";
import { hasTables } from "../tables/use-tables";
import { serviceErrorWords } from "../words/error-words";
import { observationWords, titleWords } from "../words/values-in-words";
import { type Cells, type Selection } from "../workbook";
import { WorkbookRefusal } from "../../workbook/workbook-refusal";
import { AnswerFacts } from "./answer-facts";
import { citationOf, CitationView, isUnknownName } from "./citation";
import { CurveView } from "./curve-view";
import { chartableOf } from "./history-source";
import { HistoryView } from "./history-view";
import { RevisionsView } from "./revisions-view";
import { useCompanyName, useOutcome, useReread } from "./use-outcome";
import type { TabProps } from "../tab";
import { Alert, Button } from "../elements";

/** A sentence if the cell shows something other than the known answer; undefined if it shows the answer. */
export function cellDifference(shown: ShownCell, answer: Answer): string | undefined {
  const { value, kind } = answer;
  const cell = shown.value;
  // A reason ends with a full stop of its own.
  const latest = `the latest answer is ${valueWords(answer).replace(/\.$/, "")}`;
  if (isError(cell)) {
    if (cell.error === BUSY) return "The cell is still waiting for its answer.";
    // A setting shows reasons as #N/A.
    if (value === null && cell.error === "#N/A") return undefined;
    return `The cell shows ${cell.error}; ${latest}.`;
  }
  if (cell === null) return `The cell is empty; ${latest}.`;
  // A saved cell may show the full reason, from a service that sent no short one.
  if (value === null)
    return cell === reasonInCell(answer) || cell === `${REASON_PREFIX}${reasonInFull(answer)}` ? undefined : `The cell shows ${shown.text}; ${latest}.`;
  if (kind === "date" && typeof value === "string" && (cell === serialOf(value) || shown.text === value)) return undefined;
  return cell === value ? undefined : `The cell shows ${shown.text}; ${latest}.`;
}

/**
 * Fetches the answers, then recalculates the cell, so that an unreachable service changes nothing.
 *
 * @throws WorkbookRefusal that says why the cell keeps its value
 */
async function refreshCell(host: Pick<PaneHost, "cells">, cells: Pick<Cells, "recalculate">, place: CellPlace, questions: readonly Question[]): Promise<void> {
  const outcomes = await Promise.all(questions.map((q) => host.cells.renew(q)));
  for (const outcome of outcomes) {
    if (outcome.kind === "answer" && outcome.stale === undefined) continue;
    const failure = failureIn(outcome);
    const why = failure ? paneWords(failure) : outcome.kind === "error_in" ? argumentErrorWords(outcome.error) : "";
    throw new WorkbookRefusal(`Not refreshed; the cell keeps its value. ${why}`.trim());
  }
  const [refused] = await cells.recalculate([place]);
  if (refused) throw new WorkbookRefusal(refused.why);
}

export interface CallViewProps extends Pick<TabProps, "host" | "say" | "show"> {
  readonly cells: Cells;
  /** The cell of the formula. */
  readonly place: CellPlace;
  readonly selection: Selection;
  readonly call: ResolvedCall;
  readonly question: Question;
  readonly reread: () => void;
}

/** A spreadsheet calls a function only then, however old its answer is. */
const ON_REFRESH = "On Refresh, or when the formula or a referenced cell changes.";

/** The failure of this cell's last call, if it came after the known answer. */
function failureOf(host: PaneHost, { active }: Selection, question: Question, since: number): Failure | undefined {
  const cell = cellKey(addressOf(active));
  const formula = formulaOf(question);
  return host.failures().find((f) => f.question === formula && (f.cell === undefined || cellKey(f.cell) === cell) && f.at > since)?.failure;
}

interface ChartsProps extends Pick<CallViewProps, "host" | "question" | "say" | "show"> {
  readonly answer: Answer;
  readonly now: number;
}

/** The published values, the history and the curve of a figure, as far as it has them. */
function Charts({ host, question, answer: { unit, published, asOf, observationDate }, now, say, show }: ChartsProps) {
  const chartable = chartableOf(question, unit);
  if (!chartable) return null;
  const { series, history, curve } = chartable;
  const revised = published?.revisions ?? 0;
  const asOfDay = asOf?.slice(0, 10) ?? "";
  return (
    <>
      {series && revised > 0 && observationDate && (
        <RevisionsView key={`${series.id} ${observationDate}`} host={host} series={series} date={observationDate} revisions={revised} />
      )}
      <HistoryView
        key={history.id}
        host={host}
        source={history}
        newest={isIsoDate(asOfDay) ? asOfDay : isoOf(now)}
        own={observationDate}
        say={say}
        insert={hasTables(host) ? (start) => show("build", handTable(history.table(start))) : undefined}
      />
      {curve && <CurveView host={host} tenor={curve.tenor} date={curve.date} say={say} />}
    </>
  );
}

/** One call of the selected cell: its answer, how the cell differs from it, the citation and the charts. */
export function CallView({ host, cells, place, selection, call, question, say, show, reread }: CallViewProps) {
  const { outcome, fetching, retry } = useOutcome(host, question);
  const { busy, problem, run } = useAttempt(say);
  const now = useNow(host);
  const figure = figureName(question);
  const company = useCompanyName(host, figure?.isTicker === true ? figure.subject : undefined);
  const difference = call.alone && outcome?.kind === "answer" ? cellDifference(selection.shown, outcome.answer) : undefined;
  useReread(difference !== undefined || showsBusy(selection.shown), `${addressOf(selection.active)} ${difference ?? ""}`, reread);
  const refresh = async () => {
    await run(async () => {
      await refreshCell(host, cells, place, [question]);
      say(`Refreshed ${addressOf(place)}.`);
    }, "The cell could not be refreshed. Try again.");
    reread();
  };
  if (!outcome) return <p class="quiet inspect-waiting">Loading the value…</p>;
  if (outcome.kind === "no_key") return <NoKey show={show}>Details appear once there is one.</NoKey>;
  if (outcome.kind !== "answer")
    return (
      <Notice kind="problem" button={fetching ? "Loading…" : "Try again"} busy={fetching} act={retry}>
        {outcome.kind === "error_in" ? argumentErrorWords(outcome.error) : paneWords(outcome.kind === "failure" ? outcome.failure : outcome.stale)}
      </Notice>
    );

  const { answer } = outcome;
  const stale = outcome.stale ?? failureOf(host, selection, question, answer.receivedAt);
  const shownError = isError(selection.shown.value) ? selection.shown.value.error : undefined;
  const nameless = shownError === "#NAME?";
  // A citation states the observation date, so that its name needs no day.
  const name = figure && (answer.observationDate === undefined ? figureWords : undatedWords)(figure, company);
  const title = titleWords(question, answer.observationDate, company);
  const observed = answer.observationDate === undefined ? undefined : observationWords(answer.observationDate, question);
  return (
    <>
      {title !== undefined && <p class="inspect-name">{title}</p>}
      <AnswerFacts answer={answer} stale={stale && paneWords(stale)} now={now} observed={observed} {...(host.spreadsheet ? { next: ON_REFRESH } : {})} />
      {difference && (
        <div class="warning">
          <p>{difference}</p>
          {shownError !== undefined && shownError !== BUSY && !nameless && <p>{serviceErrorWords(shownError, true)}</p>}
        </div>
      )}
      <CitationView citation={isUnknownName(answer) ? undefined : citationOf(written(formulaOf(question)), answer, name)} say={say}>
        <Button class={difference && !nameless ? "primary" : ""} aria-disabled={busy} words={busy ? "Refreshing…" : "Refresh this cell"} act={refresh} />
      </CitationView>
      <Alert message={problem} />
      {/* A name that the service does not know has no history. */}
      {!isUnknownName(answer) && <Charts host={host} question={question} answer={answer} now={now} say={say} show={show} />}
    </>
  );
}
