import { DAY_MS } from "../../contract/dates";
import { isPublisherOn, nextDue } from "../../service/ingest/due";
import { PUBLISHERS } from "../../service/publishers/all";
import type { Feed, Publisher } from "../../service/publishers/publisher";
import { type FeedState, type FeedStates, UNTRIED } from "../../service/ledger/feeds";
import type { Store } from "../../service/store/store";

/** How long a feed may be overdue before it counts as late: a publisher that is late, or a machine that was off overnight, is no alarm. */
const GRACE_MS = DAY_MS;

/** `never`: not fetched yet, and not overdue by more than the grace. */
export type FeedFreshness = "fresh" | "late" | "failed" | "never";

function dueOf({ fetching }: Feed, { nextDue: noted, succeeded }: FeedState): string | undefined {
  if (noted !== undefined) return noted;
  return fetching && succeeded !== undefined ? new Date(nextDue(fetching.schedule, Date.parse(succeeded))).toISOString() : undefined;
}

/** A feed that was never fetched is late if other feeds were tried, and if for longer than the grace there has been data and its publisher has been on. */
function neverOrLate({ decisions, imports }: Store, states: FeedStates, { id }: Publisher, now: number): FeedFreshness {
  const decided = decisions.of(id)?.decided;
  const anyTried = [...states.values()].some(({ tried }) => tried !== undefined);
  const since = [imports.first(), ...(decided === undefined ? [] : [`${decided}T23:59:59Z`])];
  return anyTried && since.every((moment) => moment !== undefined && now - Date.parse(moment) > GRACE_MS) ? "late" : "never";
}

function stateOf(store: Store, states: FeedStates, publisher: Publisher, feed: Feed, now: number) {
  const { tried, succeeded, failure, ...state } = states.get(feed.id) ?? UNTRIED;
  const parts = Object.values(state.parts);
  const due = dueOf(feed, { ...state, succeeded });
  const isLate = due !== undefined && now - Date.parse(due) > GRACE_MS;
  const freshness: FeedFreshness =
    tried === undefined ? neverOrLate(store, states, publisher, now) : failure !== undefined ? "failed" : isLate ? "late" : "fresh";
  return {
    id: feed.id,
    state: freshness,
    tried: tried ?? null,
    succeeded: succeeded ?? null,
    failure: failure ?? null,
    next_due: due ?? null,
    newest:
      parts
        .flatMap(({ newest }) => newest ?? [])
        .sort()
        .at(-1) ?? null,
    rows: parts.reduce((n, { rows }) => n + rows, 0),
  };
}

/** The state of a publisher's feeds that are fetched by schedule; none if the publisher is off. */
export const feedStatesOf = (store: Store, states: FeedStates, publisher: Publisher, now: number) =>
  isPublisherOn(store.decisions, publisher)
    ? publisher.feeds.filter(({ fetching }) => fetching && !fetching.onDemand).map((feed) => stateOf(store, states, publisher, feed, now))
    : [];

/** The same of all publishers. */
export async function feedStates(store: Store, now: number) {
  const states = await store.ledger.feeds.states();
  return PUBLISHERS.flatMap((publisher) => feedStatesOf(store, states, publisher, now));
}
