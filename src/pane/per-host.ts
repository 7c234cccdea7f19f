import type { PaneHost } from "./pane-host";

/** Makes of something that outlives the tabs one for each host, when it is first asked for. */
export function perHost<T>(make: (host: PaneHost) => T): (host: PaneHost) => T {
  const made = new WeakMap<PaneHost, { readonly it: T }>();
  return (host) => {
    let kept = made.get(host);
    if (!kept) made.set(host, (kept = { it: make(host) }));
    return kept.it;
  };
}
