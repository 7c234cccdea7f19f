import { unzipSync, zipSync } from "fflate";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { refresh } from "../../src/commands/refresh/refresh";
import { planOf } from "../../src/hosts/refresh/plan";
import { patchValues } from "../../src/workbook/xlsx/patch-values";
import { readBook } from "../../src/workbook/xlsx/read-book";
import { largeBook } from "./large-book";

/* One measurement of a large book, in a process of its own: `make`, `zip`, `steps` or `refresh`, and a file. Sends its figures to the parent process. */

const RUNS = 3;

/** Processor time of this process in milliseconds. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Median processor time of this work in milliseconds, after one run that warms it up. */
function median(work: () => void): number {
  work();
  const times = Array.from({ length: RUNS }, () => {
    const before = processorTime();
    work();
    return processorTime() - before;
  });
  return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)]!;
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
  return { zip: median(() => void zipSync(unzipSync(bytes), { level: 6 })) };
}

function steps(): object {
  const bytes = read();
  const book = readBook(bytes);
  const { planned } = planOf(book);
  const values = new Map([["Model", planned.map(({ cell: { row, column } }, i) => ({ row, column, value: i / 7 }))]]);
  return { read: median(() => void readBook(bytes)), plan: median(() => void planOf(book)), patch: median(() => void patchValues(bytes, values)) };
}

async function whole(): Promise<object> {
  const cwd = mkdtempSync(path.join(tmpdir(), "service-bench-"));
  const said: string[] = [];
  const [from, processor] = [performance.now(), processorTime()];
  try {
    const io = { out: (line: string) => void said.push(line), err: (line: string) => void said.push(line), cwd, env: { SERVICE_DATA: "d" }, now: Date.now };
    const status = await refresh(["--out", "refreshed.xlsx", file], io);
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

const tasks: Readonly<Record<string, () => object | Promise<object>>> = { make, zip, steps, refresh: whole };
void Promise.resolve(tasks[task]!()).then((figures) => process.send?.({ ...figures, memory: process.resourceUsage().maxRSS * 1024 }));
