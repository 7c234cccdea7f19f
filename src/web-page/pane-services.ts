import type { Outcome } from "../core/outcome";
import type { PaneHost } from "../pane/pane-host";
import { fetchJson } from "./http";
import type { PageRuntime } from "./runtime";

/** All of a pane's host but the workbook itself: what is the same in every page. Hands out no key. */
export type PaneServices = Omit<PaneHost, "environment" | "workbook">;

/** A call of the client as a promise that a signal can call off. */
const promised = (start: (settle: (outcome: Outcome) => void) => () => void, signal?: AbortSignal): Promise<Outcome> =>
  new Promise((resolve) => {
    let over = false;
    const stop = () => cancel();
    const cancel = start((outcome) => {
      over = true;
      signal?.removeEventListener("abort", stop);
      resolve(outcome);
    });
    if (over) return;
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });

export function createPaneServices({ client, connection, callLog, localOrigin, display, setDisplay }: PageRuntime): PaneServices {
  const listeners = new Set<() => void>();
  return {
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
    fetch: (path, signal) => fetchJson(connection.credentials(), path, signal),
    cells: {
      ask: (question, signal) => promised((settle) => client.ask(question, settle), signal),
      renew: (question, signal) => promised((settle) => client.renew(question, settle), signal),
      last: client.last,
      hold: client.hold,
      callLog,
      onAnswer: client.onAnswer,
    },
    display,
    setDisplay: (next) => {
      setDisplay(next);
      for (const listener of [...listeners]) listener();
    },
    stats: client.stats,
    failures: client.failures,
    quota: client.quota,
    onChange: (listener) => {
      listeners.add(listener);
      const ends = [client.onChange(listener), connection.onChange(listener), () => listeners.delete(listener)];
      return () => ends.forEach((end) => end());
    },
  };
}
