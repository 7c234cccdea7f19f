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
