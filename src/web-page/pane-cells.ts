import type { CallLog } from "../core/call-log";
import type { Client } from "../core/client";
import type { Outcome } from "../core/outcome";
import type { PaneCells } from "../pane/pane-host";

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
