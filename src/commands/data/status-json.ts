import { DAY_MS } from "../../contract/dates";
import { isFilesOnly, isPublisherOn, nextDue } from "../../service/ingest/due";
import { PUBLISHERS } from "../../service/publishers/all";
import type { Feed } from "../../service/publishers/publisher";
import { type FeedState, restoredOn } from "../../service/store/feeds";
import { outdated } from "../../service/ingest/rebuild";
import type { Store } from "../../service/store/store";
import { COMMIT, VERSION } from "../../service/store/version";
import { updatingNow } from "./one-update";

/** How long a feed may be overdue before it counts as late: a publisher that is late, or a machine that was off overnight, is no alarm. */
const GRACE_MS = DAY_MS;

/** `never`: not fetched yet, so there is nothing to be late. */
type Freshness = "fresh" | "late" | "failed" | "never";

/** The state of all feeds: `stale` if one is late or failed, `failed` if all that were fetched failed, `empty` if none was fetched, `unreadable` without a database to read. */
type DataState = "ok" | "stale" | "failed" | "empty" | "unreadable";

/** The exit status by state; docs/operations.md lists them. */
const EXIT: Readonly<Record<DataState, number>> = { ok: 0, empty: 0, failed: 1, unreadable: 1, stale: 3 };

function dueOf({ fetching }: Feed, { nextDue: noted, succeeded }: FeedState): string | undefined {
  if (noted !== undefined) return noted;
  return fetching && succeeded !== undefined ? new Date(nextDue(fetching.schedule, Date.parse(succeeded))).toISOString() : undefined;
}

function freshnessOf({ tried, failure }: FeedState, due: string | undefined, now: number): Freshness {
  if (tried === undefined) return "never";
  if (failure !== undefined) return "failed";
  return due !== undefined && now - Date.parse(due) > GRACE_MS ? "late" : "fresh";
}

function feedOf(feed: Feed, { feeds }: Store, now: number) {
  const state = feeds.state(feed.id);
  const parts = Object.values(state.parts);
  const due = dueOf(feed, state);
  return {
    id: feed.id,
    state: freshnessOf(state, due, now),
    tried: state.tried ?? null,
    succeeded: state.succeeded ?? null,
    failure: state.failure ?? null,
    next_due: due ?? null,
    newest:
      parts
        .flatMap(({ newest }) => newest ?? [])
        .sort()
        .at(-1) ?? null,
    rows: parts.reduce((n, { rows }) => n + rows, 0),
  };
}

function stateOf(feeds: readonly { readonly state: Freshness }[]): DataState {
  const fetched = feeds.filter(({ state }) => state !== "never");
  if (fetched.length === 0) return "empty";
  if (fetched.every(({ state }) => state === "failed")) return "failed";
  return fetched.every(({ state }) => state === "fresh") ? "ok" : "stale";
}

/**
 * The status as JSON on one line, with its exit status. Only feeds of publishers that are on count.
 *
 * @param reason why there is nothing to read; undefined if there is a database
 */
export function statusJson(store: Store, database: string, now: number, reason?: string): { readonly text: string; readonly exit: number } {
  const publishers = PUBLISHERS.map((publisher) => {
    const isOn = isPublisherOn(store.feeds, publisher);
    const fetched = publisher.feeds.filter(({ fetching }) => fetching && !fetching.onDemand);
    return {
      id: publisher.id,
      is: isFilesOnly(publisher) ? "files only" : isOn ? "on" : "off",
      feeds: isOn ? fetched.map((feed) => feedOf(feed, store, now)) : [],
    };
  });
  const state = stateOf(publishers.flatMap(({ feeds }) => feeds));
  const status = {
    state,
    at: new Date(now).toISOString(),
    version: VERSION,
    commit: COMMIT ?? null,
    database,
    ...(reason === undefined ? {} : { reason }),
    restored: restoredOn(store.feeds) ?? null,
    updating: updatingNow(database) ?? null,
    rebuild: outdated(store),
    publishers,
    stored: { series: store.observations.imported().length, ...store.archive.size() },
  };
  return { text: JSON.stringify(status), exit: EXIT[state] };
}

/** The same if the database cannot be read. */
export const unreadableJson = (database: string, now: number, reason: string): { readonly text: string; readonly exit: number } => ({
  text: JSON.stringify({
    state: "unreadable" satisfies DataState,
    at: new Date(now).toISOString(),
    version: VERSION,
    commit: COMMIT ?? null,
    database,
    reason,
  }),
  exit: EXIT.unreadable,
});
