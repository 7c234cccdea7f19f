/** Position after the string of JSON text that begins at a position; undefined if it has no end. */
function endOf(body: string, start: number): number | undefined {
  for (let i = start + 1; i < body.length; i++) {
    const code = body.charCodeAt(i);
    if (code === 34) return i + 1;
    if (code === 92) i++;
  }
  return undefined;
}

/**
 * Replaces the string values in JSON text, with their quotes, but no member names. It uses no pattern: one that repeats a group overflows its stack at some
 * million escapes.
 */
export function replaceStrings(body: string, replaced: (token: string) => string): string {
  const isName = /\s*:/y;
  let [clean, from] = ["", 0];
  for (let start = body.indexOf('"'); start !== -1;) {
    const end = endOf(body, start);
    if (end === undefined) break;
    isName.lastIndex = end;
    if (!isName.test(body)) {
      const token = body.slice(start, end);
      const shown = replaced(token);
      if (shown !== token) {
        clean += body.slice(from, start) + shown;
        from = end;
      }
    }
    start = body.indexOf('"', end);
  }
  return clean + body.slice(from);
}

/** Deepest nesting of lists and objects in a text of the service, of a request or of a lock; what they have is nested at most a quarter as deep. */
const MOST = 32;

/**
 * True if lists and objects are nested in each other deeper than any of ours. It does not recurse: a hostile text may be nested deeper than the stack, and then
 * `JSON.stringify` throws.
 */
export function isNestedTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MOST) return true;
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
  }
  return false;
}

/** The value of JSON text; undefined for any other text. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** True for values that JSON writes alike: plain data with the same members in the same order. */
export const sameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The table's own entry for an untrusted key. A plain `table["constructor"]` would return an inherited function. */
export const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined => (Object.hasOwn(table, key) ? table[key] : undefined);

/** True for an object with members: no array, no null. */
export const isRecord = (x: unknown): x is Record<string, unknown> => typeof x === "object" && x !== null && !Array.isArray(x);
