import { createMonitoring } from "../../../src/commands/start/metrics";
import { createApp } from "../../../src/service/app";
import { VERSION } from "../../../src/service/store/version";
import { createClock } from "../../../src/service/time/clock";
import { openStore } from "../../../src/service/store/store";
import { keyFor, NOON } from "./service-under-test";

/** The lines of `GET /metrics` that start with one of these names. */
const linesOf = (text: string, ...names: readonly string[]): string[] => text.split("\n").filter((line) => names.some((name) => line.startsWith(name)));

test("GET /metrics counts replies and cells and tells the age of feeds, without a key, a question or a name", async () => {
  const store = openStore({ path: ":memory:" });
  const key = keyFor("metrics");
  await store.ledger.keys.add(key, "developer", "somebody", "2024-06-25");
  const metrics = createMonitoring(store, () => NOON);
  const app = await createApp({ store, clock: createClock("2024-06-25", () => NOON), ...metrics, pages: metrics.serve });
  const ask = (cells: readonly object[]) =>
    app.inject({
      method: "POST",
      url: "/sheets/eval",
      headers: { authorization: `Bearer ${key}` },
      payload: { cells: cells.map((cell, id) => ({ id, ...cell })) },
    });
  const read = async (): Promise<string> => {
    const reply = await app.inject({ method: "GET", url: "/metrics" });
    expect([reply.statusCode, reply.headers["content-type"], reply.headers["cache-control"]]).toEqual([
      200,
      "text/plain; version=0.0.4; charset=utf-8",
      "no-store",
    ]);
    return reply.body;
  };
  const gauges = [
    "service_feeds{",
    "service_feed_age_seconds{",
    "service_import_position",
    "service_deliveries_waiting",
    "service_counting_off",
    "service_build_info",
  ];
  expect(linesOf(await read(), ...gauges).filter((line) => !line.startsWith('service_feeds{state="never"}'))).toEqual([
    `service_build_info{version="${VERSION}",commit=""} 1`,
    'service_feeds{state="fresh"} 0',
    'service_feeds{state="late"} 0',
    'service_feeds{state="failed"} 0',
    "service_import_position 0",
    "service_deliveries_waiting 0",
    "service_counting_off 0",
  ]);

  const good = { fn: "FRED", args: ["DGS10"] };
  await ask([good, good, { fn: "PRICE", args: ["NOSUCHCOMPANY"] }]);
  await ask([good]);
  await app.inject({ method: "GET", url: "/v1/status?secret-question" });
  const moment = (ms: number): string => new Date(ms).toISOString();
  await store.ledger.feeds.keep("treasury.par-yield-curve", { parts: {}, tried: moment(NOON - 90_000), succeeded: moment(NOON - 90_000) });
  await store.ledger.feeds.keep("board.h15", { parts: {}, tried: moment(NOON), failure: "the disk is full" });
  const text = await read();
  expect(linesOf(text, "service_cells_total{", "service_requests_total{", "service_request_seconds_count{")).toEqual([
    'service_requests_total{method="GET",route="/metrics",status="200"} 1',
    'service_requests_total{method="POST",route="/sheets/eval",status="200"} 2',
    'service_requests_total{method="GET",route="/v1/status",status="401"} 1',
    'service_request_seconds_count{route="/metrics"} 1',
    'service_request_seconds_count{route="/sheets/eval"} 2',
    'service_request_seconds_count{route="/v1/status"} 1',
    'service_cells_total{answer="value"} 3',
    'service_cells_total{answer="reason"} 1',
  ]);
  expect(linesOf(text, "service_feed_age_seconds{", 'service_feeds{state="f')).toEqual([
    'service_feed_age_seconds{feed="treasury.par-yield-curve"} 90',
    'service_feeds{state="fresh"} 1',
    'service_feeds{state="failed"} 1',
  ]);
  expect(linesOf(text, "nodejs_eventloop_lag_p99_seconds", "process_resident_memory_bytes").length).toBe(2);
  for (const word of [key, "somebody", "NOSUCHCOMPANY", "DGS10", "secret-question"]) expect([word, text.includes(word)]).toEqual([word, false]);
  await app.close();
  store.close();
});
