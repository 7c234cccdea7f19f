import { caveatWords } from "../../../contract/caveat-words";
import type { Outcome } from "../../../core/outcome";
import { showing } from "../words";
import { counted } from "../../../contract/counted";

/**
 * Lines to quote with the values: sample notice, attributions, caveats, and for how many the source is unknown.
 * @param unknown number of formulas whose questions are unknown
 */
export function sourceLines(outcomes: readonly Outcome[], unknown: number): readonly string[] {
  const attributions = new Set<string>();
  const caveats = new Set<string>();
  const unanswered = new Map<string, number>();
  let sample = false;
  for (const outcome of outcomes) {
    if (outcome.kind !== "answer") {
      const why = showing(outcome);
      unanswered.set(why, (unanswered.get(why) ?? 0) + 1);
      continue;
    }
    const { attribution, source, caveats: ids } = outcome.answer;
    const credit = attribution ?? source;
    if (credit !== undefined) attributions.add(credit);
    for (const id of ids) caveats.add(caveatWords(id));
    sample ||= outcome.answer.sample;
  }
  return [
    ...(sample ? ["Sample data: generated, not published; do not quote."] : []),
    ...[...attributions].sort().map((text) => `Source: ${text}`),
    ...[...caveats].sort().map((text) => `Caveat: ${text}`),
    ...[...unanswered].map(([why, n]) => `Source not known for ${counted(n, "question")}: ${why}`),
    ...(unknown > 0 ? [`Source not known for ${counted(unknown, "formula")} whose arguments are calculated within the formula.`] : []),
  ];
}
