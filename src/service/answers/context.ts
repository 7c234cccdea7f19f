import type { Plan } from "../../contract/plans";
import type { LiveSeries } from "../records/macro";
import type { Store } from "../store/store";
import type { Clock } from "../time/clock";

/** What a family may read: the service's date and the imported rows. */
export interface Context {
  readonly clock: Clock;
  readonly store: Store;
  /** Series fetched live for this batch, by id. They may not be stored. */
  readonly live?: ReadonlyMap<string, LiveSeries>;
  /** The plan of the request's key; undefined without a key. Families must not read it: what they compute is cached for the keys of all plans. */
  readonly plan?: Plan;
  /** The account of the request's key, for whose turn it is with long work. Families must not read it otherwise. */
  readonly account?: string;
  /** Aborted once the client of the request has hung up: long work then stops. */
  readonly signal?: AbortSignal;
  /** Called with each keyword that a cell uses, so that the next update fetches it. Stored once the batch is answered. */
  readonly wants?: (keyword: string) => void;
}
