import type { IsoDate } from "../../../contract/dates";
import type { Close, Split } from "../../records/equities";
import type { StatedPeriod } from "../../records/statement";
import { looksLike, type Step } from "./closes-across";
import { plainRatioNear } from "./plain-ratio";
import { isSplitRatio } from "./restated-splits";

/** Tolerance for dividends: the adjusted close includes them too, up to a few percent of a step. */
const DIVIDEND_TOLERANCE = 0.03;
/** Tolerance for buybacks and issues of shares between two filings. */
const DRIFT_TOLERANCE = 0.03;
/** Smaller changes of a share count are too often an issue of shares or a merger. */
const MIN_COUNTED_RATIO = 1.5;

/** Splits that a price file shows by itself: the ratio of adjusted close to close changes by a plain ratio, and the close jumps by the same. */
export function adjustedSplits(closes: readonly Close[], steps: readonly Step[]): Split[] {
  return steps.flatMap((step, i): Split[] => {
    const [before, row] = [closes[i] as Close, closes[i + 1] as Close];
    if (before.adjusted === undefined || row.adjusted === undefined) return [];
    const change = row.adjusted / row.close / (before.adjusted / before.close);
    const ratio = plainRatioNear(change, DIVIDEND_TOLERANCE);
    return ratio !== undefined && isSplitRatio(ratio) && looksLike(step, ratio) ? [{ ratio, after: step.from, by: step.to, from: "adjusted closes" }] : [];
  });
}

/** Shares outstanding by filing, for the newest period that each states, oldest filing first. */
function countsByFiling(periods: readonly (StatedPeriod & { readonly end: IsoDate })[]): { readonly filed: IsoDate; readonly count: number }[] {
  const filings = new Map<string, { readonly filed: IsoDate; readonly count: number; readonly end: IsoDate }>();
  for (const { stated, end } of periods)
    for (const [filed, count, accession] of (stated.shares_outstanding ?? []).flat()) {
      const known = filings.get(accession);
      if (count > 0 && (!known || end > known.end)) filings.set(accession, { filed, count, end });
    }
  return [...filings.values()].sort((a, b) => (a.filed < b.filed ? -1 : a.filed > b.filed ? 1 : 0));
}

/** Splits that the share counts of two filings show, if exactly one jump of the closes between them matches. */
export function countedSplits(periods: readonly (StatedPeriod & { readonly end: IsoDate })[], steps: readonly Step[], known: readonly Split[]): Split[] {
  const counts = countsByFiling(periods);
  return counts.flatMap(({ filed, count }, i): Split[] => {
    const before = counts[i - 1];
    const ratio = before && plainRatioNear(count / before.count, DRIFT_TOLERANCE);
    if (!before || ratio === undefined || Math.max(ratio, 1 / ratio) < MIN_COUNTED_RATIO) return [];
    if (known.some((s) => s.after < filed && s.by > before.filed)) return [];
    const [step, ...more] = steps.filter((s) => s.to > before.filed && s.from < filed && looksLike(s, ratio));
    return step && more.length === 0 ? [{ ratio, after: step.from, by: step.to, from: "filings" }] : [];
  });
}
