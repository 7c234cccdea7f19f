import type { PaneHost } from "../../pane/pane-host";
import { refreshCells } from "./refresh";
import type { Runtime } from "./runtime";

/** What the pane sees of Excel's runtime. */
export function createPaneHost({ client, connection, localOrigin, environment }: Runtime): PaneHost {
  return {
    environment,
    localOrigin,
    connection: connection.state,
    check: connection.check,
    checkCurrent: async () => {
      const using = connection.credentials();
      return using ? connection.check(using.baseUrl, using.key) : { ok: false, message: "Enter your API key." };
    },
    save: connection.save,
    remove: connection.remove,
    useLocalKey: connection.useLocalKey,
    refreshCells: () => refreshCells(client),
    stats: client.stats,
    failures: client.failures,
    quota: client.quota,
    onChange: (listener) => {
      const ends = [client.onChange(listener), connection.onChange(listener)];
      return () => ends.forEach((end) => end());
    },
  };
}
