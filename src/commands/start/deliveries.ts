import { webhookFeed } from "../../service/http/delivery/webhooks";
import type { Store } from "../../service/store/store";
import type { Clock } from "../../service/time/clock";
import type { AddressRules } from "../../service/webhooks/address";
import { createDeliverer } from "../../service/webhooks/deliver";
import { networkSend } from "../../service/webhooks/send";

const EVERY_MS = 5000;

interface DeliveriesWith {
  readonly store: Store;
  readonly clock: Clock;
  readonly receivers: AddressRules;
  out(line: string): void;
  err(line: string): void;
  /** Waits; returns early when stopped. */
  rest(ms: number, stop: AbortSignal): Promise<void>;
}

/** Delivers webhooks every few seconds until it is stopped. */
export function startDeliveries({ store, clock, receivers, out, err, rest }: DeliveriesWith): { stop(): Promise<void> } {
  const stopper = new AbortController();
  const network = networkSend(receivers);
  const deliverer = createDeliverer({ store, openFeed: webhookFeed({ store, clock }), send: network.send, now: () => clock.realNow(), onFault: err });
  const running = (async () => {
    let run = Promise.resolve();
    let waits = (await store.ledger.restoredOn()) !== undefined;
    while (!stopper.signal.aborted) {
      if (waits && (await store.ledger.restoredOn()) === undefined) {
        out("This data was activated: webhooks are delivered from now on.");
        waits = false;
      }
      // Not awaited: one slow receiver would delay the others.
      run = deliverer.run();
      await rest(EVERY_MS, stopper.signal);
    }
    await run;
  })();
  return {
    stop: async () => {
      stopper.abort();
      // An attempt that is under way fails, and is made again after the next start.
      await network.close();
      await running;
    },
  };
}
