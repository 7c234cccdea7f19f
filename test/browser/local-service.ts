import type { FastifyInstance } from "fastify";
import { createHash } from "node:crypto";
import path from "node:path";
import { createLocalUpdates, type RunUpdate } from "../../src/commands/local-update/local-updates";
import { pages } from "../../src/commands/start/pages";
import { createApp } from "../../src/service/app";
import { createClock } from "../../src/service/time/clock";
import { openStore, type Store } from "../../src/service/store/store";

/** Keys created for one test run; no test contains one as text. */
const keyFor = (what: string): string => createHash("sha256").update(`browser test ${what}`).digest("hex").slice(0, 40);

export const KEYS = { good: keyFor("good"), revoked: keyFor("revoked"), unknown: keyFor("unknown"), local: keyFor("local") } as const;

/** What happens to one request: answered by the service, lost, held until `release`, or answered with this reply. */
export type Turn = "answer" | "lost" | "held" | { readonly status: number; readonly retryAfter?: string; readonly body?: string };

/** How the service treats the page; a test sets it. */
export interface Switches {
  /** What happens to each request for cells, or a function that decides it by the request's body and key. */
  eval: Turn | ((body: string, key: string | undefined) => Promise<Turn>);
  /** What happens to the request that tries whether the service answers again. */
  health: "answer" | "lost";
  status: "answer" | "lost" | { readonly status: number; readonly body: string };
  /** The scripts of tabs that are loaded after the pane. */
  tabs: "answer" | "lost";
  /** Whether the page gets the local key. */
  localKey: boolean;
}

/** One request as the service received it. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly cells: number;
  /** The `as_of` of a request for cells. */
  readonly asOf?: unknown;
  readonly key: string | undefined;
}

export interface LocalService {
  readonly app: FastifyInstance;
  readonly store: Store;
  readonly origin: string;
  readonly switches: Switches;
  readonly seen: Seen[];
  /** Runs the updates that a page starts. A test sets it. */
  runUpdate: RunUpdate;
  close(): Promise<void>;
}

/** The real service in process, on sample data of a fixed day, with its pages. */
export async function startLocalService(web: string, origin = "https://localhost:3000"): Promise<LocalService> {
  const store = openStore({ path: ":memory:" });
  const clock = createClock("2024-06-28", () => Date.UTC(2024, 5, 28, 12));
  const { keys } = store.ledger;
  for (const label of ["good", "local", "revoked"] as const) await keys.add(KEYS[label], "developer", label, "2024-06-28");
  await keys.revoke("revoked", "2024-06-28T12:00:00Z");
  const updates = createLocalUpdates({
    store,
    database: path.join(web, "none", "service.db"),
    run: (options) => service.runUpdate(options),
    hasFredKey: false,
    inFolder: "",
    now: () => Date.UTC(2024, 5, 28, 12),
  });
  const app = await createApp({ store, clock, pages: pages({ web, key: async () => KEYS.local, origins: [origin], updates }) });
  const service: LocalService = {
    app,
    store,
    origin,
    switches: { eval: "answer", health: "answer", status: "answer", tabs: "answer", localKey: false },
    seen: [],
    runUpdate: async () => ({ status: 0 }),
    close: async () => {
      await updates.stop();
      await app.close();
      store.close();
    },
  };
  return service;
}
