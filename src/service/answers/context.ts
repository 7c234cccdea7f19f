import type { LiveSeries } from "../records/live-series";
import type { Store } from "../store/store";
import type { Clock } from "../time/clock";

/** What a family may read: the service's date and the imported rows. */
export interface Context {
  readonly clock: Clock;
  readonly store: Store;
  /** Series fetched live for this batch, by id. They may not be stored. */
  readonly live?: ReadonlyMap<string, LiveSeries>;
  /** Called with each keyword that a cell uses, so that the next update fetches it. Stored once the batch is answered. */
  readonly wants?: (keyword: string) => void;
}
