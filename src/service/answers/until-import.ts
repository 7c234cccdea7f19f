import { LRUCache } from "lru-cache";
import type { Versions } from "../store/reads";
import type { Context } from "./context";

interface Made<T> {
  readonly value: T;
  readonly versions: Versions;
  /** The import at which it was last found to hold. */
  holdsAt: number;
}

/**
 * Keeps what was computed from rows for as long as it holds: for one store, one clock day, and one state of the rows that it was made of. What another
 * publisher brings every few minutes leaves it alone. For answers that read many rows.
 *
 * `make` must depend on the key and on what the context gives, and on nothing else. It reads all that the value rests on: a value that reads
 * rows later, when it is used, says of which kinds with `store.reads.ask`.
 */
export function untilImport<T extends object>(max: number): (context: Context, key: string, make: () => T) => T {
  const stores = new WeakMap<Context["store"], LRUCache<string, Made<T>>>();
  return ({ store, clock }, key, make) => {
    const kept = stores.get(store) ?? new LRUCache<string, Made<T>>({ max });
    stores.set(store, kept);
    const full = `${clock.today()} ${key}`;
    const now = store.records.version();
    // Without a note of its use, which costs as much again: what was made first makes room first.
    const known = kept.peek(full);
    if (known && (known.holdsAt === now || store.reads.hold(known.versions))) {
      known.holdsAt = now;
      store.reads.ask(known.versions.keys());
      return known.value;
    }
    const { result, versions } = store.reads.watch(make);
    kept.set(full, { value: result, versions, holdsAt: now });
    return result;
  };
}
