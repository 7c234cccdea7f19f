import type { Outcome } from "../../../core/outcome";
import { formulaOf, type Question } from "../../../core/question";
import { inSheets } from "../../../workbook/sheets-calls";
import type { Sourced } from "../sidebar-calls";
import { errorIn, sheetsWords, showing } from "../words";

/** Why an outcome is not an answer, in words. */
function wordsOf(outcome: Exclude<Outcome, { kind: "answer" }>): string {
  switch (outcome.kind) {
    case "failure":
      return sheetsWords(outcome.failure);
    case "error_in":
      return `An argument is ${errorIn(outcome.error, outcome.original)}.`;
    case "no_key":
    case "held":
      return showing(outcome);
  }
}

/** An outcome for the sidebar: an answer, or a message. */
export function sourced(label: string, outcome: Outcome | undefined): Sourced {
  if (!outcome) return { label, message: "No answer. Try again." };
  if (outcome.kind !== "answer") return { label, message: wordsOf(outcome) };
  return { label, answer: outcome.answer, ...(outcome.stale ? { message: sheetsWords(outcome.stale) } : {}) };
}

export const labelOf = (question: Question): string => inSheets(formulaOf(question));
