import { FAMILIES } from "../../service/families/families";
import { familyFreshness } from "../../service/evaluation/family-freshness";
import { isFilesOnly, isPublisherOn } from "../../service/ingest/due";
import { PUBLISHERS } from "../../service/publishers/all";
import { outdated } from "../../service/ingest/rebuild";
import type { Store } from "../../service/store/store";
import { COMMIT, VERSION } from "../../service/store/version";
import { createClock } from "../../service/time/clock";
import { type FeedFreshness, feedStatesOf } from "./feed-states";
import { lostDocuments } from "./warnings";
import { updatingNow } from "./one-update";

/**
 * The state of the data: `stale` if a feed is late or failed, an import was lost, or a family's newest row is older than its maximum age; `failed` if all feeds that were fetched failed; `empty` if
 * nothing was ever imported; `missing` if there is no database; `unreadable` if it cannot be read.
 */
type DataState = "ok" | "stale" | "failed" | "empty" | "missing" | "unreadable";

/** The exit status by state; docs/operations.md lists them. */
const EXIT: Readonly<Record<DataState, number>> = { ok: 0, empty: 0, missing: 1, failed: 1, unreadable: 1, stale: 3 };

function stateOf(feeds: readonly { readonly state: FeedFreshness }[], families: readonly { readonly stale: boolean }[], lost: number): DataState {
  const fetched = feeds.filter(({ state }) => state !== "never");
  if (fetched.length === 0 && families.length === 0 && lost === 0) return "empty";
  if (fetched.length > 0 && fetched.every(({ state }) => state === "failed")) return "failed";
  return lost === 0 && fetched.every(({ state }) => state === "fresh") && !families.some(({ stale }) => stale) ? "ok" : "stale";
}

/** A status on one line, with its exit status. */
interface Shown {
  readonly text: string;
  readonly exit: number;
}

const shownOf = (state: DataState, database: string, now: number, more: object): Shown => ({
  text: JSON.stringify({ state, at: new Date(now).toISOString(), version: VERSION, commit: COMMIT ?? null, database, ...more }),
  exit: EXIT[state],
});

/** The status as JSON. Only feeds of publishers that are on count. */
export async function statusJson(store: Store, database: string, now: number): Promise<Shown> {
  const states = await store.ledger.feeds.states();
  const publishers = PUBLISHERS.map((publisher) => ({
    id: publisher.id,
    is: isFilesOnly(publisher) ? "files only" : isPublisherOn(store.decisions, publisher) ? "on" : "off",
    feeds: feedStatesOf(store, states, publisher, now),
  }));
  const context = { store, clock: createClock(undefined, () => now) };
  const families = FAMILIES.flatMap((family) => {
    const { names, newest, isStale } = familyFreshness(family, context);
    return names === 0 ? [] : [{ family: family.name, newest_observation: newest ?? null, stale: isStale }];
  });
  const lost = lostDocuments(store);
  const state = stateOf(
    publishers.flatMap(({ feeds }) => feeds),
    families,
    lost.length,
  );
  return shownOf(state, database, now, {
    restored: (await store.ledger.restoredOn()) ?? null,
    updating: updatingNow(database) ?? null,
    rebuild: outdated(store),
    lost: lost.map(({ file }) => file),
    publishers,
    families,
    stored: { series: store.observations.imported().length, ...store.archive.size() },
  });
}

/** The same if there is no database, or if it cannot be read. */
export const noStatusJson = (state: "missing" | "unreadable", database: string, now: number, reason: string): Shown =>
  shownOf(state, database, now, { reason });
