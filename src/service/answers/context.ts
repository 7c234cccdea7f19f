import type { LiveSeries } from "../records/live-series";
import type { Store } from "../store/store";
import type { Clock } from "../time/clock";

/** What a family may read: the date it counts from, and the rows that were imported. */
export interface Context {
  readonly clock: Clock;
  readonly store: Store;
  /** Series that were asked for while this batch of cells waits, which may not be kept; by id. */
  readonly live?: ReadonlyMap<string, LiveSeries>;
  /** Told of a keyword that a cell asks for, so that a publisher that is searched by keyword is asked for it; noted once the batch is answered. */
  readonly wants?: (keyword: string) => void;
}
