import { daysBetween } from "../../../contract/dates";
import { instrumentOf } from "../../instruments/universe";
import { mergeProvenance } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { MAXIMUM_AGES } from "../../answers/maximum-age";
import { evidenceFor, isEvidence, sampleEvidenceFor } from "../signals/evidence";
import type { EvidenceFamily } from "../signals/rows";
import { TICKER_FIGURES } from "./figures";
import type { FamilyEvents, NotCovered } from "./rows";

/**
 * Rows that end longer ago than this do not cover the last sessions. Insiders and members of Congress report irregularly, so a lack of new reports is information too.
 */
const MAX_DAYS_OLD: { readonly [F in EvidenceFamily]?: number } = {
  holders13f: MAXIMUM_AGES.holdings.days,
  short_interest: MAXIMUM_AGES.short_interest.days,
  short_volume: MAXIMUM_AGES.short_volume.days,
  filings: MAXIMUM_AGES.filing_list.days,
  fundamentals: MAXIMUM_AGES.annual_statement.days,
  prices: MAXIMUM_AGES.closes.days,
};

/** What every family's published rows say of a ticker, generated ones of a covered symbol without any; undefined where there is neither. */
export function tickerEvents(context: Context, ticker: string): readonly (FamilyEvents | NotCovered)[] | undefined {
  const today = context.clock.today();
  const instrument = instrumentOf(ticker);
  const known = evidenceFor(context, ticker) ?? (instrument && sampleEvidenceFor(context, instrument));
  return known?.map((e) => {
    if (!isEvidence(e)) return { family: e.family, absent: e.absent };
    const most = MAX_DAYS_OLD[e.family];
    if (most !== undefined && daysBetween(e.newest, today) > most)
      return { family: e.family, absent: `the rows of ${ticker} end on ${e.newest}, more than ${most} days ago` };
    return {
      family: e.family,
      source: e.source,
      ...mergeProvenance([e]),
      newest: e.newest,
      read: e.read,
      events: e.signals,
      figure: TICKER_FIGURES[e.family]?.(context, ticker),
    };
  });
}
