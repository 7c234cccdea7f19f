import { LRUCache } from "lru-cache";
import type { Context } from "./family";

/**
 * Keeps what was computed from rows for as long as it holds: for one store, one clock day and one state of its imports. For answers that read many rows.
 * `make` must depend on the key and on what the context gives, and on nothing else.
 */
export function untilImport<T extends object>(max: number): (context: Context, key: string, make: () => T) => T {
  const stores = new WeakMap<Context["store"], LRUCache<string, T>>();
  return (context, key, make) => {
    const { store, clock } = context;
    const kept = stores.get(store) ?? new LRUCache<string, T>({ max });
    stores.set(store, kept);
    const full = `${clock.today()} ${store.records.version()} ${key}`;
    const known = kept.get(full);
    if (known) return known;
    const made = make();
    kept.set(full, made);
    return made;
  };
}
