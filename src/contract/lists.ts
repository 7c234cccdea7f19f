// A list spread into a call becomes one argument per item, and engines refuse more than about 120,000 arguments. Hence `append`, `largest` and `smallest`.

/** Appends any number of items to a list. */
export function append<T>(list: T[], more: Iterable<T>): void {
  for (const item of more) list.push(item);
}

/** The largest of these numbers and `least`. -Infinity for an empty list, NaN if one is NaN. */
export const largest = (numbers: Iterable<number>, least = Number.NEGATIVE_INFINITY): number => {
  let found = least;
  for (const n of numbers) found = Math.max(found, n);
  return found;
};

/** The smallest of these numbers and `most`. Infinity for an empty list, NaN if one is NaN. */
export const smallest = (numbers: Iterable<number>, most = Number.POSITIVE_INFINITY): number => {
  let found = most;
  for (const n of numbers) found = Math.min(found, n);
  return found;
};

/** Items by key, in their order. */
export function groupedBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Items in runs: one that follows the item before it is in the same run. */
export function runsBy<T>(items: Iterable<T>, follows: (before: T, item: T) => boolean): [T, ...T[]][] {
  const runs: [T, ...T[]][] = [];
  for (const item of items) {
    const run = runs[runs.length - 1];
    if (run && follows(run[run.length - 1]!, item)) run.push(item);
    else runs.push([item]);
  }
  return runs;
}
