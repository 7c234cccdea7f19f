import { CAVEATS, type CaveatId } from "../../../contract/caveats";
import type { Outcome } from "../../../core/outcome";
import { showing } from "../words";
import { counted } from "../../../contract/counted";

/** A caveat in words; one that this version does not know is shown by its id. */
const caveatWords = (id: string): string => (Object.hasOwn(CAVEATS, id) ? CAVEATS[id as CaveatId] : id.replaceAll(/[_-]/g, " "));

/**
 * What must stay with values when they are quoted, a line each: attributions, caveats, whether any is generated, and for how much it is not known.
 * @param unknown formulas whose questions are not known
 */
export function sourceLines(outcomes: readonly Outcome[], unknown: number): readonly string[] {
  const attributions = new Set<string>();
  const caveats = new Set<string>();
  const silent = new Map<string, number>();
  let sample = false;
  for (const outcome of outcomes) {
    if (outcome.kind !== "answer") {
      const why = showing(outcome);
      silent.set(why, (silent.get(why) ?? 0) + 1);
      continue;
    }
    const { attribution, source, caveats: ids } = outcome.answer;
    const said = attribution ?? source;
    if (said !== undefined) attributions.add(said);
    for (const id of ids) caveats.add(caveatWords(id));
    sample ||= outcome.answer.sample;
  }
  return [
    ...(sample ? ["Sample data: generated, not published; do not quote."] : []),
    ...[...attributions].sort().map((text) => `Source: ${text}`),
    ...[...caveats].sort().map((text) => `Caveat: ${text}`),
    ...[...silent].map(([why, n]) => `Source not known for ${counted(n, "question")}: ${why}`),
    ...(unknown > 0 ? [`Source not known for ${counted(unknown, "formula")} whose arguments are calculated within the formula.`] : []),
  ];
}
