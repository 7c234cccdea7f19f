/**
 * Caches the results of a function by its argument, or by what `by` makes of it. After `most` results, all are dropped, so that odd arguments cannot fill the
 * memory.
 */
export function memoized<A, V>(
  compute: (of: A) => V,
  { by, most = Infinity }: { readonly by?: (of: A) => unknown; readonly most?: number } = {},
): (of: A) => V {
  const results = new Map<unknown, V>();
  return (of) => {
    const key = by ? by(of) : of;
    const known = results.get(key);
    if (known !== undefined || results.has(key)) return known as V;
    const result = compute(of);
    if (results.size >= most) results.clear();
    results.set(key, result);
    return result;
  };
}

/** Caches the results of a function, each for as long as its argument exists. */
export function memoizedByObject<A extends object, V>(compute: (of: A) => V): (of: A) => V {
  const results = new WeakMap<A, V>();
  return (of) => {
    const known = results.get(of);
    if (known !== undefined) return known;
    const result = compute(of);
    results.set(of, result);
    return result;
  };
}
