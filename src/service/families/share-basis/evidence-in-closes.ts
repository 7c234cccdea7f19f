import type { IsoDate } from "../../../contract/dates";
import type { Close } from "../../records/close";
import type { StatedPeriod } from "../../records/statement";
import { looksLike, type Step } from "./closes-across";
import { plainRatioNear } from "./plain-ratio";
import { isSplitRatio } from "./restated-splits";
import type { Split } from "../../records/split";

/** Dividends are in the adjusted close too, and are a few percent of a step. */
const DIVIDEND = 0.03;
/** Share counts move by purchases and issues between two filings. */
const DRIFT = 0.03;
/** Smaller changes of a share count are too often an issue of shares or a merger. */
const MIN_COUNTED = 1.5;

/** The splits that a price file shows by itself: days on which close and adjusted close part by a plain ratio, and the close steps by it. */
export function adjustedSplits(closes: readonly Close[], steps: readonly Step[]): Split[] {
  return steps.flatMap((step, i): Split[] => {
    const [before, row] = [closes[i] as Close, closes[i + 1] as Close];
    if (before.adjusted === undefined || row.adjusted === undefined) return [];
    const parted = row.adjusted / row.close / (before.adjusted / before.close);
    const ratio = plainRatioNear(parted, DIVIDEND);
    return ratio !== undefined && isSplitRatio(ratio) && looksLike(step, ratio) ? [{ ratio, after: step.from, by: step.to, from: "adjusted closes" }] : [];
  });
}

/** Each filing's count of shares outstanding, of the newest period that it states, oldest filing first. */
function countsByFiling(periods: readonly (StatedPeriod & { readonly end: IsoDate })[]): { readonly filed: IsoDate; readonly count: number }[] {
  const filings = new Map<string, { readonly filed: IsoDate; readonly count: number; readonly end: IsoDate }>();
  for (const { stated, end } of periods)
    for (const [filed, count, accession] of (stated.shares_outstanding ?? []).flat()) {
      const known = filings.get(accession);
      if (count > 0 && (!known || end > known.end)) filings.set(accession, { filed, count, end });
    }
  return [...filings.values()].sort((a, b) => (a.filed < b.filed ? -1 : a.filed > b.filed ? 1 : 0));
}

/** The splits that two filings' counts of shares show, where exactly one step of the closes between them is the inverse. */
export function countedSplits(periods: readonly (StatedPeriod & { readonly end: IsoDate })[], steps: readonly Step[], known: readonly Split[]): Split[] {
  const counts = countsByFiling(periods);
  return counts.flatMap(({ filed, count }, i): Split[] => {
    const before = counts[i - 1];
    const ratio = before && plainRatioNear(count / before.count, DRIFT);
    if (!before || ratio === undefined || Math.max(ratio, 1 / ratio) < MIN_COUNTED) return [];
    if (known.some((s) => s.after < filed && s.by > before.filed)) return [];
    const [step, ...more] = steps.filter((s) => s.to > before.filed && s.from < filed && looksLike(s, ratio));
    return step && more.length === 0 ? [{ ratio, after: step.from, by: step.to, from: "filings" }] : [];
  });
}
