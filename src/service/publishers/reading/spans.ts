import { addDays, type IsoDate } from "../../../contract/dates";
import type { Asking } from "../publisher";

interface Span {
  /** Stays the same from run to run for what is asked again, so that a publisher's reply replaces the one before. */
  readonly part: string;
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/** A last span shorter than this is joined to the one before it: it might hold no business day, and an empty reply is a failure. */
const SHORTEST_DAYS = 30;

/** The days to ask for: year by year from the first day at the beginning, and then in one go from the newest day that is kept. */
export function spansOf({ today, newest }: Pick<Asking, "today" | "newest">, first: IsoDate): Span[] {
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
