import type { Failed } from "../../core/calls/metrics";
import { clockTime } from "../connection/connection-line";
import { paneWords } from "../pane-words";

/** Failures with one message. */
interface FailureGroup {
  readonly words: string;
  /** Newest first. */
  readonly failures: readonly Failed[];
}

/** Groups failures by their message; the group with the newest failure first. */
export function groupFailures(failures: readonly Failed[]): readonly FailureGroup[] {
  const groups = new Map<string, Failed[]>();
  for (const failed of failures) {
    const words = paneWords(failed.failure);
    const group = groups.get(words);
    if (group) group.push(failed);
    else groups.set(words, [failed]);
  }
  return [...groups].map(([words, of]) => ({ words, failures: of }));
}

/** When a group's calls failed: one time of day, or the first and the last. */
export function groupTimes({ failures }: FailureGroup, now: number): string {
  const [first, last] = [failures.at(-1), failures[0]].map((failed) => clockTime(failed?.at ?? now, now));
  return first === last ? `at ${first}` : `from ${first} to ${last}`;
}
