import { Bench } from "tinybench";
import type { CellWriter } from "../../src/core/evaluator";

export const KEY = "svc_0123456789abcdef0123";
/** The day of the service. */
export const TODAY = "2026-11-20";

export const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** Processor time of this process in milliseconds. Excludes other processes and waiting. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

type Tasks = Readonly<Record<string, () => Promise<void> | void>>;

/** Runs the tasks in turns. Returns the median milliseconds of each task. */
export async function medians(tasks: Tasks, now: () => number, iterations: number, warmupIterations: number): Promise<(name: string) => number> {
  const bench = new Bench({ now, iterations, time: 0, warmupIterations, warmupTime: 0 });
  for (const [name, task] of Object.entries(tasks)) bench.add(name, task);
  await bench.run();
  return (name) => {
    const result = bench.getTask(name)?.result;
    if (!result || !("latency" in result)) throw new Error(`${name} gave no figures`);
    return result.latency.p50;
  };
}

/** Cells that show what they get. */
export const writer: CellWriter<unknown> = {
  answer: (a) => a.value ?? a.reason,
  failure: (error) => error,
  held: (h) => h.value,
  noKey: (text) => text,
  errorIn: (error) => error,
};
