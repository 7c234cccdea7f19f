import { addDays, type IsoDate } from "../../../contract/dates";
import type { RequestContext } from "../publisher";

interface Span {
  /** Stays the same from run to run, so that a new reply replaces the previous one. */
  readonly part: string;
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/** A shorter last span is joined to the previous one: it may have no business day, and an empty reply is a failure. */
const SHORTEST_DAYS = 30;

/** The days to fetch: year by year at first, later in one span from the newest stored day. */
export function spansOf({ today, newest }: Pick<RequestContext, "today" | "newest">, first: IsoDate): Span[] {
  if (newest !== undefined) return [{ part: "newest", from: newest, to: today }];
  const spans: Span[] = [];
  for (let from = first; from <= today;) {
    const yearLater = addDays(from, 364);
    const to = addDays(yearLater, SHORTEST_DAYS) >= today ? today : yearLater;
    spans.push({ part: from, from, to });
    from = addDays(to, 1);
  }
  return spans;
}
