import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { AppOptions } from "../../service/app";
import type { Store } from "../../service/store/store";
import { COMMIT, VERSION } from "../../service/store/version";
import { feedStates } from "../data/feed-states";

/** Upper bounds in seconds: a cached batch takes milliseconds, a screen of another day many seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface Monitoring {
  readonly onReply: NonNullable<AppOptions["onReply"]>;
  readonly onCells: NonNullable<AppOptions["onCells"]>;
  /** Registers `GET /metrics`, in the format of Prometheus. It needs no key, is not counted, and contains no key, question or name of a user. */
  serve(app: FastifyInstance): void;
}

/** Gauges of what is stored. Returns what reads them from the store. */
function storeGauges(store: Store, now: () => number, registers: Registry[]): () => Promise<void> {
  const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) => new Gauge<L>({ name, help, labelNames, registers });
  const age = gauge("service_feed_age_seconds", "Time since the feed's last complete success. Absent for a feed that never succeeded.", "feed");
  const feeds = gauge("service_feeds", "Feeds of publishers that are on, by state.", "state");
  const position = gauge("service_import_position", "Number of the last entry of the import log.");
  const waiting = gauge("service_deliveries_waiting", "Messages to receivers of webhooks that are not delivered yet.");
  const off = gauge("service_counting_off", "1 if requests are counted in memory only, because the database cannot be written to.");
  return async () => {
    const states = await feedStates(store, now());
    const { webhooks } = store.ledger;
    const pending = await Promise.all((await webhooks.all()).map(({ id }) => webhooks.pending(id)));
    age.reset();
    for (const state of ["fresh", "late", "failed", "never"]) feeds.set({ state }, 0);
    for (const { id, state, succeeded } of states) {
      feeds.inc({ state });
      if (succeeded !== null) age.set({ feed: id }, (now() - Date.parse(succeeded)) / 1000);
    }
    position.set(store.imports.last());
    waiting.set(pending.reduce((sum, n) => sum + n, 0));
    off.set(store.ledger.countingOff() === undefined ? 0 : 1);
  };
}

/** What monitoring reads of a running service: requests, cells, durations, the age of feeds, and the process itself. */
export function createMonitoring(store: Store, now: () => number): Monitoring {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({ name: "service_build_info", help: "1. The labels name the running program.", labelNames: ["version", "commit"], registers }).set(
    { version: VERSION, commit: COMMIT ?? "" },
    1,
  );
  const requests = new Counter({ name: "service_requests_total", help: "Replies.", labelNames: ["method", "route", "status"], registers });
  const seconds = new Histogram({
    name: "service_request_seconds",
    help: "Time until the reply was sent.",
    labelNames: ["route"],
    buckets: BUCKETS,
    registers,
  });
  const cells = new Counter({ name: "service_cells_total", help: "Answered cells.", labelNames: ["answer"], registers });
  const readStore = storeGauges(store, now, registers);
  return {
    onReply: ({ method, route, status, ms }) => {
      requests.inc({ method, route, status });
      seconds.observe({ route }, ms / 1000);
    },
    onCells: (values, reasons) => {
      cells.inc({ answer: "value" }, values);
      cells.inc({ answer: "reason" }, reasons);
    },
    serve: (app) =>
      void app.get("/metrics", { schema: { hide: true } }, async (_request, reply) => {
        await readStore();
        return reply
          .header("cache-control", "no-store")
          .type(registry.contentType)
          .send(await registry.metrics());
      }),
  };
}
