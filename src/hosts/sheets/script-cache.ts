/** Limits of Google's cache. */
export const CACHE_LIMITS = {
  /** Longest lifetime, in seconds. */
  maxS: 21_600,
  /** Bytes of one value; a little under Google's 100 KB. */
  valueBytes: 100_000,
} as const;

const attempt = <T>(work: () => T, otherwise: T): T => {
  try {
    return work();
  } catch {
    // The user cannot fix this, and every answer is available without the cache.
    return otherwise;
  }
};

/** Google's cache of the spreadsheet, or of the script if there is no spreadsheet. It is unreliable: a failed call counts as an empty cache. */
export function scriptCache() {
  const cache = attempt<GoogleAppsScript.Cache.Cache | null>(() => CacheService.getDocumentCache() ?? CacheService.getScriptCache(), null);
  return {
    getAll: (names: readonly string[]) => attempt(() => (cache?.getAll([...names]) ?? {}) as Readonly<Record<string, string | undefined>>, {}),
    putAll: (values: Readonly<Record<string, string>>, seconds: number): void => attempt(() => cache?.putAll(values, seconds), undefined),
    /** Returns false if it may still be there. */
    remove: (name: string) => attempt(() => (cache?.remove(name), true), false),
  };
}

/** Runs the work under the lock of all executions. Returns false without running it if the lock is not free in time. Throws what the work throws. */
export function withLock(waitMs: number, work: () => void): boolean {
  const lock = attempt<GoogleAppsScript.Lock.Lock | null>(() => LockService.getDocumentLock() ?? LockService.getScriptLock(), null);
  if (!lock || !attempt(() => lock.tryLock(waitMs), false)) return false;
  try {
    work();
  } finally {
    attempt(() => lock.releaseLock(), undefined);
  }
  return true;
}

/** 32-bit FNV-1a hash; not for secrets. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  // Unsigned only at the end: before the code is optimized, each larger unsigned number is a new object.
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** Length of a text in UTF-8 bytes. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // Each half of a surrogate pair counts two of its four bytes.
    if (code > 0x7f) bytes += code > 0x7ff && (code < 0xd800 || code > 0xdfff) ? 2 : 1;
  }
  return bytes;
}
