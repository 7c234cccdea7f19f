import { createCallLog } from "../../../core/call-log";
import { failed, type Answer, type Outcome } from "../../../core/outcome";
import type { Question } from "../../../core/question";
import type { PaneCells } from "../../../pane/pane-host";
import { type RunScript, scriptErrorWords } from "./run-script";

/** The questions of the pane, which the script answers from the spreadsheet's cache or the service. */
export interface ScriptCells extends PaneCells {
  /** Takes over the outcome of a question that the script has just sent along. */
  heard(question: Question, outcome: Outcome): void;
  /** Forgets all answers: they are of another day, or of another key. */
  forget(): void;
}

interface Waiting {
  readonly question: Question;
  readonly renew: boolean;
  readonly signal: AbortSignal | undefined;
  readonly settle: (outcome: Outcome) => void;
}

/** Sends questions through the script, one run at a time: those that wait meanwhile are sent together. Never rejects. */
function createSender(run: RunScript, heard: (question: Question, outcome: Outcome) => void): (one: Waiting) => void {
  let waiting: Waiting[] = [];
  let sending = false;

  async function send(renew: boolean): Promise<void> {
    const asked = waiting.filter((one) => one.renew === renew && !one.signal?.aborted);
    waiting = waiting.filter((one) => one.renew !== renew);
    if (asked.length === 0) return;
    try {
      const outcomes = await run(
        "answers",
        asked.map(({ question }) => question.cell),
        renew,
      );
      asked.forEach(({ question, settle }, i) => {
        const outcome = outcomes[i] ?? failed({ code: "broken_reply" });
        if (outcome.kind === "answer" && outcome.stale === undefined) heard(question, outcome);
        settle(outcome);
      });
    } catch (e) {
      for (const { settle } of asked) settle(failed({ code: "host", message: scriptErrorWords(e) }));
    }
  }

  async function sendAll(): Promise<void> {
    if (sending) return;
    sending = true;
    // Questions of one moment go together.
    await new Promise((resolve) => setTimeout(resolve, 0));
    while (waiting.length > 0) {
      await send(false);
      await send(true);
    }
    sending = false;
  }

  return (one) => {
    waiting.push(one);
    void sendAll();
  };
}

/**
 * Answers questions through the script.
 *
 * @param hasKey false if the user has no key: nothing is sent then
 */
export function createScriptCells(run: RunScript, hasKey: () => boolean): ScriptCells {
  const answers = new Map<string, Answer>();
  /** Outcomes that are not answers of now, each for one question to come. */
  const others = new Map<string, Outcome>();
  const listeners = new Set<(question: Question, answer: Answer) => void>();
  const send = createSender(run, heard);

  function heard(question: Question, outcome: Outcome): void {
    if (outcome.kind !== "answer" || outcome.stale !== undefined) {
      others.set(question.key, outcome);
      return;
    }
    answers.set(question.key, outcome.answer);
    for (const listener of listeners) listener(question, outcome.answer);
  }

  const ask = (question: Question, renew: boolean, signal?: AbortSignal): Promise<Outcome> =>
    new Promise((resolve) => {
      const settle = (outcome: Outcome): void => {
        signal?.removeEventListener("abort", stop);
        resolve(outcome);
      };
      const stop = (): void => settle(failed({ code: "cancelled" }));
      if (signal?.aborted) return stop();
      if (!hasKey()) return resolve({ kind: "no_key", failure: { code: "no_key" } });
      signal?.addEventListener("abort", stop, { once: true });
      send({ question, renew, signal, settle });
    });

  return {
    ask: async (question, signal) => {
      const known = answers.get(question.key);
      if (known && Date.now() < known.receivedAt + known.maxAgeS * 1_000) return { kind: "answer", answer: known };
      const other = others.get(question.key);
      others.delete(question.key);
      return other ?? ask(question, false, signal);
    },
    renew: (question, signal) => ask(question, true, signal),
    last: ({ key }) => answers.get(key),
    // The cells are calculated at Google.
    hold: () => undefined,
    callLog: createCallLog(),
    onAnswer: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    heard,
    forget: () => {
      answers.clear();
      others.clear();
    },
  };
}
