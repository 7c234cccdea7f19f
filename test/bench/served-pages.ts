import type { AddressInfo } from "node:net";
import path from "node:path";
import { pages } from "../../src/commands/start/pages";
import { createApp } from "../../src/service/app";
import { createClock } from "../../src/service/time/clock";
import { openStore } from "../../src/service/store/store";

const KEY = "svc_0123456789abcdef0123";

/** Flags of a browser that does nothing but what is measured. */
export const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;

/** The built pages and the service, on sample data, on a free port of this machine. */
export async function servePages(root: string): Promise<{ readonly origin: string; close(): Promise<void> }> {
  const store = openStore({ path: ":memory:" });
  store.keys.add(KEY, "developer", "bench", "2026-01-01");
  const web = path.join(root, "dist", "web");
  const allowed: string[] = [];
  const app = await createApp({
    store,
    clock: createClock("2026-11-20", Date.now),
    quotas: { perMinute: 1e9, perMonth: 1e9 },
    pages: pages({ web, key: () => KEY, origins: allowed }),
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  allowed.push(origin);
  return {
    origin,
    close: async () => {
      await app.close();
      store.close();
    },
  };
}
