import type { ReasonText } from "../answering";
import { splitInWords } from "./split";
import type { Doubt } from "./share-basis";

const WHAT_TO_DO = "Import the split (columns ticker, date, ratio), or prices with an adjusted close.";

/** Why a figure over prices on both sides of a split is not computed. */
export function returnRefused(doubt: Doubt): ReasonText {
  if (doubt.kind !== "jump") return basisUnknown(doubt);
  return {
    short: `Not computed: the price looks split on ${doubt.day}.`,
    full: `Not computed: the price looks split on ${doubt.day} and is not split-adjusted. ${WHAT_TO_DO}`,
  };
}

/** Why a price and a figure a share, or a count of shares, are not put together. */
export function basisUnknown(doubt: Doubt): ReasonText {
  switch (doubt.kind) {
    case "jump":
      return {
        short: `Not computed: the price looks split on ${doubt.day}.`,
        full: `Not computed: the price looks split on ${doubt.day}, no such split is known, and the figure was stated on the other side of that day. ${WHAT_TO_DO}`,
      };
    case "undated":
      return {
        short: `Not computed: day of the ${splitInWords(doubt.split.ratio)} split unknown.`,
        full: `Not computed: the ${splitInWords(doubt.split.ratio)} split between ${doubt.split.after} and ${doubt.split.by} may lie between the price and the figure. Import the split (columns ticker, date, ratio), or prices for the days between.`,
      };
    case "unrestated":
      return {
        short: `Not computed: ${splitInWords(doubt.split.ratio)} split, share basis unknown.`,
        full: `Not computed: filings repeat the figure unchanged across the ${splitInWords(doubt.split.ratio)} split of ${doubt.split.by}, so it may count shares before or after it. Compute it from net income and a share count instead.`,
      };
  }
}
