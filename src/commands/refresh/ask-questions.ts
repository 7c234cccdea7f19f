import type { FunctionName } from "../../contract/functions";
import type { Client } from "../../core/client";
import type { Outcome } from "../../core/outcome";
import { readPathQuestion, readQuestion, type Read } from "../../core/question";
import { parseLiteralCall } from "../../workbook/literal-call";

/** The question of a call as a formula writes it. Undefined if it is no call with literal arguments. */
function questionIn(text: string): Read | undefined {
  const call = parseLiteralCall(text);
  if (!call.ok) return undefined;
  const [first, second] = call.args;
  if (call.id === "SERVICE" || call.id === "SERVICE.GET") return readPathQuestion(first, second);
  return readQuestion(call.id.replace(/^SERVICE\./, "") as FunctionName, call.args);
}

/** Asks calls as formulas write them. The outcomes, by call; a text that is no call is left out. */
export async function askQuestions(calls: readonly string[], client: Client): Promise<ReadonlyMap<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  await Promise.all(
    calls.map(
      (text) =>
        new Promise<void>((resolve) => {
          const read = questionIn(text);
          if (read && "question" in read)
            client.ask(read.question, (outcome) => {
              outcomes.set(text, outcome);
              resolve();
            });
          else {
            if (read) outcomes.set(text, read.outcome);
            resolve();
          }
        }),
    ),
  );
  return outcomes;
}
