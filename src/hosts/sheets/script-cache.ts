/** Google's limits of its cache, as far as they shape what is kept. */
export const CACHE_LIMITS = {
  /** Longest time for which anything is kept. */
  maxS: 21_600,
  /** Bytes of one value; a little under Google's 100 KB. */
  valueBytes: 100_000,
} as const;

/** The cache as the script uses it. It keeps nothing for sure: where Google has a bad moment, that is as if nothing had been kept. */
interface ScriptCache {
  getAll(names: readonly string[]): Readonly<Record<string, string | undefined>>;
  putAll(values: Readonly<Record<string, string>>, seconds: number): void;
  remove(name: string): void;
}

const attempt = <T>(work: () => T, otherwise: T): T => {
  try {
    return work();
  } catch {
    // Nothing that a person could do something about, and every answer can be had without it.
    return otherwise;
  }
};

/** The cache of this spreadsheet; for a script without one, that of the script. */
export function scriptCache(): ScriptCache {
  const cache = attempt<GoogleAppsScript.Cache.Cache | null>(() => CacheService.getDocumentCache() ?? CacheService.getScriptCache(), null);
  return {
    getAll: (names) => attempt(() => (cache?.getAll([...names]) ?? {}) as Record<string, string | undefined>, {}),
    putAll: (values, seconds) => attempt(() => cache?.putAll(values, seconds), undefined),
    remove: (name) => attempt(() => cache?.remove(name), undefined),
  };
}

/** Does the work while no other execution does; false, and nothing done, where that cannot be had in time. What the work throws is thrown. */
export function alone(waitMs: number, work: () => void): boolean {
  const lock = attempt<GoogleAppsScript.Lock.Lock | null>(() => LockService.getDocumentLock() ?? LockService.getScriptLock(), null);
  if (!lock || !attempt(() => lock.tryLock(waitMs), false)) return false;
  try {
    work();
  } finally {
    attempt(() => lock.releaseLock(), undefined);
  }
  return true;
}

/** FNV-1a in 32 bits: spreads texts evenly; no secret. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}

/** Bytes of a text as UTF-8. */
export function bytesOf(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // Either half of a pair counts two: together the four bytes of their character.
    if (code > 0x7f) bytes += code > 0x7ff && (code < 0xd800 || code > 0xdfff) ? 2 : 1;
  }
  return bytes;
}
