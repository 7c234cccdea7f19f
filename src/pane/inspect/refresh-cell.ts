import { failureIn } from "../../core/outcome";
import type { Question } from "../../core/question";
import type { CellPlace } from "../../workbook/cell";
import type { PaneHost } from "../pane-host";
import { argumentErrorWords, paneWords } from "../pane-words";
import { WorkbookRefusal, type Cells } from "../workbook";

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
