import { LRUCache } from "lru-cache";
import type { Versions } from "../store/reads";
import type { RowsRead } from "../store/rows-read";
import type { Context } from "./context";

interface Made<T> {
  readonly value: T;
  readonly versions: Versions;
  readonly rows: RowsRead;
  /** The last import at which it was found valid. */
  holdsAt: number;
}

/**
 * Caches values computed from rows. An entry is valid for one store, one clock day, one moment as of which rows are read, and until an import changes the rows
 * that it used. As of a moment that was asked for, the clock's own moment counts: markets whose days are in UTC compare times with it. An import of other rows
 * does not invalidate it. For answers that read many rows.
 *
 * `make` must depend only on the key and the context, and must read all rows that the value needs. If the value reads
 * rows later, when it is used, declare their kinds with `store.reads.addRead`.
 */
export function untilImport<T extends object>(max: number): (context: Context, key: string, make: () => T) => T {
  const stores = new WeakMap<Context["store"]["reads"], LRUCache<string, Made<T>>>();
  return ({ store, clock }, key, make) => {
    // A cache limited by `max` would allocate room for all its entries at once.
    const kept = stores.get(store.reads) ?? new LRUCache<string, Made<T>>({ maxSize: max, sizeCalculation: () => 1 });
    stores.set(store.reads, kept);
    const full = `${clock.today()} ${clock.follows ? store.moment : clock.moment()} ${key}`;
    const now = store.records.version();
    // Evicts the oldest entry. Tracking use would cost as much as the lookup.
    const known = kept.peek(full);
    if (known && (known.holdsAt === now || store.reads.areCurrent(known.versions))) {
      known.holdsAt = now;
      store.reads.addRead(known.versions.keys());
      store.reads.addRows(known.rows);
      return known.value;
    }
    const { result, versions, rows } = store.reads.watch(make);
    kept.set(full, { value: result, versions, rows, holdsAt: now });
    return result;
  };
}
