import type { Feeds } from "./feeds";

/** Name of the mark, stored with the operator's decisions on publishers. A restore sets it before the data is in its place. */
export const RESTORED = "restored";

/** The day on which this data was restored from a backup, until the operator activates it; undefined for other data. Another service may still use the original. */
export function restoredOn(feeds: Pick<Feeds, "decision">): string | undefined {
  const mark = feeds.decision(RESTORED);
  return mark?.enabled ? mark.decided : undefined;
}
