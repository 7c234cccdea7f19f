import { useEffect, useState } from "preact/hooks";
import { conditionText, fieldOf, notApplied, readAddress, screenAddress, type Filter, type ScreenQuery } from "./query";

/** What the page shows, and how the user changes it. Any change of what is listed shows the first page. */
export interface QueryEdits {
  readonly query: ScreenQuery;
  /** The filters that apply. */
  readonly active: readonly Filter[];
  /** The parts of the address that were not applied. */
  readonly unknown: readonly string[];
  forgetUnknown(): void;
  change(part: Partial<ScreenQuery>): void;
  addFilter(filter: Filter): void;
  changeFilter(filter: Filter): void;
  removeFilter(id: number): void;
  clearFilters(): void;
  /** Sorts by a column, or the other way round if it is sorted by it. */
  sort(by: string): void;
  choose(columns: readonly string[]): void;
  go(offset: number): void;
}

/** The query of the page. The address keeps it. */
export function useQuery(): QueryEdits {
  const [query, setQuery] = useState<ScreenQuery>(() => readAddress(location.search));
  const [unknown, setUnknown] = useState(() => notApplied(location.search));
  const address = screenAddress(query);
  useEffect(() => history.replaceState(null, "", address === "" ? location.pathname : `?${address}`), [address]);
  const change = (part: Partial<ScreenQuery>) => setQuery((before) => ({ ...before, offset: 0, ...part }));
  const setFilters = (edit: (filters: readonly Filter[]) => readonly Filter[]) =>
    setQuery((before) => ({ ...before, offset: 0, filters: edit(before.filters) }));
  return {
    query,
    active: query.filters.filter((filter) => conditionText(filter) !== undefined),
    unknown,
    forgetUnknown: () => setUnknown([]),
    change,
    addFilter: (filter) => setFilters((filters) => [...filters, filter]),
    changeFilter: (filter) => setFilters((filters) => filters.map((one) => (one.id === filter.id ? filter : one))),
    removeFilter: (id) => setFilters((filters) => filters.filter((one) => one.id !== id)),
    clearFilters: () => change({ filters: [] }),
    sort: (by) =>
      change(
        query.sort === by
          ? { order: query.order === "asc" ? "desc" : "asc" }
          : { sort: by, order: by === "ticker" || fieldOf(by)?.type === "enum" ? "asc" : "desc" },
      ),
    choose: (columns) => setQuery((before) => ({ ...before, columns })),
    go: (offset) => setQuery((before) => ({ ...before, offset })),
  };
}
