import { lastReleaseTime } from "../releases/releases";
import type { CacheShelf } from "../store/read-cache";
import type { Reads } from "../store/reads";
import type { Context } from "./context";

let last = { day: "", moment: NaN, group: "" };

/** Names the day and the moment that values are of. Made again only for another one: the cells of a batch have the same. */
function groupOf({ store, clock }: Context): string {
  const [day, moment] = [clock.today(), clock.follows ? store.moment : clock.moment()];
  if (day !== last.day || moment !== last.moment) last = { day, moment, group: `${day} ${moment}` };
  return last.group;
}

interface UntilImport<T> {
  (context: Context, key: string, make: () => T): T;
  /** True if the value is cached and valid. */
  has(context: Context, key: string): boolean;
}

let caches = 0;

/**
 * Caches values computed from rows, in the store's read cache. An entry is valid for one clock day, one moment as of which rows are read, and until an import changes
 * the rows that it used. As of a moment that was asked for, the clock's own moment counts: markets whose days are in UTC compare times with it. An import of other rows
 * does not invalidate it. For answers that read many rows.
 *
 * `make` must depend only on the key and the context, and must read all rows that the value needs. If the value reads
 * rows later, when it is used, declare their kinds with `store.reads.addRead`.
 */
export function untilImport<T extends object>(): UntilImport<T> {
  const name = `value ${caches++}`;
  let used: { readonly reads: Reads; readonly of: "now" | "asked"; readonly group: string; readonly shelf: CacheShelf } | undefined;
  function shelfOf(context: Context): CacheShelf {
    const { reads } = context.store;
    const [of, group] = [context.clock.follows ? ("now" as const) : ("asked" as const), groupOf(context)];
    if (used?.reads !== reads || used.of !== of || used.group !== group) used = { reads, of, group, shelf: reads.shelf(of, `${name} ${group}`) };
    return used.shelf;
  }
  const cached = (context: Context, key: string, make: () => T): T => context.store.reads.cached(shelfOf(context), key, make);
  return Object.assign(cached, { has: (context: Context, key: string) => context.store.reads.find(shelfOf(context), key) !== undefined });
}

/** Caches as `untilImport` does, and at most until the next time of day at which something is published: for values that may use sample rows, which no import changes. */
export function untilRelease<T extends object>(): UntilImport<T> {
  const cache = untilImport<T>();
  const keyOf = ({ clock }: Context, key: string): string => `${lastReleaseTime(clock.moment())} ${key}`;
  return Object.assign((context: Context, key: string, make: () => T) => cache(context, keyOf(context, key), make), {
    has: (context: Context, key: string) => cache.has(context, keyOf(context, key)),
  });
}
