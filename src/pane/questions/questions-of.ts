import type { Question } from "../../core/question";
import type { FormulaCell } from "../../workbook/cell";
import type { PaneHost } from "../pane-host";
import type { Watch, Workbook } from "../workbook";
import { resolveCalls, type ResolvedCall } from "./resolve-calls";

/** The known questions of one cell. */
export interface CellQuestions {
  readonly cell: FormulaCell;
  /** Each once. A call with wrong arguments has no question. */
  readonly questions: readonly Question[];
  /** Number of calls whose arguments are not known. */
  readonly unknown: number;
  /** The formula is a single call and nothing else. */
  readonly alone: boolean;
}

function askedOf(cell: FormulaCell, calls: readonly ResolvedCall[]): CellQuestions {
  const questions = new Map<string, Question>();
  for (const { asks } of calls) if (asks.kind === "question") questions.set(asks.question.key, asks.question);
  const unknown = calls.filter(({ asks }) => asks.kind === "unknown").length;
  return { cell, questions: [...questions.values()], unknown, alone: calls.length === 1 && calls[0]?.alone === true };
}

/** Resolves the questions of each cell, without sending a request. In the order of the cells; fewer if the signal aborts. */
export async function questionsOf(
  cells: readonly FormulaCell[],
  host: Pick<PaneHost, "cells">,
  workbook: Workbook,
  watch: Watch = {},
): Promise<readonly CellQuestions[]> {
  const resolved = await resolveCalls(cells, host.cells.callLog, workbook, watch);
  return resolved.map((calls, i) => askedOf(cells[i]!, calls));
}
