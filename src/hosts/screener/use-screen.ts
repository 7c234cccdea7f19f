import { useCallback, useEffect, useState } from "preact/hooks";
import { useChanges } from "../../pane/hooks/use-changes";
import { conditionText, fieldOf, type Filter, notApplied, readAddress, screenAddress, type ScreenQuery } from "./query";
import { readScreen, type ScreenReply } from "./reply";
import type { ScreenerHost } from "./screener-host";

export type QueryEdits = ReturnType<typeof useQuery>;

/** What the page shows, and how the user changes it. The address keeps it. Any change of what is listed shows the first page. */
export function useQuery() {
  const [query, setQuery] = useState<ScreenQuery>(() => readAddress(location.search));
  const [unknown, setUnknown] = useState(() => notApplied(location.search));
  const address = screenAddress(query);
  useEffect(() => history.replaceState(null, "", address === "" ? location.pathname : `?${address}`), [address]);
  const change = (part: Partial<ScreenQuery>) => setQuery((before) => ({ ...before, offset: 0, ...part }));
  const setFilters = (edit: (filters: readonly Filter[]) => readonly Filter[]) =>
    setQuery((before) => ({ ...before, offset: 0, filters: edit(before.filters) }));
  return {
    query,
    /** The filters that apply. */
    active: query.filters.filter((filter) => conditionText(filter) !== undefined),
    /** The parts of the address that were not applied. */
    unknown,
    forgetUnknown: () => setUnknown([]),
    change,
    addFilter: (filter: Filter) => setFilters((filters) => [...filters, filter]),
    changeFilter: (filter: Filter) => setFilters((filters) => filters.map((one) => (one.id === filter.id ? filter : one))),
    removeFilter: (id: number) => setFilters((filters) => filters.filter((one) => one.id !== id)),
    clearFilters: () => change({ filters: [] }),
    /** Sorts by a column, or the other way round if it is sorted by it. */
    sort: (by: string) =>
      change(
        query.sort === by
          ? { order: query.order === "asc" ? "desc" : "asc" }
          : { sort: by, order: by === "ticker" || fieldOf(by)?.type === "enum" ? "asc" : "desc" },
      ),
    choose: (columns: readonly string[]) => setQuery((before) => ({ ...before, columns })),
    go: (offset: number) => setQuery((before) => ({ ...before, offset })),
  };
}

/** A page of names as it is loaded. */
export type Screen = ReturnType<typeof useScreen>;

/** Typing pauses this long before a request is sent. The first one is sent at once. */
const PAUSE_MS = 250;

/** A request that a busy service has refused is sent again after this time at the soonest, and at the latest. */
const SOONEST_MS = 1_000;
const LATEST_MS = 3_600_000;

interface Shown {
  readonly reply?: ScreenReply;
  readonly sample?: boolean;
  readonly problem?: string;
  /** If the service is busy, when to try again. */
  readonly busyMs?: number | undefined;
  readonly of?: string | undefined;
}

/** Loads a page of names, again whenever the request changes, and after a while if the service is busy. `request` is undefined while there is no key. */
export function useScreen(host: ScreenerHost, request: string | undefined) {
  const [shown, setShown] = useState<Shown>({});
  const [tries, setTries] = useState(0);
  const of = request && `${tries} ${request}`;
  useEffect(() => {
    if (request === undefined) return setShown({});
    const controller = new AbortController();
    const timer = setTimeout(
      async () => {
        const fetched = await host.fetch(request, controller.signal);
        if (controller.signal.aborted) return;
        const reply = fetched.ok ? readScreen(fetched.body) : undefined;
        if (reply) return setShown((before) => ({ reply, sample: reply.rows.length > 0 ? reply.sample : (before.sample ?? false), of }));
        const problem = fetched.ok ? "The reply is not one of the screener. Check the service's address." : fetched.message;
        setShown((before) => ({ ...before, problem, busyMs: fetched.ok ? undefined : fetched.failure?.waitMs, of }));
      },
      shown.of === undefined ? 0 : PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [of]);
  const again = useCallback(() => setTries((n) => n + 1), []);
  const loading = of !== undefined && shown.of !== of;
  const busyMs = loading ? undefined : shown.busyMs;
  useEffect(() => {
    if (busyMs === undefined) return undefined;
    const timer = setTimeout(again, Math.min(Math.max(busyMs, SOONEST_MS), LATEST_MS));
    return () => clearTimeout(timer);
  }, [busyMs, again]);
  /** Why the last request failed, and what to do. */
  const problem = loading ? undefined : shown.problem;
  /** The newest reply; an older one stays while the next is loaded, but not beside a problem: its rows are of another question. */
  const reply = problem === undefined ? shown.reply : undefined;
  /** True if the newest rows have sample figures; kept while there are no rows. */
  const sample = shown.sample ?? false;
  return { reply, loading, sample, problem, again };
}

const FIRST_MS = 2_000;
const LONGEST_MS = 60_000;

/** During an outage, tries the service with waits that double, and loads the names again once it answers. */
export function useRetry(host: ScreenerHost, again: () => void): void {
  useChanges(host);
  const since = host.outage()?.since;
  useEffect(() => {
    if (since === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const wait = (ms: number): void => {
      timer = setTimeout(() => void attempt(ms), ms);
    };
    const attempt = async (ms: number): Promise<void> => {
      const answers = await host.probe();
      if (over) return;
      if (answers) again();
      wait(Math.min(2 * ms, LONGEST_MS));
    };
    wait(FIRST_MS);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [host, since, again]);
}
