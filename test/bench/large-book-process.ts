import { strToU8, unzipSync, zipSync } from "fflate";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { secondEngine } from "../../src/commands/refresh/ironcalc-thread";
import { refreshCommand } from "../../src/commands/refresh/refresh";
import { outcomeOf } from "../../src/core/outcome";
import type { Asking } from "../../src/hosts/refresh/asking";
import { planOf } from "../../src/hosts/refresh/plan";
import { refreshBook } from "../../src/hosts/refresh/refresh-book";
import { patchValues } from "../../src/workbook/xlsx/patch-sheet";
import { readBook } from "../../src/workbook/xlsx/read/read-book";
import { SAVED_BY_EXCEL } from "../unit/workbook/xlsx/small-file";
import { largeBook } from "./large-book";
import { median, processorTime } from "./figures";

/* One measurement of a large book, in a process of its own: `make`, `zip`, `steps`, `refresh` or `compare`, and a file. Sends its figures to the parent process. */

const RUNS = 3;

/** Median processor time of this work in milliseconds, after one run that warms it up. */
function medianOf(work: () => void): number {
  work();
  const times = Array.from({ length: RUNS }, () => {
    const before = processorTime();
    work();
    return processorTime() - before;
  });
  return median(times);
}

const [task = "", file = "", ...rest] = process.argv.slice(2);
const read = (): Uint8Array => new Uint8Array(readFileSync(file));

function make(): object {
  const [serviceCells, cells, layout] = rest;
  writeFileSync(file, largeBook(Number(serviceCells), Number(cells), layout));
  return {};
}

function zip(): object {
  const bytes = read();
  return { zip: medianOf(() => void zipSync(unzipSync(bytes), { level: 6 })) };
}

function steps(): object {
  const bytes = read();
  const book = readBook(bytes);
  const { planned } = planOf(book);
  const values = new Map([["Model", planned.map(({ cell: { row, column } }, i) => ({ row, column, value: i / 7 }))]]);
  return { read: medianOf(() => void readBook(bytes)), plan: medianOf(() => void planOf(book)), patch: medianOf(() => void patchValues(bytes, values)) };
}

async function whole(): Promise<object> {
  const cwd = mkdtempSync(path.join(tmpdir(), "service-bench-"));
  const said: string[] = [];
  const [from, processor] = [performance.now(), processorTime()];
  try {
    const io = { out: (line: string) => void said.push(line), err: (line: string) => void said.push(line), cwd, env: { SERVICE_DATA: "d" }, now: Date.now };
    const status = await refreshCommand(["--out", "refreshed.xlsx", file], io);
    const requests = /([\d,]+) requests?; ([\d,]+) cells? changed/.exec(said.join("\n"));
    if (status !== 0 || !requests) throw new Error(`The refresh ended with status ${status}: ${said.slice(0, 5).join("\n")}`);
    return {
      wall: performance.now() - from,
      processor: processorTime() - processor,
      requests: Number(requests[1]!.replaceAll(",", "")),
      changed: Number(requests[2]!.replaceAll(",", "")),
    };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** How much longer a refresh takes that compares formulas with their stored values, in percent of its calculation. Calls are answered at once. */
async function compare(): Promise<object> {
  const outcome = outcomeOf({ value: 4.25, caveats: [], sample: false, maxAgeS: 0, receivedAt: 0 });
  const asking: Asking = {
    peek: () => outcome,
    atOnce: () => outcome,
    request: (_, caller) => (caller.settle(outcome), () => undefined),
  };
  const run = (bytes: Uint8Array, earlier: false | []) =>
    refreshBook(bytes, { asking: () => asking, words: ({ code }) => code, keepUnanswered: false, earlier, secondEngine, moment: 46_349.5 });
  const { file: right } = await run(read(), false);
  const parts = unzipSync(right);
  const book = zipSync({ ...parts, ...Object.fromEntries(Object.entries(SAVED_BY_EXCEL).map(([name, text]) => [name, strToU8(text)])) }, { level: 1 });
  const reading = medianOf(() => void planOf(readBook(book)));
  const times: Record<"alone" | "compared", number[]> = { alone: [], compared: [] };
  await run(book, []);
  for (let i = 0; i < RUNS; i++)
    for (const kind of ["alone", "compared"] as const) {
      const before = processorTime();
      const { kept } = await run(book, kind === "compared" ? [] : false);
      if (kept.length > 0) throw new Error(`${kept[0]!.where} keeps its value: ${kept[0]!.why}`);
      times[kind].push(processorTime() - before);
    }
  const [alone, compared] = [median(times.alone), median(times.compared)];
  return { comparing: ((compared - alone) / (alone - reading)) * 100 };
}

const tasks: Readonly<Record<string, () => object | Promise<object>>> = { make, zip, steps, refresh: whole, compare };
void Promise.resolve(tasks[task]!()).then((figures) => process.send?.({ ...figures, memory: process.resourceUsage().maxRSS * 1024 }));
