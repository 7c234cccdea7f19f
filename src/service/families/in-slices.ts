import type { Context } from "../answers/context";
import { inTurns } from "../answers/turns";

/** Uses all items in slices, each on one state of the database. Other requests are answered between two slices. */
export async function inSlices<T>({ store, ...of }: Pick<Context, "store" | "account" | "signal">, items: readonly T[], use: (item: T) => void): Promise<void> {
  let next = 0;
  await inTurns(of, (isOver) =>
    store.reading(() => {
      while (next < items.length) {
        use(items[next++]!);
        if (isOver()) break;
      }
      return next >= items.length;
    }),
  );
}

/** Imports after which cached values are read again. */
const MOST_REPEATS = 3;

/** Precomputes items in slices; restarts after an import. */
export async function cacheInSlices<T>(context: Pick<Context, "store" | "account" | "signal">, items: readonly T[], use: (item: T) => void): Promise<void> {
  const { records } = context.store;
  for (let repeats = 0, imports = -1; repeats <= MOST_REPEATS && imports !== records.version(); repeats++) {
    imports = records.version();
    await inSlices(context, items, use);
  }
}
