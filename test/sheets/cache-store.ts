import { Refusal } from "./refusal";

const MAX_KEY = 250;
const MAX_VALUE_BYTES = 102_400;
const MAX_SECONDS = 21_600;
const MAX_ITEMS = 1000;
const KEPT_WHEN_FULL = 900;

export type CacheStore = ReturnType<typeof createCacheStore>;

/**
 * One cache of CacheService with Google's limits, and functions for tests to inspect it. Executions share it, also simultaneous ones: a script's cache is common
 * to all users of the script, a document's to all of the document (developers.google.com/apps-script/reference/cache/cache-service).
 */
export function createCacheStore(now: () => number) {
  const held = new Map<string, { value: string; until: number }>();
  const calls = { get: 0, put: 0, remove: 0, hits: 0, misses: 0 };
  let peak = 0;
  const checked = (keys: readonly string[]): readonly string[] => {
    for (const key of keys) {
      if (key === "") throw new Refusal("Invalid argument: key");
      if (key.length > MAX_KEY) throw new Refusal("Argument too large: key");
    }
    return keys;
  };
  const dropExpired = () => {
    for (const [key, { until }] of held) if (until <= now()) held.delete(key);
  };
  const dropSoonest = () => {
    const soonest = [...held].sort(([, a], [, b]) => a.until - b.until).slice(0, held.size - KEPT_WHEN_FULL);
    for (const [key] of soonest) held.delete(key);
  };
  return {
    /** Number of calls of any size, and of requested keys that existed. */
    calls,
    /** The largest number of items it has held at once. */
    get peak() {
      return peak;
    },
    get: (keys: readonly string[]): Record<string, string> => {
      calls.get++;
      if (keys.length > MAX_ITEMS) throw new Refusal("Argument too large: keys");
      if (new Set(keys).size !== keys.length) throw new Refusal("Invalid argument: keys (the same key is there twice)");
      dropExpired();
      const found = checked(keys).flatMap((key) => (held.has(key) ? [[key, held.get(key)!.value] as const] : []));
      calls.hits += found.length;
      calls.misses += keys.length - found.length;
      return Object.fromEntries(found);
    },
    put: (values: Readonly<Record<string, string>>, seconds: number) => {
      calls.put++;
      if (!Number.isFinite(seconds) || seconds < 1) throw new Refusal("Invalid argument: expirationInSeconds must be at least 1");
      if (seconds > MAX_SECONDS) throw new Refusal(`Argument too large: expirationInSeconds (${MAX_SECONDS} at most)`);
      checked(Object.keys(values));
      for (const value of Object.values(values)) if (Buffer.byteLength(value) > MAX_VALUE_BYTES) throw new Refusal("Argument too large: value");
      dropExpired();
      for (const [key, value] of Object.entries(values)) {
        held.set(key, { value, until: now() + Math.floor(seconds) * 1000 });
        if (held.size > MAX_ITEMS) dropSoonest();
        peak = Math.max(peak, held.size);
      }
    },
    remove: (keys: readonly string[]) => {
      calls.remove++;
      for (const key of checked(keys)) held.delete(key);
    },
    /** Its items, with the remaining seconds of each. */
    items: () => {
      dropExpired();
      return new Map([...held].map(([key, { value, until }]) => [key, { value, seconds: (until - now()) / 1000 }]));
    },
    /** Google may drop anything at any time. */
    clear: () => held.clear(),
  };
}
