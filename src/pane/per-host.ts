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
