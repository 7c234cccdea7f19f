import { createDataOrigin } from "../pane/connection/data-origin";
import { createListeners } from "../pane/listeners";
import type { PaneHost } from "../pane/pane-host";
import { fetchJson, probe } from "./http";
import { askLocalUpdate } from "./local-update";
import { createPaneCells } from "./pane-cells";
import type { PageRuntime } from "./runtime";

/** The part of a pane's host that is the same in every page: everything but the workbook. Does not expose the key. */
export type PaneServices = Omit<PaneHost, "environment" | "workbook">;

export function createPaneServices({ client, connection, callLog, localOrigin, display, setDisplay }: PageRuntime): PaneServices {
  const changed = createListeners();
  const services = {
    now: () => Date.now(),
    localOrigin,
    connection: connection.state,
    check: connection.check,
    checkCurrent: async () => {
      const using = connection.credentials();
      return using ? connection.check(using.baseUrl, using.key) : { ok: false, failure: { code: "key_blank" } };
    },
    save: connection.save,
    remove: connection.remove,
    useLocalKey: connection.useLocalKey,
    fetch: (path, signal) => fetchJson(connection.credentials(), path, { signal }),
    cells: createPaneCells(client, callLog),
    display,
    setDisplay: (next) => {
      setDisplay(next);
      changed.notify();
    },
    asOf: client.asOf,
    asOfProblem: client.asOfProblem,
    setAsOf: (asOf) => {
      client.setAsOf(asOf);
      changed.notify();
    },
    stats: client.stats,
    failures: client.failures,
    quota: client.quota,
    outage: client.outage,
    keyProblem: client.keyProblem,
    unanswered: client.unanswered,
    takeUnanswered: client.takeUnanswered,
    probe: () => probe(connection.credentials()),
    localUpdate: (action, contact) => askLocalUpdate(connection.credentials(), localOrigin, { action, ...(contact === undefined ? {} : { contact }) }),
    onChange: (listener) => {
      const ends = [client.onChange(listener), connection.onChange(listener), changed.onChange(listener)];
      return () => ends.forEach((end) => end());
    },
  } satisfies Omit<PaneServices, "dataOrigin">;
  return { ...services, dataOrigin: createDataOrigin(services) };
}
