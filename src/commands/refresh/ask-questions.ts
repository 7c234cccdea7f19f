import type { FunctionName } from "../../contract/functions";
import type { Client } from "../../core/client";
import type { Outcome } from "../../core/outcome";
import { readPathQuestion, readQuestion, type Question, type Read } from "../../core/question";
import { parseLiteralCall } from "../../workbook/formulas/literal";

/** The question of a call as a formula writes it. Undefined if it is no call with literal arguments. */
function questionIn(text: string): Read | undefined {
  const call = parseLiteralCall(text);
  if (!call.ok) return undefined;
  const [first, second] = call.args;
  if (call.id === "SERVICE" || call.id === "SERVICE.GET") return readPathQuestion(first, second);
  return readQuestion(call.id.replace(/^SERVICE\./, "") as FunctionName, call.args);
}

/** Asks questions, and waits until each is answered. */
export async function askQuestions(questions: Iterable<Question>, client: Pick<Client, "ask">): Promise<ReadonlyMap<Question, Outcome>> {
  const outcomes = new Map<Question, Outcome>();
  await Promise.all(
    Array.from(
      questions,
      (question) =>
        new Promise<void>((resolve) => {
          client.ask(question, (outcome) => {
            outcomes.set(question, outcome);
            resolve();
          });
        }),
    ),
  );
  return outcomes;
}

/** Asks calls as formulas write them. The outcomes, by call; a text that is no call is left out. */
export async function askCalls(calls: readonly string[], client: Pick<Client, "ask">): Promise<ReadonlyMap<string, Outcome>> {
  const reads = calls.map((text) => [text, questionIn(text)] as const);
  const questions = reads.flatMap(([, read]) => (read && "question" in read ? [read.question] : []));
  const answered = await askQuestions(questions, client);
  return new Map(
    reads.flatMap(([text, read]) => {
      const outcome = read && ("question" in read ? answered.get(read.question) : read.outcome);
      return outcome ? [[text, outcome] as const] : [];
    }),
  );
}
