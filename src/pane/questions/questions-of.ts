import { type Answer, failureIn } from "../../core/outcome";
import type { Question } from "../../core/question";
import type { FormulaCell } from "../../workbook/cell";
import type { PaneHost } from "../pane-host";
import { argumentErrorWords, paneWords } from "../pane-words";
import type { Watch, Workbook } from "../workbook";
import { resolveCalls, type ResolvedCall } from "./resolve-calls";

/** The answer to a question, or why there is none. */
interface Answered {
  readonly question: Question;
  readonly answer: Answer | undefined;
  readonly why: string | undefined;
}

/** Questions in flight at once: enough to fill the core's requests, few enough that Stop takes effect soon. */
const SLICE = 2000;

/** The last known answers to questions, in their order. Those that are not known are asked for, until the signal aborts. */
export async function answersTo(
  questions: readonly Question[],
  host: Pick<PaneHost, "cells">,
  signal: AbortSignal,
  progress: (done: number, of: number) => void,
): Promise<readonly Answered[]> {
  const answered: Answered[] = questions.map((question) => ({ question, answer: host.cells.last(question), why: undefined }));
  const open = answered.flatMap(({ answer }, i) => (answer ? [] : [i]));
  for (let from = 0; from < open.length && !signal.aborted; from += SLICE) {
    progress(from, open.length);
    await Promise.all(
      open.slice(from, from + SLICE).map(async (i) => {
        const { question } = answered[i]!;
        const outcome = await host.cells.ask(question, signal);
        const answer = outcome.kind === "answer" ? outcome.answer : undefined;
        const failure = failureIn(outcome);
        const why = answer ? undefined : failure ? paneWords(failure) : outcome.kind === "error_in" ? argumentErrorWords(outcome.error) : undefined;
        answered[i] = { question, answer, why };
      }),
    );
  }
  return answered;
}

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
  workbook: Pick<Workbook, "shown">,
  watch: Watch = {},
): Promise<readonly CellQuestions[]> {
  const resolved = await resolveCalls(cells, host.cells.callLog, workbook, watch);
  return resolved.map((calls, i) => askedOf(cells[i]!, calls));
}
