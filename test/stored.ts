import type { IsoDate } from "../src/contract/dates";
import type { SourceId } from "../src/service/records/attribution";
import { openStore, type Store } from "../src/service/store/store";

type Batch = Parameters<Store["insertBatch"]>[0];

let documents = 0;

/** Imports rows, records or reports as one document. */
export function bring(store: Store, of: Partial<Batch>, seen: string): ReturnType<Store["insertBatch"]> {
  const name = `document ${documents++}`;
  return store.insertBatch({ publisher: "test", file: name, sha256: name, rows: [], ...of }, seen);
}

/** A store in memory into which each of these was imported on a day. */
export function storeWith(seen: string, ...each: readonly Partial<Batch>[]): Store {
  const store = openStore({ path: ":memory:" });
  for (const of of each) bring(store, of, seen);
  return store;
}

/** Values of a series by day. */
export const seriesRows = <S extends SourceId>(series: string, source: S, values: Readonly<Record<IsoDate, number | null>>) =>
  Object.entries(values).map(([date, value]) => ({ series, date, value, source }));
