/** Google's limits of its cache, as far as they shape what is kept. */
export const CACHE_LIMITS = {
  /** Longest time for which anything is kept. */
  maxS: 21_600,
  /** Bytes of one value; a little under Google's 100 KB. */
  valueBytes: 100_000,
} as const;

/** The cache of this spreadsheet; for a script without one, that of the script. */
export const scriptCache = (): GoogleAppsScript.Cache.Cache => CacheService.getDocumentCache() ?? CacheService.getScriptCache();

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
