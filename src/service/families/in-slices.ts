import type { Context } from "../answers/context";

/** Uses all items, `size` at a time, each slice on one state of the database. Other requests are answered between two slices. */
export async function inSlices<T>({ store }: Pick<Context, "store">, items: readonly T[], size: number, use: (item: T) => void): Promise<void> {
  for (let from = 0; from < items.length; from += size) {
    store.reading(() => items.slice(from, from + size).forEach(use));
    await new Promise((resolve) => setImmediate(resolve));
  }
}
