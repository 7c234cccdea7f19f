import { type Answer, failureIn } from "../../core/outcome";
import type { Question } from "../../core/question";
import type { PaneHost } from "../pane-host";
import { argumentErrorWords, paneWords } from "../pane-words";

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
