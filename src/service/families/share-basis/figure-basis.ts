import type { StatedFigure, Vintage } from "../../records/statement";
import type { DatedSplit } from "./closes-across";
import { holds, type Range } from "./plain-ratio";
import { sharesBetween } from "./restated-splits";

/** Whether a later statement of a figure counts the same shares as an earlier one or those after the split; undefined if rounding hides it, or if it matches neither. */
function compared({ metric }: StatedFigure, earlier: Vintage, later: Vintage, ratio: number): "same" | "split" | undefined {
  const times: Range | undefined = sharesBetween(metric, earlier[1], later[1]);
  if (!times) return undefined;
  const [same, split] = [holds(times, 1), holds(times, ratio)];
  return same === split ? undefined : same ? "same" : "split";
}

/**
 * True if a figure counts shares after a split. Decided by the filing day, unless other filings of the same figure show that it was restated earlier or not at
 * all. Undefined if they contradict each other.
 */
export function statedIsAfter(figure: StatedFigure, split: DatedSplit, splits: readonly DatedSplit[]): boolean | undefined {
  const { served, all } = figure;
  const byDay = split.statedIsAfter(served[0]);
  let likeOthers = byDay;
  let contradicted = false;
  for (const other of all) {
    if (other === served || other[0] === served[0]) continue;
    const isLater = other[0] > served[0];
    const [earlier, later] = isLater ? [served, other] : [other, served];
    // A change across another split shows nothing about this one.
    if (splits.some((s) => s !== split && s.statedIsAfter(earlier[0]) !== s.statedIsAfter(later[0]))) continue;
    const found = compared(figure, earlier, later, split.ratio);
    // Restated by this ratio: the earlier filing counts old shares, the later one new shares.
    if (found === "split") return !isLater;
    const others = found === "same" ? split.statedIsAfter(other[0]) : undefined;
    if (others === undefined) continue;
    likeOthers ??= others;
    contradicted ||= others !== likeOthers;
  }
  return contradicted ? undefined : likeOthers;
}
