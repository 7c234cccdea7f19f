import { capital } from "../../../contract/text";
import type { TwoLengths } from "../../../contract/reason";
import type { ReasonText } from "../../answers/answering";
import { splitInWords } from "../../records/equities";
import type { Doubt } from "./share-basis";

const WHAT_TO_DO = "Import the split (columns ticker, date, ratio), or prices with an adjusted close.";

/** Why a figure over prices on both sides of a split is not computed. */
export function returnRefused(doubt: Doubt): ReasonText {
  if (doubt.kind !== "jump") return basisUnknown(doubt);
  return { short: shortOf(doubt), full: `Not computed: the price looks split on ${doubt.day} and is not split-adjusted. ${WHAT_TO_DO}` };
}

/** Describes a doubt in a sentence. */
const named = (doubt: Doubt): string =>
  doubt.kind === "jump"
    ? `the price looks split on ${doubt.day}`
    : `${doubt.kind === "undated" ? "the day" : "the share basis"} of the ${splitInWords(doubt.split.ratio)} split is not known`;

const refusal = (what: string, doubt: Doubt, more = ""): TwoLengths => ({ short: shortOf(doubt), full: `${what}: ${named(doubt)}. ${more}${WHAT_TO_DO}` });

/** Why holders are not compared with the quarter before. */
export const holdersUncompared = (doubt: Doubt): TwoLengths => refusal("Holders are not compared with the quarter before", doubt);

/** Why short interest is not compared with the previous settlement or with a share count. */
export const shortInterestUncompared = (doubt: Doubt): ReasonText => refusal("Short interest is not compared with shares of another day", doubt);

/** Why a figure of a statement is not adjusted for splits. */
export const figureUnadjusted = (doubt: Doubt): ReasonText => refusal("Not adjusted for splits", doubt, "Field value has the figure as filed. ");

/** Adds to the note of a figure as filed that its share basis is unknown. */
export const basisDoubted = (doubt: Doubt): string => capital(`${named(doubt)}.`);

function shortOf(doubt: Doubt): string {
  if (doubt.kind === "jump") return `Not computed: the price looks split on ${doubt.day}.`;
  const name = splitInWords(doubt.split.ratio);
  return doubt.kind === "undated" ? `Not computed: day of the ${name} split unknown.` : `Not computed: ${name} split, share basis unknown.`;
}

/** Why a price is not combined with a per-share figure or a share count. */
export function basisUnknown(doubt: Doubt): ReasonText {
  switch (doubt.kind) {
    case "jump":
      return {
        short: shortOf(doubt),
        full: `Not computed: the price looks split on ${doubt.day}, between the price and the figure, and no such split is known. ${WHAT_TO_DO}`,
      };
    case "undated":
      return {
        short: shortOf(doubt),
        full: `Not computed: the ${splitInWords(doubt.split.ratio)} split between ${doubt.split.after} and ${doubt.split.by} may lie between the price and the figure. Import the split (columns ticker, date, ratio), or prices for the days between.`,
      };
    case "unrestated":
      return {
        short: shortOf(doubt),
        full: `Not computed: filings repeat the figure unchanged across the ${splitInWords(doubt.split.ratio)} split of ${doubt.split.by}, so it may count shares before or after it. Compute it from net income and a share count instead.`,
      };
  }
}
