import { readFileSync } from "node:fs";
import path from "node:path";
import { prepareSearch } from "../../src/pane/formula/search/figure-index";
import { find } from "../../src/pane/formula/search/find";

const ms = (n: number): string => `${n.toFixed(1)} ms`;

/** Each keystroke of the 150 queries, searched as the pane does without the service; and the longest step of making the index. */
export async function searchTyping(out: (line: string) => void, root: string): Promise<void> {
  out("\nSearch in Build");
  const steps: number[] = [];
  const timeOf = (work: () => void): number => {
    const from = performance.now();
    work();
    return performance.now() - from;
  };
  const later = globalThis.setTimeout;
  // Times each step where the page would run it.
  globalThis.setTimeout = ((work: () => void, wait?: number) => later(() => void steps.push(timeOf(work)), wait)) as typeof setTimeout;
  prepareSearch();
  for (let count = -1; count !== steps.length;) {
    count = steps.length;
    await new Promise((done) => later(done, 200));
  }
  globalThis.setTimeout = later;
  out(`  index: ${steps.length} steps, ${ms(steps.reduce((sum, step) => sum + step, 0))} in all, the longest ${ms(Math.max(...steps))}`);
  const queries = readFileSync(path.join(root, "test", "unit", "pane", "search", "queries.tsv"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("\t")[0] ?? "");
  const times = queries.flatMap((query) => Array.from(query, (_, i) => timeOf(() => void find(query.slice(0, i + 1), [])))).sort((a, b) => a - b);
  const at = (share: number): string => ms(times[Math.floor((times.length - 1) * share)] ?? 0);
  out(`  ${times.length} keystrokes: median ${at(0.5)}, 99 of 100 within ${at(0.99)}, the longest ${at(1)}; a frame has 16.7 ms`);
}
