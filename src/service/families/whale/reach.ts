import { type BlockSpan, type CoverageSpan, reachFrom } from "../../records/crypto";
import { coverageSpans } from "../coverage";
import type { Context } from "../../answers/context";
import { HOUR_MS } from "../../time/durations";

/** Maximum time without a row between two lines of a file, or before the first block of a window. */
const QUIET_MS = HOUR_MS;
/** Maximum time between the last row and the end of the window. */
const LATE_MS = 3 * QUIET_MS;

const isBlock = (span: CoverageSpan): span is BlockSpan => "height" in span;
const minuteOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** Joins consecutive blocks into runs. A missing height starts a new run. */
function runsOf(blocks: readonly BlockSpan[]): (CoverageSpan & { readonly first: number; readonly last: number })[] {
  const runs: { from_ms: number; to_ms: number; first: number; last: number }[] = [];
  for (const { height, from_ms, to_ms } of [...blocks].sort((a, b) => a.height - b.height)) {
    const run = runs[runs.length - 1];
    if (!run || height > run.last + 1) runs.push({ from_ms, to_ms, first: height, last: height });
    // Block times may go back a little, so blocks are ordered by height.
    else Object.assign(run, { from_ms: Math.min(run.from_ms, from_ms), to_ms: Math.max(run.to_ms, to_ms), last: height });
  }
  return runs;
}

/** Why an asset's rows do not cover the whole window, in words; undefined if they do. */
export function notReached(context: Context, asset: string, after: number, upTo: number): string | undefined {
  const spans = coverageSpans<CoverageSpan>(context, `whale_transfer ${asset}`, after, upTo);
  const hours = Math.round((upTo - after) / HOUR_MS);
  const window = `${hours === 1 ? "hour" : `${hours} hours`} up to ${minuteOf(upTo)}`;
  if (spans.length === 0) return `No transfer of ${asset} is loaded for the ${window}. Import newer ones.`;
  const runs = runsOf(spans.filter(isBlock));
  const files = spans.filter((s) => !isBlock(s));
  for (const [i, run] of runs.entries()) {
    const before = runs[i - 1];
    if (!before || (reachFrom(files, before.to_ms, QUIET_MS) ?? 0) >= run.from_ms) continue;
    const [from, to] = [before.last + 1, run.first - 1];
    return `${from === to ? `Block ${from} is` : `Blocks ${from} to ${to} are`} missing. Import ${from === to ? "it" : "them"} too.`;
  }
  const all = [...runs, ...files].sort((a, b) => a.from_ms - b.from_ms);
  const reach = reachFrom(all, after, QUIET_MS);
  if (reach === undefined) return `The loaded transfers of ${asset} begin at ${minuteOf(all[0]!.from_ms)}, later than the ${window}. Import earlier ones.`;
  if (reach < upTo - LATE_MS) return `The loaded transfers of ${asset} end at ${minuteOf(reach)}, too early for the ${window}. Import newer ones.`;
  return undefined;
}
