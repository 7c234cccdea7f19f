import { failureIn } from "../../core/outcome";
import type { Question } from "../../core/question";
import type { CellPlace } from "../../workbook/cell";
import { addressOf } from "../../workbook/cell-address";
import type { PaneHost } from "../pane-host";
import { paneWords } from "../pane-words";
import { WorkbookRefusal, type Workbook } from "../workbook";

/** Fetches the answers, then recalculates the cell, so that an unreachable service changes nothing. Returns the result as a sentence. */
export async function refreshCell(host: Pick<PaneHost, "cells">, workbook: Workbook, place: CellPlace, questions: readonly Question[]): Promise<string> {
  const outcomes = await Promise.all(questions.map((q) => host.cells.renew(q)));
  for (const outcome of outcomes) {
    if (outcome.kind === "answer" && outcome.stale === undefined) continue;
    const failure = failureIn(outcome);
    const why = failure ? paneWords(failure) : outcome.kind === "error_in" ? `An argument is ${outcome.error}.` : "";
    return `Not refreshed; the cell keeps its value. ${why}`.trim();
  }
  try {
    const [refused] = await workbook.recalculate([place]);
    return refused ? refused.why : `Refreshed ${addressOf(place)}.`;
  } catch (e) {
    if (e instanceof WorkbookRefusal) return e.message;
    throw e;
  }
}
