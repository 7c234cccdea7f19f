import { counted, withSeparators } from "../../contract/counted";
import type { Lock } from "../../proof/lock";
import { momentWords } from "../../contract/as-of";
import type { ComparedCell, LockState } from "./compare-with-lock";
import { parseLiteralCall } from "../../workbook/formulas/literal";
import { paneWords } from "../pane-words";
import { readCall } from "../questions/read-call";
import { serviceErrorWords } from "../words/error-words";

/** The states of a cell with their meaning, most severe first; each cell has one. */
export const STATE_WORDS = {
  broken: { label: "Broken name", meaning: "no function under this name" },
  error: { label: "Error", meaning: "#N/A, #VALUE! and the like" },
  pending: { label: "Pending", meaning: "no answer yet" },
  reason: { label: "Reason", meaning: "the service says why there is no value" },
  stale: { label: "Stale", meaning: "due for refresh" },
  doubt: { label: "Doubtful", meaning: "a check says that the value may be wrong" },
  fresh: { label: "Fresh", meaning: "up to date" },
} as const;
export type AuditState = keyof typeof STATE_WORDS;
export const AUDIT_STATES = Object.keys(STATE_WORDS) as readonly AuditState[];

export const LOCK_STATE_LABELS: Readonly<Record<LockState, string>> = {
  "typed over": "Typed over",
  "formula changed": "Formula changed",
  "value changed": "Value changed since",
  removed: "Removed",
  "not in the lock": "Not in the lock",
  "as locked": "As locked",
};

/** The result of a comparison, in a sentence. */
export function lockResultWords(cells: readonly ComparedCell[]): string {
  const different = cells.filter(({ state }) => state !== "as locked").length;
  if (different === 0) return `${counted(cells.length, "cell is as locked.", "cells are as locked.")}`;
  return `${counted(different, "cell differs", "cells differ")} from the lock, ${withSeparators(cells.length - different)} ${cells.length - different === 1 ? "is" : "are"} as locked.`;
}

/** When a lock was written, from what, and what it has: names and values. */
export function lockFacts({ service, refresh, questions, cells }: Lock): readonly (readonly [name: string, value: string])[] {
  const answers = Object.values(questions);
  const samples = answers.filter(({ sample }) => sample).length;
  const kept = Object.values(cells).filter((cell) => cell.kept !== undefined).length;
  return [
    ["Answers of", momentWords(Date.parse(service.moment))],
    ...(service.as_of === undefined ? [] : ([["As of", service.as_of]] as const)),
    ["Import log", `entry ${withSeparators(service.import_position)}`],
    ["Versions", `service ${service.version}, refresh ${refresh.version}`],
    [
      "Answers",
      samples === 0 ? `${withSeparators(answers.length)}, none of sample data` : `${withSeparators(answers.length)}, ${withSeparators(samples)} of sample data`,
    ],
    ...(kept === 0 ? [] : ([["Kept values", counted(kept, "cell")]] as const)),
  ];
}

/** What is wrong with a call with literal arguments; undefined if they are valid or not known from the formula alone. */
function argumentWords(formula: string): string | undefined {
  const call = parseLiteralCall(formula);
  if (!call.ok) return undefined;
  const read = readCall(call.id, call.args);
  return read && "outcome" in read && read.outcome.kind === "failure" ? paneWords(read.outcome.failure) : undefined;
}

/**
 * An error value in words: the reported failure, what is wrong with the arguments, or the meaning of the error.
 *
 * @param uncalled the arguments are valid, and the function did not return the error
 */
export const errorWords = (error: string, formula: string, failure: string | undefined, uncalled: boolean): string =>
  (error === "#VALUE!" ? argumentWords(formula) : undefined) ?? failure ?? serviceErrorWords(error, uncalled);
