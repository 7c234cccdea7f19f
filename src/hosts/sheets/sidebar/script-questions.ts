import { failed, type Outcome } from "../../../core/outcome";
import type { Question } from "../../../core/question";
import type { RunScript } from "./run-script";
import { wordsOf } from "./words-of";

/** Answers questions through the script: those of one moment with one call, because each call is a run of the script. Never rejects. */
export function createScriptQuestions(run: RunScript): (question: Question) => Promise<Outcome> {
  let waiting: { readonly question: Question; readonly answer: (outcome: Outcome) => void }[] = [];
  const send = async () => {
    const asked = waiting;
    waiting = [];
    try {
      const outcomes = await run(
        "answers",
        asked.map(({ question }) => question.cell),
      );
      asked.forEach(({ answer }, i) => answer(outcomes[i] ?? failed({ code: "broken_reply" })));
    } catch (e) {
      for (const { answer } of asked) answer(failed({ code: "host", message: wordsOf(e) }));
    }
  };
  return (question) =>
    new Promise((answer) => {
      if (waiting.length === 0) setTimeout(() => void send(), 0);
      waiting.push({ question, answer });
    });
}
