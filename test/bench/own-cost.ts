import DataLoader from "dataloader";
import { fork } from "node:child_process";
import { once } from "node:events";
import { httpPost, nodeHost } from "../../src/commands/node-host";
import { addDays } from "../../src/contract/dates";
import { createClient } from "../../src/core/client";
import { createEvaluator } from "../../src/core/evaluator";
import type { Host } from "../../src/core/host";
import { createCallLog } from "../../src/core/call-log";
import { LIMITS } from "../../src/core/limits";
import { replyOf } from "./bare-reply";
import { KEY, medians, processorTime, writer } from "./figures";

/** A host whose service replies at once: the remaining time is the client's. */
const instantHost = (): Host => ({
  ...nodeHost(() => Promise.reject(new Error("not used")), Date.now),
  send: (body, done) => {
    const cells = body.split('{"id":').length - 1;
    queueMicrotask(() => done({ status: 200, body: replyOf(cells) }));
    return () => undefined;
  },
});

/** Calculates a workbook once: each cell requests one day of a series. */
async function calculate(host: Host, days: readonly string[], addresses: readonly string[]) {
  const client = createClient(host);
  client.setAccess("present");
  const evaluator = createEvaluator(client, writer, createCallLog());
  const ask = (series = "DGS10") => days.map((date, i) => evaluator.ask("FREDH", [series, date, "last"], { address: addresses[i] }));
  await Promise.all(ask());
  return { ask };
}

/** Batching only: without validation, messages or limits. */
async function dataloader(days: readonly string[]): Promise<void> {
  const loader = new DataLoader<string, number>((keys) => Promise.resolve(keys.map((_, i) => i)), { maxBatchSize: LIMITS.chunk });
  await Promise.all(days.map((date) => loader.load(date)));
}

const bodyOf = (days: readonly string[]): string => JSON.stringify({ cells: days.map((date, id) => ({ id, fn: "FREDH", args: ["DGS10", date, "last"] })) });
const chunksOf = (days: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(days.length / LIMITS.chunk) }, (_, i) => days.slice(i * LIMITS.chunk, (i + 1) * LIMITS.chunk));

/** The least that any client does: JSON for questions and replies, and a promise for each cell. */
async function floor(days: readonly string[]): Promise<void> {
  const waiting: Promise<unknown>[] = [];
  for (const chunk of chunksOf(days)) {
    const settle: ((value: unknown) => void)[] = [];
    for (const _ of chunk) waiting.push(new Promise((resolve) => settle.push(resolve)));
    await Promise.resolve(bodyOf(chunk));
    const { data } = JSON.parse(replyOf(chunk.length)) as { data: { id: number; value: number }[] };
    for (const { id, value } of data) settle[id]?.(value);
  }
  await Promise.all(waiting);
}

/** Sends the bare requests for the same cells, as many in parallel as the client. */
export async function bareFetches(post: ReturnType<typeof httpPost>, days: readonly string[]): Promise<void> {
  const chunks = chunksOf(days);
  const worker = async () => {
    for (let chunk = chunks.shift(); chunk; chunk = chunks.shift()) await (await post(bodyOf(chunk), new AbortController().signal)).text();
  };
  await Promise.all(Array.from({ length: LIMITS.inFlight }, worker));
}

const INPUTS = 16;

/** Bytes in use after these cells have evaluated each of 16 inputs in turn. */
async function heldAfterInputs(days: readonly string[], addresses: readonly string[]): Promise<readonly number[]> {
  const collect = (globalThis as { gc?: () => void }).gc;
  const { ask } = await calculate(instantHost(), days, addresses);
  const inUse: number[] = [];
  for (let input = 1; input < INPUTS; input++) {
    await Promise.all(ask(`DGS${input}`));
    collect?.();
    inUse.push(process.memoryUsage().heapUsed);
  }
  return inUse;
}

/** Measures the client's own cost per cell beside dataloader and the floor, how it grows with the workbook, and the memory in use as inputs change. */
export async function ownCost(out: (line: string) => void, bareServer: string): Promise<void> {
  const days = Array.from({ length: 100_000 }, (_, i) => addDays("1700-01-01", i));
  const addresses = days.map((_, i) => `[Book1.xlsx]Sheet1!${String.fromCharCode(65 + (i % 26))}${Math.floor(i / 26) + 1}`);
  const book = (n: number) => [days.slice(0, n), addresses.slice(0, n)] as const;
  const sizes = [1_000, 10_000, 100_000];
  const warm = await calculate(instantHost(), ...book(10_000));
  const line = (what: string, figures: string) => out(`${what.padEnd(44)} ${figures}`);

  const own = await medians(
    {
      cached: () => void warm.ask(),
      ...Object.fromEntries(
        sizes.flatMap((n): [string, () => Promise<void>][] => [
          [`floor ${n}`, () => floor(days.slice(0, n))],
          [`dataloader ${n}`, () => dataloader(days.slice(0, n))],
          [`cells ${n}`, async () => void (await calculate(instantHost(), ...book(n)))],
        ]),
      ),
    },
    processorTime,
    12,
    3,
  );
  const micros = (name: string, cells: number) => (own(name) / cells) * 1000;
  const column = (text: string) => text.padStart(16);
  out("\nProcessor time of the client itself, in µs a cell, against a service that answers at once");
  out("The floor is JSON and a promise for each cell. dataloader batches without JSON.");
  line("", ["the floor", "dataloader", "calls of cells", "× the floor"].map(column).join(""));
  for (const n of sizes) {
    const [least, batched, cells] = [micros(`floor ${n}`, n), micros(`dataloader ${n}`, n), micros(`cells ${n}`, n)];
    line(`${n.toLocaleString("en-US")} cells`, [least, batched, cells, cells / least].map((figure) => column(figure.toFixed(2))).join(""));
  }
  line("10,000 cells again, from the cache", column("") + column("") + column(micros("cached", 10_000).toFixed(2)));

  const server = fork(bareServer);
  const [port] = (await once(server, "message")) as [number];
  const post = httpPost(`http://127.0.0.1:${port}`, KEY);
  const wire = await medians(
    {
      bare: () => bareFetches(post, days.slice(0, 10_000)),
      cells: async () => void (await calculate(nodeHost(post, Date.now), ...book(10_000))),
    },
    () => performance.now(),
    12,
    3,
  );
  server.disconnect();
  out("\n10,000 cells over loopback, against a bare server in a process of its own");
  line("bare requests that carry them", `${wire("bare").toFixed(1).padStart(7)} ms`);
  line("calls of cells", `${wire("cells").toFixed(1).padStart(7)} ms           ${(wire("cells") / wire("bare")).toFixed(2).padStart(6)} × the bare requests`);

  const inUse = await heldAfterInputs(...book(50_000));
  out("\nMemory in use while 50,000 cells change their input 16 times");
  line("after the 2nd, 4th, 8th, 16th", `${[0, 2, 6, 14].map((i) => ((inUse[i] ?? NaN) / 1e6).toFixed(0)).join(", ")} MB`);
}
