import { addDays } from "../../src/contract/dates";
import { httpPost, nodeHost } from "../../src/commands/node-host";
import { createClient } from "../../src/core/client";
import { createEvaluator } from "../../src/core/evaluator";
import { KEY, medians, writer } from "./figures";
import { openService } from "./open-service";
import { bareFetches } from "./own-cost";

const RUNS = 8;

/** Ten thousand distinct cells over loopback: calls of an evaluator beside the bare requests for the same cells. */
export async function tenThousand(out: (line: string) => void): Promise<void> {
  const { close, listen } = await openService();
  const post = httpPost(await listen(), KEY);
  const dates = (n: number) => Array.from({ length: n }, (_, i) => addDays("1990-01-01", i));

  async function ours(n: number): Promise<{ requests: number; ask: () => unknown[] }> {
    const client = createClient(nodeHost(post, Date.now));
    client.setAccess("present");
    const evaluator = createEvaluator(client, writer);
    const ask = () => dates(n).map((date) => evaluator.ask("FREDH", ["DGS10", date, "last"], {}));
    await Promise.all(ask());
    return { requests: client.stats().requests, ask };
  }

  const warm = await ours(10_000);
  const tasks = {
    "bare requests, 10,000 cells": () => bareFetches(post, dates(10_000)),
    "calls of cells, 10,000": async () => void (await ours(10_000)),
    "calls of cells, 20,000": async () => void (await ours(20_000)),
    "the same 10,000 again, from the cache": () => void warm.ask(),
  };
  const median = await medians(tasks, () => performance.now(), RUNS, 2);
  for (const name of Object.keys(tasks)) out(`${name.padEnd(42)} ${median(name).toFixed(1).padStart(8)} ms (median of ${RUNS})`);
  out("");
  out(`requests for 10,000 distinct cells           ${warm.requests}`);
  out(`calls against bare requests                  ${(median("calls of cells, 10,000") / median("bare requests, 10,000 cells")).toFixed(2)}`);
  out(`20,000 against 10,000                        ${(median("calls of cells, 20,000") / median("calls of cells, 10,000")).toFixed(2)}`);
  await close();
}
