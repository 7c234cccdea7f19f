import type { Versions } from "../store/reads";
import { createRecent, type Recent } from "../store/recent";
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
export function untilImport<T extends object>(least: number): (context: Context, key: string, make: () => T) => T {
  const stores = new WeakMap<Context["store"]["reads"], Recent<Made<T>>>();
  return ({ store, clock }, key, make) => {
    const kept = stores.get(store.reads) ?? createRecent<Made<T>>(least);
    stores.set(store.reads, kept);
    const full = `${clock.today()} ${clock.follows ? store.moment : clock.moment()} ${key}`;
    const now = store.records.version();
    const known = kept.get(full);
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
