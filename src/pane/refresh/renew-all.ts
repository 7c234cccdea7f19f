import { LIMITS } from "../../core/limits";
import { failureIn, type Outcome } from "../../core/outcome";
import type { Question } from "../../core/question";
import type { PaneHost } from "../pane-host";
import { paneWords } from "../pane-words";

/** Whether a new answer came, and if not, why, in a sentence. */
export type Renewed = { readonly answered: true } | { readonly answered: false; readonly why: string };

function renewedBy(outcome: Outcome): Renewed {
  if (outcome.kind === "error_in") return { answered: false, why: `The service gave ${outcome.error}. Refresh again.` };
  const failure = failureIn(outcome);
  return failure ? { answered: false, why: paneWords(failure) } : { answered: true };
}

/**
 * Asks every one of these questions anew, and tells of each what came, by key; of those that the signal kept from being asked, nothing.
 * Questions are handed over a request at a time, as many at once as may be under way, because the deadline of each begins when it is handed over: a slow
 * service then answers a large workbook, too. After as many requests in a row without one answer the rest is not asked.
 */
export async function renewAll(
  questions: readonly Question[],
  { renew }: Pick<PaneHost["cells"], "renew">,
  signal: AbortSignal,
  progress: (done: number) => void,
): Promise<ReadonlyMap<string, Renewed>> {
  const renewed = new Map<string, Renewed>();
  let next = 0;
  let barren = 0;
  let lastWhy: Renewed | undefined;
  const underWay = new Set<Promise<void>>();

  async function ask(batch: readonly Question[]): Promise<void> {
    // A signal for each request: thousands of listeners on one would be compared with each other.
    const own = new AbortController();
    const stop = () => own.abort();
    signal.addEventListener("abort", stop, { once: true });
    let came = false;
    await Promise.all(
      batch.map(async (question) => {
        const result = renewedBy(await renew(question, own.signal));
        if (signal.aborted && !result.answered) return;
        if (result.answered) came = true;
        else lastWhy = result;
        renewed.set(question.key, result);
        progress(renewed.size);
      }),
    );
    signal.removeEventListener("abort", stop);
    barren = came ? 0 : barren + 1;
  }

  async function lane(): Promise<void> {
    while (next < questions.length && !signal.aborted && barren < LIMITS.inFlight) {
      const asking = ask(questions.slice(next, (next += LIMITS.chunk)));
      underWay.add(asking);
      await asking;
      underWay.delete(asking);
      // Where nothing came, the others may be about to find the same.
      if (barren > 0) await Promise.all(underWay);
    }
  }

  await Promise.all(Array.from({ length: LIMITS.inFlight }, lane));
  if (signal.aborted || next >= questions.length) return renewed;
  for (const { key } of questions.slice(next)) if (lastWhy) renewed.set(key, lastWhy);
  progress(renewed.size);
  return renewed;
}
