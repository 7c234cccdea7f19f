import { asOfText, type AsOf } from "../../contract/as-of";
import { AS_OF_SETTING, asOfFrom, isUnreadable, type UnreadableAsOf } from "../../core/as-of-setting";
import { CACHE_LIMITS, scriptCache, withLock } from "./script-cache";

/** Name of the copy in Google's cache, which is empty text if the spreadsheet has no day. */
const CACHED = "asof.v1";
/** Longest wait for the lock before the day is saved. */
const LOCK_MS = 10_000;

let read: { readonly text: string | undefined } | undefined;

/** Null in a script without a spreadsheet. */
const properties = (): GoogleAppsScript.Properties.Properties | null =>
  PropertiesService.getDocumentProperties() as GoogleAppsScript.Properties.Properties | null;

/** Google allows 50,000 reads and writes of properties a day, and each cell is an execution, so most executions read the copy in the cache. */
function readText(): string | undefined {
  const cache = scriptCache();
  const cached = cache.getAll([CACHED])[CACHED];
  if (cached !== undefined) return cached;
  let text: string | undefined;
  const readProperty = (): void => {
    text = properties()?.getProperty(AS_OF_SETTING) ?? undefined;
  };
  // Under the lock no other execution can save another day between this read and this copy. Without it, nothing is copied.
  const locked = withLock(0, () => {
    readProperty();
    cache.putAll({ [CACHED]: text ?? "" }, CACHE_LIMITS.maxS);
  });
  if (!locked) readProperty();
  return text;
}

/**
 * The day or moment that every cell of the spreadsheet is as of; undefined for now. Another program may have stored something else. Read once per execution.
 * Throws Google's error if it cannot be read.
 */
export function storedAsOf(): AsOf | UnreadableAsOf | undefined {
  read ??= { text: readText() };
  return asOfFrom(read.text);
}

/** The same, read again: another execution may have set another day since. */
export function latestAsOf(): ReturnType<typeof storedAsOf> {
  read = { text: readText() };
  return storedAsOf();
}

/** The day or moment of the answers that cells show; undefined for now, and if no cell shows an answer. */
export function spreadsheetAsOf(): AsOf | undefined {
  const stored = storedAsOf();
  return isUnreadable(stored) ? undefined : stored;
}

/**
 * Saves the day or moment for every user of the spreadsheet; undefined for now. Google does not allow it inside a custom function.
 * @returns false if nothing was changed, because the copy in the cache could not be removed
 */
export function saveSpreadsheetAsOf(asOf: AsOf | undefined): boolean {
  let saved = false;
  withLock(LOCK_MS, () => {
    // First, so that no cell finds the previous day in the cache once the new one is saved.
    if (!scriptCache().remove(CACHED)) return;
    if (asOf) properties()?.setProperty(AS_OF_SETTING, asOfText(asOf));
    else properties()?.deleteProperty(AS_OF_SETTING);
    read = { text: asOf && asOfText(asOf) };
    saved = true;
  });
  return saved;
}
