import type { PaneHost } from "./pane-host";

/** Creates a value once per host, on first use. It outlives the tabs. */
export function perHost<T>(create: (host: PaneHost) => T): (host: PaneHost) => T {
  const created = new WeakMap<PaneHost, { readonly value: T }>();
  return (host) => {
    let entry = created.get(host);
    if (!entry) created.set(host, (entry = { value: create(host) }));
    return entry.value;
  };
}

/** Identifies an open book: another object for another book. Aborted once another book is open. */
export type BookOpen = AbortSignal;

/** The open book of a host. Another workbook object of the host is another book. Before a host has one, its first book counts as open. */
const bookOpenIn = perHost((host) => {
  let workbook = host.workbook();
  let open = new AbortController();
  const follow = (): BookOpen => {
    const now = host.workbook();
    if (now && now !== workbook) {
      const before = workbook && open;
      workbook = now;
      if (before) open = new AbortController();
      before?.abort();
    }
    return open.signal;
  };
  host.onChange(follow);
  return follow;
});

export const bookOpen = (host: PaneHost): BookOpen => bookOpenIn(host)();

/**
 * Creates a value once per book of a host, on first use, such as what speaks of a book's cells. It outlives the tabs, and is forgotten once another book is
 * open: what it listens to and what it runs must end with `open`.
 */
export function perBook<T>(create: (host: PaneHost, open: BookOpen) => T): (host: PaneHost) => T {
  const created = perHost(() => new WeakMap<BookOpen, { readonly value: T }>());
  return (host) => {
    const open = bookOpen(host);
    const entries = created(host);
    let entry = entries.get(open);
    if (!entry) entries.set(open, (entry = { value: create(host, open) }));
    return entry.value;
  };
}
