/** A cache of the newest entries, by key. */
export interface Recent<V extends NonNullable<unknown>> {
  get(key: string): V | undefined;
  /** Adds an entry of this size, or replaces the one with this key. */
  set(key: string, value: V, size?: number): void;
  clear(): void;
}

/**
 * Makes a cache of the newest entries of this total size at least, and twice as much at most. It has two parts: when the newer one is full, the older one is
 * dropped. Unlike in a cache that orders entries by use, adding an entry is one step and reading it changes nothing: a batch of cells adds and reads thousands.
 */
export function createRecent<V extends NonNullable<unknown>>(least: number): Recent<V> {
  let newer = new Map<string, V>();
  let older = new Map<string, V>();
  let size = 0;
  return {
    get: (key) => newer.get(key) ?? older.get(key),
    set: (key, value, added = 1) => {
      if (size > 0 && size + added > least) {
        older = newer;
        newer = new Map();
        size = 0;
      }
      newer.set(key, value);
      size += added;
    },
    clear: () => {
      newer = new Map();
      older = new Map();
      size = 0;
    },
  };
}
