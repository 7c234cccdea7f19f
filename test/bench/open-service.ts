import { createApp } from "../../src/service/app";
import { createClock } from "../../src/service/time/clock";
import { openStore } from "../../src/service/store/store";
import { KEY, TODAY } from "./figures";

/** A service without limits, on sample data or a database. */
export async function openService(file = ":memory:", more: Pick<Parameters<typeof createApp>[0], "pages"> = {}) {
  const store = openStore({ path: file });
  await store.ledger.keys.add(KEY, "developer", "bench", "2026-01-01");
  const app = await createApp({ store, clock: createClock(TODAY, Date.now), quotas: { perMinute: 1e9, perMonth: 1e9 }, ...more });
  const close = async (): Promise<void> => {
    await app.close();
    store.close();
  };
  return { app, close, listen: () => app.listen({ host: "127.0.0.1", port: 0 }) };
}
