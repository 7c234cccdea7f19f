import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../../src/commands/io";
import type { After } from "../../src/commands/until-stopped";
import type { Machine } from "../../src/commands/refresh/machine";
import { refreshCommand } from "../../src/commands/refresh/refresh";
import { bookThread } from "../../src/commands/refresh/thread/book-thread";
import { bookOf, notCompared, RATE, refreshDesk, SEVEN, signalled } from "./refresh-desk";
import { untilTrue } from "../time";

const desk = refreshDesk();
const { at, put, isSame, names } = desk;
const QUICK = bookOf([`${RATE}<c r="B1"><f>A1*2</f><v>2</v></c>`]);
/** Its last formula compares 60,000 cells with 60,000 numbers in one step, which takes minutes. */
const LONG = bookOf([`${RATE}<c r="B1"><f>A1*2</f><v>2</v></c><c r="C1"><f>SUMPRODUCT(COUNTIF(A1:A60000,ROW(A1:A60000)))</f><v>7</v></c>`]);
const LATE =
  "Its calculation did not end within 120 s: it was ended in S!C1. The book is as it was. Shorten the ranges of this formula and of others like it, or update the book in Excel.";

const REFRESHED = "b.xlsx: 1 SERVICE cell and 1 other formula, 1 request; 2 cells changed. 1 cell shows sample data.";
/** Waits from one round of --every 15m to the next. */
const ROUND = 30;

/** Looks in a row that find the thread in the long formula: before, it also passes that cell in moments, when it compares stored values. */
const LOOKS = 10;

/** Calls a function once the thread calculates the long formula. Returns what prevents that. */
function whenLong(then: () => void): () => void {
  let isOn = true;
  let found = 0;
  const look = (): void => {
    if (!isOn) return;
    found = bookThread.at() === "S!C1" ? found + 1 : 0;
    if (found === LOOKS) return then();
    setTimeout(look, 20);
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
  const { stops, send } = signalled("SIGTERM");
  let waited = 0;
  const exits: number[] = [];
  const wait: Machine["wait"] = async (ms) => {
    desk.now += ms;
    if (++waited >= waits) send();
  };
  if (isStopped) whenLong(send);
  desk.clear();
  desk.now = SEVEN;
  const status = await refreshCommand([...argv], desk.io, { stops, exit: (code) => void exits.push(code), wait, after });
  return { status, exits };
}

describe("a book whose calculation takes too long", () => {
  it("stays as it was, with the formula in a sentence, and the next book is refreshed", async () => {
    put("a.xlsx", LONG);
    put("b.xlsx", QUICK);
    const { status } = await run(["."], { after: limit });
    expect([status, desk.err]).toEqual([1, [`a.xlsx: ${LATE}`]]);
    expect(desk.out).toEqual([REFRESHED, notCompared("b.xlsx")]);
    expect([isSame("a.xlsx", LONG), isSame("b.xlsx", QUICK), names()]).toEqual([true, false, ["a.xlsx", "b.xlsx", "d"]]);
  });

  it("is tried again in each round of --every, and the other books are refreshed in the first", async () => {
    put("a.xlsx", LONG);
    put("b.xlsx", QUICK);
    const { status } = await run(["--every", "15m", "--report", "json", "."], { after: limit, waits: ROUND + 1 });
    expect([status, desk.err]).toEqual([0, []]);
    const said = desk.out.map((line) => JSON.parse(line) as { book: string; status: string; why?: string });
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
    put("a.lock.json", desk.read("b.lock.json"));
    const { status } = await run(["verify", "."], { after: limit });
    expect([status, desk.err, desk.out.length]).toEqual([1, [`a.xlsx: ${LATE}`], 2]);
    expect(desk.out[1]).toMatch(/^b\.xlsx: no difference/);
  });
});

describe("a signal during a long calculation", () => {
  it("ends --every at once, and the books stay as they were", async () => {
    put("a.xlsx", LONG);
    put("b.xlsx", QUICK);
    const { status, exits } = await run(["--every", "15m", "."], { stops: true });
    expect([status, desk.out, desk.err, exits]).toEqual([0, [], ["2026-11-20 07:00:00 a.xlsx: The refresh was ended. The book is as it was."], []]);
    expect([isSame("a.xlsx", LONG), isSame("b.xlsx", QUICK), names()]).toEqual([true, true, ["a.xlsx", "b.xlsx", "d"]]);
  });

  it("ends the command with status 130, and leaves the book as it was and nothing beside it", async () => {
    put("a.xlsx", LONG);
    put("replay.lock.json", readFileSync(path.join(ROOT, "test", "book-cases", "replay.lock.json")));
    const argv = [path.join(ROOT, "scripts", "refresh.mjs"), "--replay", "replay.lock.json", "a.xlsx"];
    const child = spawn(process.execPath, argv, { cwd: at("."), stdio: "ignore" });
    const ended = new Promise((resolve) => child.once("close", resolve));
    await untilTrue(() => names().includes(".a.xlsx.refreshing"));
    child.kill("SIGINT");
    expect(await ended).toBe(130);
    expect([isSame("a.xlsx", LONG), names()]).toEqual([true, ["a.xlsx", "replay.lock.json"]]);
  });
});
