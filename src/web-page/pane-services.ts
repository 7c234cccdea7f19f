import { createDataOrigin } from "../pane/connection/data-origin";
import { createListeners } from "../pane/listeners";
import type { PaneHost, PaneCells } from "../pane/pane-host";
import { onAnyChange } from "./any-change";
import { fetchJson, probe } from "./http";
import { askLocalUpdate } from "./local-service";
import type { PageRuntime } from "./runtime";
import type { CallLog } from "../core/call-log";
import type { Client } from "../core/client";
import type { Outcome } from "../core/outcome";

/** Wraps a call of the client in a promise that a signal can cancel. */
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

/** The pane's questions and answers, through the cells' client. */
export const createPaneCells = (client: Client, callLog: CallLog): PaneCells => ({
  ask: (question, signal) => promised((settle) => client.ask(question, settle), signal),
  renew: (question, signal) => promised((settle) => client.renew(question, settle), signal),
  last: client.last,
  hold: client.hold,
  callLog,
  onAnswer: client.onAnswer,
});

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
    putBackUnanswered: client.putBackUnanswered,
    probe: () => probe(connection.credentials()),
    localUpdate: (action, contact) => askLocalUpdate(connection.credentials(), localOrigin, { action, ...(contact === undefined ? {} : { contact }) }),
    onChange: onAnyChange(client.onChange, connection.onChange, changed.onChange),
  } satisfies Omit<PaneServices, "dataOrigin">;
  return { ...services, dataOrigin: createDataOrigin(services) };
}
