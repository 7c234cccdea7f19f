/** Something cached, with its size. */
export interface Sized {
  readonly size: number;
}

/** Entries of one kind, by key. */
export interface Shelf<E extends Sized> {
  readonly name: string;
  get(key: string): E | undefined;
  /** Adds an entry, or replaces the one with this key. */
  set(key: string, entry: E): void;
}

/**
 * Makes a cache of the recently used entries, on shelves that share one size: an entry is found by its key alone, without a text of shelf and key. It has this total size at least, and twice as much at most. Each shelf has two parts: when the newer ones are full, the
 * older ones are dropped, and an older entry that is used moves to the newer ones. Unlike in a cache that orders entries by use, reading a newer entry changes
 * nothing: a batch of cells reads thousands.
 */
export function createRecent<E extends Sized>(least: number) {
  const shelves = new Map<string, { turn(): boolean }>();
  let size = 0;

  function turnAll(): void {
    for (const [name, shelf] of shelves) if (!shelf.turn()) shelves.delete(name);
    size = 0;
  }

  function makeRoom(added: number): void {
    if (size > 0 && size + added > least) turnAll();
    size += added;
  }

  function shelfOf(name: string): Shelf<E> & { turn(): boolean } {
    let newer = new Map<string, E>();
    let older = new Map<string, E>();
    function set(key: string, entry: E): void {
      makeRoom(entry.size);
      // A shelf that was dropped because it was empty is in use again.
      if (newer.size === 0) shelves.set(name, shelf);
      newer.set(key, entry);
    }
    const shelf = {
      name,
      get: (key: string) => {
        const recent = newer.get(key);
        if (recent !== undefined || older.size === 0) return recent;
        const found = older.get(key);
        if (found !== undefined) {
          older.delete(key);
          set(key, found);
        }
        return found;
      },
      set,
      turn: () => {
        older = newer;
        newer = new Map();
        return older.size > 0;
      },
    };
    return shelf;
  }

  return {
    /** The shelf of this name. */
    shelf: (name: string): Shelf<E> => {
      let shelf = shelves.get(name) as ReturnType<typeof shelfOf> | undefined;
      if (!shelf) shelves.set(name, (shelf = shelfOf(name)));
      return shelf;
    },
    /** Drops the entries that were neither added nor used since the previous call. */
    dropUnused: turnAll,
  };
}

export type Recent<E extends Sized> = ReturnType<typeof createRecent<E>>;

/** Caches at least this number of results of a pure function. */
export function recentResults<T>(least: number): (key: string, make: () => T) => T {
  const shelf = createRecent<Sized & { readonly result: T }>(least).shelf("");
  return (key, make) => {
    let found = shelf.get(key);
    if (!found) shelf.set(key, (found = { result: make(), size: 1 }));
    return found.result;
  };
}
