import { serialOf } from "../../contract/dates";
import { REASON_PREFIX, reasonInCell, reasonInFull, type Answer, failureIn } from "../../core/outcome";
import { BUSY, isError, type ShownCell, type CellPlace } from "../../workbook/cell";
import { valueWords } from "../../sources/answer-words";
import type { Question } from "../../core/question";
import type { PaneHost } from "../pane-host";
import { argumentErrorWords, paneWords } from "../pane-words";
import { WorkbookRefusal, type Cells } from "../workbook";

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
export async function refreshCell(
  host: Pick<PaneHost, "cells">,
  cells: Pick<Cells, "recalculate">,
  place: CellPlace,
  questions: readonly Question[],
): Promise<void> {
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
