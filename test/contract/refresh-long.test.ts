import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../../src/commands/io";
import type { After, Stops } from "../../src/commands/until-stopped";
import type { Machine } from "../../src/commands/refresh/machine";
import { refreshCommand } from "../../src/commands/refresh/refresh";
import { bookThread } from "../../src/commands/refresh/thread/book-thread";
import { bookOf, dynamicCell, notCompared, refreshDesk } from "./refresh-desk";
import { untilTrue } from "../time";

const desk = refreshDesk();
const { at, put, read, names } = desk;
const CALL = dynamicCell("A1", '_xldudf_SERVICE_FRED("DGS10")', "1");
const QUICK = bookOf([`${CALL}<c r="B1"><f>A1*2</f><v>2</v></c>`]);
/** Its last formula compares 60,000 cells with 60,000 numbers in one step, which takes minutes. */
const LONG = bookOf([`${CALL}<c r="B1"><f>A1*2</f><v>2</v></c><c r="C1"><f>SUMPRODUCT(COUNTIF(A1:A60000,ROW(A1:A60000)))</f><v>7</v></c>`]);
const LATE =
  "Its calculation did not end within 120 s: it was ended in S!C1. The book is as it was. Shorten the ranges of this formula and of others like it, or update the book in Excel.";

const REFRESHED = "b.xlsx: 1 SERVICE cell and 1 other formula, 1 request; 2 cells changed. 1 cell shows sample data.";
/** Waits from one round of --every 15m to the next. */
const ROUND = 30;

/** Calls a function once the thread calculates the long formula. Returns what prevents that. */
function whenLong(then: () => void): () => void {
  let isOn = true;
  const look = (): void => {
    if (!isOn) return;
    if (bookThread.at() === "S!C1") return then();
    setImmediate(look);
  };
  look();
  return () => void (isOn = false);
}
/** A limit that is reached once the thread calculates the long formula. */
const limit: After = (_, then) => whenLong(then);

/**
 * Runs the command.
 *
 * @param waits of `--every`, before a signal ends it
 * @param stops true: a signal comes during the long calculation
 */
async function run(
  argv: readonly string[],
  { after = () => () => undefined, waits = 1, stops: isStopped = false }: { after?: After; waits?: number; stops?: boolean } = {},
) {
  const listeners = new Set<() => void>();
  const [out, err]: [string[], string[]] = [[], []];
  let now = new Date(2026, 10, 20, 7).getTime();
  let waited = 0;
  const stops: Stops = {
    on: (signal, then) => {
      if (signal === "SIGTERM") listeners.add(then);
      return () => listeners.delete(then);
    },
    terminal: false,
    parent: undefined,
    every: () => () => undefined,
  };
  const signal = (): void => listeners.forEach((then) => then());
  const exits: number[] = [];
  const machine: Machine = {
    stops,
    exit: (status) => void exits.push(status),
    wait: async (ms) => {
      now += ms;
      if (++waited >= waits) signal();
    },
    after,
  };
  if (isStopped) whenLong(signal);
  const io = {
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
    cwd: at("."),
    env: { SERVICE_DATA: "d" },
    now: () => now,
  };
  const status = await refreshCommand([...argv], io, machine);
  return { status, out, err, exits };
}
const isSame = (name: string, file: Uint8Array): boolean => Buffer.compare(read(name), file) === 0;

describe("a book whose calculation takes too long", () => {
  it("stays as it was, with the formula in a sentence, and the next book is refreshed", async () => {
    put("a.xlsx", LONG);
    put("b.xlsx", QUICK);
    const { status, out, err } = await run(["."], { after: limit });
    expect([status, err]).toEqual([1, [`a.xlsx: ${LATE}`]]);
    expect(out).toEqual([REFRESHED, notCompared("b.xlsx")]);
    expect([isSame("a.xlsx", LONG), isSame("b.xlsx", QUICK), names()]).toEqual([true, false, ["a.xlsx", "b.xlsx", "d"]]);
  });

  it("is tried again in each round of --every, and the other books are refreshed in the first", async () => {
    put("a.xlsx", LONG);
    put("b.xlsx", QUICK);
    const { status, out, err } = await run(["--every", "15m", "--report", "json", "."], { after: limit, waits: ROUND + 1 });
    expect([status, err]).toEqual([0, []]);
    const said = out.map((line) => JSON.parse(line) as { book: string; status: string; why?: string });
    const late = { book: "a.xlsx", status: "refused", why: LATE };
    expect(said.map(({ book, status: is, why }) => ({ book, status: is, ...(why === undefined ? {} : { why }) }))).toEqual([
      late,
      { book: "b.xlsx", status: "refreshed" },
      late,
    ]);
    expect([isSame("a.xlsx", LONG), isSame("b.xlsx", QUICK), names()]).toEqual([true, false, ["a.xlsx", "b.xlsx", "d"]]);
  });

  it("cannot be checked with verify, and the next book is checked", async () => {
    put("b.xlsx", QUICK);
    expect((await run(["--lock", "b.xlsx"])).status).toBe(0);
    put("a.xlsx", LONG);
    put("a.lock.json", read("b.lock.json"));
    const { status, out, err } = await run(["verify", "."], { after: limit });
    expect([status, err, out.length]).toEqual([1, [`a.xlsx: ${LATE}`], 2]);
    expect(out[1]).toMatch(/^b\.xlsx: no difference/);
  });
});

describe("a signal during a long calculation", () => {
  it("ends --every at once, and the books stay as they were", async () => {
    put("a.xlsx", LONG);
    put("b.xlsx", QUICK);
    const { status, out, err, exits } = await run(["--every", "15m", "."], { stops: true });
    expect([status, out, err, exits]).toEqual([0, [], ["2026-11-20 07:00:00 a.xlsx: The refresh was ended. The book is as it was."], []]);
    expect([isSame("a.xlsx", LONG), isSame("b.xlsx", QUICK), names()]).toEqual([true, true, ["a.xlsx", "b.xlsx", "d"]]);
  });

  it("ends the command with status 130, and leaves the book as it was and nothing beside it", async () => {
    put("a.xlsx", LONG);
    put("replay.lock.json", new Uint8Array(readFileSync(path.join(ROOT, "test", "book-cases", "replay.lock.json"))));
    const argv = [path.join(ROOT, "scripts", "refresh.mjs"), "--replay", "replay.lock.json", "a.xlsx"];
    const child = spawn(process.execPath, argv, { cwd: at("."), stdio: "ignore" });
    const ended = new Promise((resolve) => child.once("close", resolve));
    await untilTrue(() => names().includes(".a.xlsx.refreshing"), { timeout: 20_000 });
    child.kill("SIGINT");
    expect(await ended).toBe(130);
    expect([isSame("a.xlsx", LONG), names()]).toEqual([true, ["a.xlsx", "replay.lock.json"]]);
  });
});
