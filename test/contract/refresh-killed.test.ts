import { buildSync } from "esbuild";
import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { holdBook, writeBookFile } from "../../src/commands/refresh/hold-book";
import { many, SEED, TESTED, WHOLE } from "../corpus";
import { integer, randomOf } from "../unit/service/random-rows";
import { bookOf, dynamicCell, refreshDesk } from "./refresh-desk";
import { untilTrue } from "../time";

const ROOT = path.resolve(__dirname, "../..");
/** Milliseconds for tests that start many processes, on a busy machine. */
const LONG = 600_000;
const HOWS = ["before", "half", "after"] as const;
const FORMULA = '_xldudf_SERVICE_YIELD("10Y","2024-06-19")';
const OLD = bookOf([dynamicCell("A1", FORMULA, "1")]);

const desk = refreshDesk();
let bundles = "";
/** Writes a book as a refresh does, without the time that a calculation takes: holds it, writes, releases it. */
let writer = "";
beforeAll(() => {
  mkdirSync(path.join(ROOT, ".build"), { recursive: true });
  bundles = mkdtempSync(path.join(ROOT, ".build", "killed-"));
  writer = path.join(bundles, "writer.cjs");
  const contents = `
    import { readFileSync } from "node:fs";
    import { holdBook } from "./src/commands/refresh/hold-book";
    import { writeBookFile } from "./src/commands/refresh/write-book";
    const [book, from] = process.argv.slice(2);
    const release = holdBook(book);
    if (typeof release === "number") throw new Error("held by " + release);
    writeBookFile(book, readFileSync(book), readFileSync(from), { backup: true });
    release();`;
  buildSync({ absWorkingDir: ROOT, stdin: { contents, resolveDir: ROOT, loader: "ts" }, outfile: writer, bundle: true, platform: "node", format: "cjs" });
});
afterAll(() => rmSync(bundles, { recursive: true, force: true }));

const folder = (): string => path.join(desk.at("books"));
const file = (name: string): string => path.join(folder(), name);
const files = (): string[] => readdirSync(folder()).sort();
const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

/** Starts a program that is stopped at a call of the file system. */
function start(argv: readonly string[], stop: Readonly<Record<string, string>>): ChildProcess {
  const env = { ...process.env, INIT_CWD: desk.at("."), SERVICE_DATA: desk.at("d"), STOP_FOLDER: folder(), ...stop };
  return spawn(process.execPath, ["--import", path.join(ROOT, "test", "stop-at.mjs"), ...argv], { env, stdio: ["ignore", "ignore", "inherit"] });
}
/** Runs it to its end. Returns the signal that ended it. */
const ended = (child: ChildProcess): Promise<NodeJS.Signals | null> =>
  new Promise((resolve, reject) => child.once("error", reject).once("close", (_, signal) => resolve(signal)));

/** Kills this program at moments of its work. Returns the moments after which the folder was not as it should be. */
async function killed(argv: readonly string[], after: Uint8Array, moments: number, again: () => unknown): Promise<string[]> {
  const books = (): void => {
    rmSync(folder(), { recursive: true, force: true });
    mkdirSync(folder());
    desk.put("books/b.xlsx", OLD);
  };
  books();
  await ended(start(argv, { STOP_COUNT: desk.at("calls") }));
  const calls = Number(readFileSync(desk.at("calls"), "utf8"));
  expect(calls).toBeGreaterThan(10);
  const random = randomOf(Number(SEED));
  const wrong: string[] = [];
  let replaced = 0;
  for (let i = 0; i < moments; i++) {
    const [at, how] = [integer(random, 1, calls), HOWS[integer(random, 0, 2)]!];
    const moment = `call ${at} of ${calls}, ${how}`;
    books();
    const signal = await ended(start(argv, { STOP_AT: String(at), STOP_HOW: how }));
    if (signal !== "SIGKILL") wrong.push(`${moment}: not killed`);
    const book = readFileSync(file("b.xlsx"));
    if (same(book, after)) replaced++;
    else if (!same(book, OLD)) wrong.push(`${moment}: neither the old book nor the new one`);
    const backup = files().includes("b.bak.xlsx") ? readFileSync(file("b.bak.xlsx")) : undefined;
    if (backup && !same(backup, OLD)) wrong.push(`${moment}: half a backup`);
    await again();
    if (!same(readFileSync(file("b.xlsx")), after)) wrong.push(`${moment}: not refreshed afterwards`);
    const left = files().filter((name) => !/^b(\.bak)?\.xlsx$/.test(name));
    if (left.length > 0) wrong.push(`${moment}: left ${left.join(", ")}`);
  }
  expect(replaced).toBeLessThan(moments);
  return wrong;
}

it(
  `a book is the old or the new one after a kill at any moment of writing, and the next refresh works (${TESTED})`,
  async () => {
    const after = bookOf([dynamicCell("A1", FORMULA, "2")]);
    desk.put("new.xlsx", after);
    const again = (): void => {
      const release = holdBook(file("b.xlsx"));
      if (typeof release === "number") throw new Error(`Process ${release} holds the book.`);
      writeBookFile(file("b.xlsx"), readFileSync(file("b.xlsx")), after, { out: undefined, backup: true, dryRun: false });
      release();
    };
    expect(await killed([writer, file("b.xlsx"), desk.at("new.xlsx")], after, many(100, 20), again)).toEqual([]);
  },
  LONG,
);

// Each refresh starts a process that loads the engine.
(WHOLE ? it : it.skip)(
  "a book is the old or the new one after a kill of the command, and the next refresh works (npm run corpus)",
  async () => {
    mkdirSync(folder());
    desk.put("books/b.xlsx", OLD);
    expect(await desk.run("books/b.xlsx")).toBe(0);
    const after = readFileSync(file("b.xlsx"));
    const argv = [path.join(ROOT, "scripts", "run.mjs"), "refresh", "--backup", "books/b.xlsx"];
    expect(await killed(argv, after, 20, () => desk.run("books/b.xlsx"))).toEqual([]);
  },
  LONG,
);

it("of two refreshes at once, one refuses the book and leaves nothing", async () => {
  mkdirSync(folder());
  desk.put("books/b.xlsx", OLD);
  const after = bookOf([dynamicCell("A1", FORMULA, "2")]);
  desk.put("new.xlsx", after);
  // Stopped while it writes the book's mark, then before it removes it.
  const first = start([writer, file("b.xlsx"), desk.at("new.xlsx")], { STOP_AT: "4", STOP_HOW: "before", STOP_SIGNAL: "SIGSTOP" });
  const over = ended(first);
  await untilTrue(() => files().includes(".b.xlsx.refreshing"), { timeout: 10_000 });
  expect(holdBook(file("b.xlsx"))).toBe(first.pid);
  expect(await desk.run("books/b.xlsx")).toBe(1);
  expect(desk.err()).toEqual([`books/b.xlsx: Process ${first.pid} is refreshing it. Wait until that has ended, and refresh it again.`]);
  expect(same(readFileSync(file("b.xlsx")), OLD)).toBe(true);
  first.kill("SIGCONT");
  await over;
  expect(same(readFileSync(file("b.xlsx")), after)).toBe(true);
  expect(files()).toEqual(["b.bak.xlsx", "b.xlsx"]);
});
