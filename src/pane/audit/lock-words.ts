import { counted, withSeparators } from "../../contract/counted";
import type { Lock } from "../../proof/lock";
import { momentWords } from "../../contract/moment-words";
import type { ComparedCell, LockState } from "./compare-with-lock";

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
