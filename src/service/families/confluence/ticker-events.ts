import { daysBetween } from "../../../contract/dates";
import { instrumentOf } from "../../instruments/universe";
import { mergeProvenance } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { MAXIMUM_AGES } from "../../answers/maximum-age";
import { evidenceFor, isEvidence, sampleEvidenceFor } from "../signals/evidence";
import type { EvidenceFamily } from "../signals/rows";
import { TICKER_FIGURES } from "./figures";
import type { FamilyEvents, NotCovered } from "./rows";

/** Maximum age of a family's newest row, in days. Insiders and members of Congress report irregularly, so for them no new reports are information too. */
const MAX_DAYS_OLD: { readonly [F in EvidenceFamily]?: number } = {
  holders13f: MAXIMUM_AGES.holdings.days,
  short_interest: MAXIMUM_AGES.short_interest.days,
  short_volume: MAXIMUM_AGES.short_volume.days,
  filings: MAXIMUM_AGES.filing_list.days,
  fundamentals: MAXIMUM_AGES.annual_statement.days,
  prices: MAXIMUM_AGES.closes.days,
};

/** Events of every family on a ticker: from published rows, else from sample rows of a covered symbol; undefined if there are neither. */
export function tickerEvents(context: Context, ticker: string): readonly (FamilyEvents | NotCovered)[] | undefined {
  const today = context.clock.today();
  const instrument = instrumentOf(ticker);
  const known = evidenceFor(context, ticker) ?? (instrument && sampleEvidenceFor(context, instrument));
  return known?.map((e) => {
    if (!isEvidence(e)) return { family: e.family, absent: e.absent };
    const maxDays = MAX_DAYS_OLD[e.family];
    if (maxDays !== undefined && daysBetween(e.newest, today) > maxDays)
      return { family: e.family, absent: `the rows of ${ticker} end on ${e.newest}, more than ${maxDays} days ago` };
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
