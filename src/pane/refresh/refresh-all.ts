import { LIMITS } from "../../core/limits";
import { failureIn, type Outcome } from "../../core/outcome";
import type { Question } from "../../core/question";
import type { PaneHost } from "../pane-host";
import { paneWords } from "../pane-words";

/** Whether a question got a new answer; if not, why. */
export type Renewed = { readonly answered: true } | { readonly answered: false; readonly why: string };

function renewedBy(outcome: Outcome): Renewed {
  if (outcome.kind === "error_in") return { answered: false, why: `The service returned ${outcome.error}. Refresh again.` };
  const failure = failureIn(outcome);
  return failure ? { answered: false, why: paneWords(failure) } : { answered: true };
}

/**
 * Fetches a new answer for each question. Returns the results by key, without questions that the signal cancelled. Sends one request's worth at a time,
 * because each question's deadline starts when it is sent; so a slow service can answer a large workbook. After `LIMITS.inFlight` requests in a row
 * without an answer, the rest fail unsent.
 */
export async function refreshAll(
  questions: readonly Question[],
  { renew }: Pick<PaneHost["cells"], "renew">,
  signal: AbortSignal,
  progress: (done: number) => void,
): Promise<ReadonlyMap<string, Renewed>> {
  const renewed = new Map<string, Renewed>();
  let next = 0;
  let emptyBatches = 0;
  let lastWhy: Renewed | undefined;
  const inFlight = new Set<Promise<void>>();

  async function fetchBatch(batch: readonly Question[]): Promise<void> {
    // One signal per request: adding thousands of listeners to one compares each with all others.
    const own = new AbortController();
    const stop = () => own.abort();
    signal.addEventListener("abort", stop, { once: true });
    let anyAnswer = false;
    await Promise.all(
      batch.map(async (question) => {
        const result = renewedBy(await renew(question, own.signal));
        if (signal.aborted && !result.answered) return;
        if (result.answered) anyAnswer = true;
        else lastWhy = result;
        renewed.set(question.key, result);
        progress(renewed.size);
      }),
    );
    signal.removeEventListener("abort", stop);
    emptyBatches = anyAnswer ? 0 : emptyBatches + 1;
  }

  async function worker(): Promise<void> {
    while (next < questions.length && !signal.aborted && emptyBatches < LIMITS.inFlight) {
      const batch = fetchBatch(questions.slice(next, (next += LIMITS.chunk)));
      inFlight.add(batch);
      await batch;
      inFlight.delete(batch);
      // After an empty batch, wait for the others: they may fail, too.
      if (emptyBatches > 0) await Promise.all(inFlight);
    }
  }

  await Promise.all(Array.from({ length: LIMITS.inFlight }, worker));
  if (signal.aborted || next >= questions.length) return renewed;
  for (const { key } of questions.slice(next)) if (lastWhy) renewed.set(key, lastWhy);
  progress(renewed.size);
  return renewed;
}
