import { smallest } from "../../contract/lists";
import type { Feed, FetchRequest, RequestContext } from "../publishers/publisher";
import type { PartState } from "../store/feeds";
import { isoMoment, type RowsName } from "../store/freshness";
import type { Store } from "../store/store";
import { ONCE } from "./fetch-parts";
import type { Mutex } from "./mutex";

/** An update without failures, whose rows are confirmed. */
interface Confirmation {
  readonly store: Store;
  readonly exclusively: Mutex;
  readonly fetching: NonNullable<Feed["fetching"]>;
  readonly context: RequestContext;
  readonly requests: readonly FetchRequest[];
  readonly parts: Readonly<Record<string, PartState>>;
  /** The rows in the documents of this update. */
  readonly confirmed: ReadonlySet<RowsName>;
  /** False if only named tickers or keywords were fetched. */
  readonly whole: boolean;
  /** Milliseconds. */
  readonly now: number;
}

/** When the oldest of these lists last succeeded, in milliseconds. Undefined if one that was tried never has. */
function listsAsOf(store: Store, lists: readonly string[]): number | undefined {
  const states = lists.map((id) => store.feeds.state(id)).filter((state) => state.tried !== undefined);
  const at = smallest(states.map((state) => Date.parse(state.succeeded ?? "")));
  return Number.isFinite(at) ? at : undefined;
}

/** Confirms the rows of an update, and, if nothing new is listed, those of all `once` documents: as of the lists, or of now if the publisher was asked. */
export async function confirmParts({ store, exclusively, fetching, context, requests, parts, confirmed, whole, now }: Confirmation): Promise<void> {
  await exclusively(() => store.freshness.confirm([...confirmed], isoMoment(now)));
  const lists = fetching.listedBy;
  const listedAt = lists ? await exclusively(() => listsAsOf(store, lists)) : requests.length > 0 ? now : undefined;
  const once = parts[ONCE]?.names;
  if (!whole || !once || listedAt === undefined) return;
  const requested = new Set(requests.map((r) => r.part));
  await exclusively(() => {
    const isComplete = lists === undefined || fetching.requests(context).every((r) => requested.has(r.part));
    if (isComplete) store.freshness.confirm(once, isoMoment(listedAt));
  });
}
