import type { AddressInfo } from "node:net";
import { Bench } from "tinybench";
import { addDays } from "../../src/contract/dates";
import { httpPost, nodeHost } from "../../src/commands/node-host";
import { createClient } from "../../src/core/client";
import { createEvaluator, type CellWriter } from "../../src/core/evaluator";
import { createApp } from "../../src/service/app";
import { createClock } from "../../src/service/time/clock";
import { openStore } from "../../src/service/store/store";

const KEY = "svc_0123456789abcdef0123";
const CHUNK = 500;

const writer: CellWriter<unknown> = {
  answer: (a) => a.value ?? a.reason,
  failure: (error) => error,
  held: (h) => h.value,
  noKey: (text) => text,
  errorIn: (error) => error,
};

/** Ten thousand distinct cells over loopback: calls of an evaluator beside the bare requests for the same cells. */
export async function tenThousand(out: (line: string) => void): Promise<void> {
  const store = openStore({ path: ":memory:" });
  store.keys.add(KEY, "developer", "bench", "2026-01-01");
  const app = await createApp({ store, clock: createClock("2026-11-20", Date.now), quotas: { perMinute: 1e9, perMonth: 1e9 } });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const post = httpPost(url, KEY);
  const dates = (n: number) => Array.from({ length: n }, (_, i) => addDays("1990-01-01", i));

  async function bare(n: number): Promise<void> {
    const cells = dates(n).map((date, id) => ({ id, fn: "FREDH", args: ["DGS10", date, "last"] }));
    const chunks = Array.from({ length: Math.ceil(n / CHUNK) }, (_, i) => cells.slice(i * CHUNK, (i + 1) * CHUNK));
    const worker = async () => {
      for (let chunk = chunks.shift(); chunk; chunk = chunks.shift())
        JSON.parse(await (await post(JSON.stringify({ cells: chunk }), new AbortController().signal)).text());
    };
    await Promise.all([worker(), worker(), worker(), worker()]);
  }
  async function ours(n: number): Promise<{ requests: number; ask: () => unknown[] }> {
    const client = createClient(nodeHost(post, Date.now));
    client.setAccess("present");
    const evaluator = createEvaluator(client, writer);
    const ask = () => dates(n).map((date) => evaluator.ask("FREDH", ["DGS10", date, "last"], {}));
    await Promise.all(ask());
    return { requests: client.stats().requests, ask };
  }

  const bench = new Bench({ iterations: 8, time: 0, warmupIterations: 2, warmupTime: 0 });
  const warm = await ours(10_000);
  bench
    .add("bare requests, 10,000 cells", () => bare(10_000))
    .add("calls of cells, 10,000", async () => void (await ours(10_000)))
    .add("calls of cells, 20,000", async () => void (await ours(20_000)))
    .add("the same 10,000 again, from the cache", () => void warm.ask());
  await bench.run();
  const median = (name: string): number => {
    const result = bench.getTask(name)?.result;
    if (!result || !("latency" in result)) throw new Error(`${name} gave no figures`);
    return result.latency.p50;
  };
  for (const { name } of bench.tasks) out(`${name.padEnd(42)} ${median(name).toFixed(1).padStart(8)} ms (median of ${bench.iterations})`);
  out("");
  out(`requests for 10,000 distinct cells           ${warm.requests}`);
  out(`calls against bare requests                  ${(median("calls of cells, 10,000") / median("bare requests, 10,000 cells")).toFixed(2)}`);
  out(`20,000 against 10,000                        ${(median("calls of cells, 20,000") / median("calls of cells, 10,000")).toFixed(2)}`);
  await app.close();
  store.close();
}
