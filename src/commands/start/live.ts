import { isPublisherOn } from "../../service/ingest/due";
import { dueFeeds, readFetched } from "../../service/ingest/update";
import { PUBLISHERS } from "../../service/publishers/all";
import { UNTRIED } from "../../service/ledger/feeds";
import type { Store } from "../../service/store/store";

/** Dependencies of the schedule; tests pass their own. */
interface LiveWith {
  readonly store: Pick<Store, "decisions" | "ledger">;
  now(): number;
  out(line: string): void;
  err(line: string): void;
  /** Fetches what is due. Resolves when it ends, with or without failures; the store has the result. */
  update(stop: AbortSignal): Promise<void>;
  /** Waits; returns early when stopped. */
  rest(ms: number, stop: AbortSignal): Promise<void>;
}

const CHECK_EVERY_MS = 60_000;

/** Checks every minute whether a feed is due and fetches it. Reports a failure once, and again only if it changes. */
export function startUpdates(live: LiveWith) {
  const { decisions, ledger } = live.store;
  const stopper = new AbortController();
  const reported = new Map<string, string | undefined>();
  const on = () => PUBLISHERS.filter((p) => isPublisherOn(decisions, p));
  const succeeded = new Map<string, string | undefined>();

  async function report(): Promise<void> {
    const states = await ledger.feeds.states();
    const fresh: string[] = [];
    for (const publisher of on())
      for (const { id } of publisher.feeds) {
        const state = states.get(id) ?? UNTRIED;
        if (state.succeeded !== undefined && state.succeeded !== succeeded.get(id)) fresh.push(id);
        succeeded.set(id, state.succeeded);
        if (state.failure !== undefined && reported.get(id) !== state.failure) live.err(`Update of ${id}: ${state.failure}`);
        reported.set(id, state.failure);
      }
    if (fresh.length > 0) live.out(`Updated: ${fresh.join(", ")}.`);
  }

  async function run(): Promise<void> {
    let waits = (await ledger.restoredOn()) !== undefined;
    for (const [id, state] of await ledger.feeds.states()) succeeded.set(id, state.succeeded);
    while (!stopper.signal.aborted) {
      if (waits && (await ledger.restoredOn()) === undefined) {
        live.out("This data was activated: due data is fetched from now on.");
        waits = false;
      }
      const fetched = await readFetched(ledger);
      const due = !waits && on().some((p) => dueFeeds(fetched, p, live.now(), { patient: true }).length > 0);
      if (due) {
        await live.update(stopper.signal);
        if (!stopper.signal.aborted) await report();
      }
      await live.rest(CHECK_EVERY_MS, stopper.signal);
    }
  }
  const running = run().catch((e: unknown) =>
    live.err(`Background updates have stopped: ${e instanceof Error ? e.message : String(e)}. The service keeps running. Details: npm run -s data -- status`),
  );
  return {
    /** Stops the schedule and a running update; documents fetched so far are kept. */
    stop: async (): Promise<void> => {
      stopper.abort();
      await running;
    },
  };
}
