/** A cache of the newest entries, by key. */
interface Recent<V extends NonNullable<unknown>> {
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

/** A cache of the newest entries, by group and by key in the group. */
export interface RecentByGroup<V extends NonNullable<unknown>> {
  get(group: string, key: string): V | undefined;
  /** Adds an entry, or replaces the one with this group and key. */
  set(group: string, key: string, value: V): void;
  clear(): void;
}

/**
 * Makes a cache of this number of newest entries at least, and twice as many at most, as `createRecent` does. Calls mostly have the group of the call before, so an
 * entry is found by its key alone: a text of group and key would be made and hashed for each of a batch's thousands of calls.
 */
export function createRecentByGroup<V extends NonNullable<unknown>>(least: number): RecentByGroup<V> {
  type Groups = Map<string, Map<string, V>>;
  let newer: Groups = new Map();
  let older: Groups = new Map();
  let size = 0;
  let current: string | undefined;
  let ofNewer: Map<string, V> | undefined;
  let ofOlder: Map<string, V> | undefined;

  function select(group: string): void {
    if (group === current) return;
    current = group;
    ofNewer = newer.get(group);
    ofOlder = older.get(group);
  }
  function replace(before: Groups): void {
    older = before;
    newer = new Map();
    size = 0;
    current = undefined;
  }
  return {
    get: (group, key) => {
      select(group);
      return ofNewer?.get(key) ?? ofOlder?.get(key);
    },
    set: (group, key, value) => {
      if (size >= least) replace(newer);
      select(group);
      if (!ofNewer) newer.set(group, (ofNewer = new Map()));
      ofNewer.set(key, value);
      size++;
    },
    clear: () => replace(new Map()),
  };
}
