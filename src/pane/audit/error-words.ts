import { parseLiteralCall } from "../../workbook/literal-call";
import { paneWords } from "../pane-words";
import { readCall } from "../questions/read-call";

const WORDS: Readonly<Record<string, string>> = {
  "#N/A": "The service did not answer at the last calculation. Refresh it.",
  "#VALUE!": "An argument, or a cell it refers to, is invalid. Open it in Build to see which.",
  "#REF!": "It refers to a deleted cell. Correct the formula.",
  "#DIV/0!": "The formula divides by zero or by an empty cell.",
  "#NUM!": "A number in the formula is out of range.",
  "#NULL!": "Two ranges of the formula do not intersect. A comma may be missing.",
  "#SPILL!": "Cells in the way are not empty. Clear them, or move the formula.",
  "#CALC!":
    "Excel could not wait for an answer: Evaluate Formula, F9 on a part of a formula, a macro's Calculate and conditional formats cannot call the service. Refresh it.",
  "#BLOCKED!": "Excel does not let the add-in run here. Allow add-ins for this workbook, then refresh.",
  "#CONNECT!": "Excel could not reach the add-in. Open the pane, then refresh.",
  "#FIELD!": "The formula uses a field that the value does not have.",
};

/** What is wrong with a call with literal arguments; undefined if they are valid or not known from the formula alone. */
function argumentWords(formula: string): string | undefined {
  const call = parseLiteralCall(formula);
  if (!call.ok) return undefined;
  const read = readCall(call.id, call.args);
  return read && "outcome" in read && read.outcome.kind === "failure" ? paneWords(read.outcome.failure) : undefined;
}

/** An error value in words: the reported failure, what is wrong with the arguments, or the meaning of the error. */
export const errorWords = (error: string, formula: string, failure: string | undefined): string =>
  (error === "#VALUE!" ? argumentWords(formula) : undefined) ?? failure ?? WORDS[error] ?? `The formula returns ${error}. Correct it, or refresh it.`;
