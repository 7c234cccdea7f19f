import { buildSync } from "esbuild";
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../../src/commands/io";
import { holdBook } from "../../src/commands/refresh/hold-book";
import { writeBookFile } from "../../src/commands/refresh/hold-book";
import { many, SEED, TESTED, WHOLE } from "../corpus";
import { itWithDisk, mountDisk, type Disk } from "../read-only-disk";
import { untilTrue } from "../time";
import { integer, randomOf } from "../unit/service/random-rows";
import { bookOf, call, refreshDesk } from "./refresh-desk";

const FORMULA = '_xldudf_SERVICE_YIELD("10Y","2024-06-19")';
const OLD = bookOf([call("A1", FORMULA)]);
const ELSEWHERE = "or write the refreshed book elsewhere with --out.";
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

const desk = refreshDesk();
const { at, put, run, names, read } = desk;
const isOld = (name: string): boolean => desk.isSame(name, OLD);

/** Writes a program that imports modules of src. */
function bundle(contents: string, outfile: string): void {
  buildSync({ absWorkingDir: ROOT, stdin: { contents, resolveDir: ROOT, loader: "ts" }, outfile, bundle: true, platform: "node", format: "cjs" });
}

describe("npm run refresh keeps what a book's file is", () => {
  it("a link to the book stays a link; the book that it names is replaced", async () => {
    desk.folder("real");
    put("real/b.xlsx", OLD);
    symlinkSync(path.join("real", "b.xlsx"), at("link.xlsx"));
    expect(await run("link.xlsx")).toBe(0);
    expect(lstatSync(at("link.xlsx")).isSymbolicLink()).toBe(true);
    expect(isOld("real/b.xlsx")).toBe(false);
    expect(names("real")).toEqual(["b.xlsx"]);
  });

  it("permissions, also those of a backup and of a new file with --out; and its owner", async () => {
    put("b.xlsx", OLD);
    chmodSync(at("b.xlsx"), 0o640);
    if (isRoot) chownSync(at("b.xlsx"), NOBODY, NOBODY);
    expect([await run("--out", "new.xlsx", "b.xlsx"), await run("--backup", "b.xlsx")]).toEqual([0, 0]);
    expect([isOld("b.bak.xlsx"), isOld("b.xlsx"), isOld("new.xlsx")]).toEqual([true, false, false]);
    for (const name of ["b.xlsx", "b.bak.xlsx", "new.xlsx"]) {
      const { mode, uid } = statSync(at(name));
      expect([name, mode & 0o777, uid]).toEqual([name, 0o640, isRoot ? NOBODY : process.getuid?.()]);
    }
  });
});

describe("npm run refresh leaves a book as it was, and asks nothing,", () => {
  it("if its file is read-only; --dry-run and --out do not write it", async () => {
    put("b.xlsx", OLD);
    chmodSync(at("b.xlsx"), 0o444);
    expect(await run("b.xlsx")).toBe(1);
    expect([desk.out, desk.err]).toEqual([[], [`b.xlsx: It is read-only. Make it writable, ${ELSEWHERE}`]]);
    expect(isOld("b.xlsx")).toBe(true);
    expect([await run("--dry-run", "b.xlsx"), await run("--out", "new.xlsx", "b.xlsx")]).toEqual([0, 0]);
    expect([isOld("b.xlsx"), isOld("new.xlsx")]).toEqual([true, false]);
  });

  it("if this user may not read it, write it, or write into its folder", () => {
    const folder = at("books");
    const book = path.join(folder, "b.xlsx");
    mkdirSync(folder);
    put("books/b.xlsx", OLD);
    chmodSync(at("."), 0o755);
    const outfile = at("trouble.cjs");
    const contents = `
      import { bookTrouble } from "./src/commands/refresh/hold-book";
      const [book, out] = process.argv.slice(2);
      console.log(JSON.stringify([bookTrouble(book, undefined, true), bookTrouble(book, out, true), bookTrouble(book, undefined, false)].map((text) => text ?? "none")));`;
    bundle(contents, outfile);
    chmodSync(outfile, 0o644);
    // The superuser may do everything.
    const user = { env: { NODE_PATH: path.join(ROOT, "node_modules") }, ...(isRoot ? { uid: NOBODY, gid: NOBODY, cwd: "/" } : {}) };
    const troubles = (mode: number, folderMode: number): string[] => {
      chmodSync(book, mode);
      chmodSync(folder, folderMode);
      return JSON.parse(execFileSync(process.execPath, [outfile, book, path.join(folder, "new.xlsx")], { encoding: "utf8", ...user })) as string[];
    };
    const unreadable = "This user may not read it. Refresh it as its owner, or get permission to read it.";
    const unwritable = isRoot ? `This user may not write it. Refresh it as its owner, ${ELSEWHERE}` : `It is read-only. Make it writable, ${ELSEWHERE}`;
    const closed = `This user may not write into ${folder}. Refresh it as the owner of the folder, ${ELSEWHERE}`;
    try {
      expect(troubles(isRoot ? 0o660 : 0o000, 0o777)).toEqual([unreadable, unreadable, unreadable]);
      expect(troubles(isRoot ? 0o644 : 0o444, 0o777)).toEqual([unwritable, "none", "none"]);
      expect(troubles(0o666, 0o555)).toEqual([closed, closed, "none"]);
    } finally {
      chmodSync(folder, 0o755);
    }
  });

  itWithDisk("if its disk is read-only or full", async () => {
    const disk: Disk = mountDisk(at("."), 1);
    try {
      writeFileSync(path.join(disk.folder, "b.xlsx"), OLD);
      const free = disk.fill();
      expect(await run("disk/b.xlsx")).toBe(1);
      expect([desk.out, desk.err]).toEqual([[], [`disk/b.xlsx: the disk with ${disk.folder} is full. Free some space.`]]);
      expect([isOld("disk/b.xlsx"), names("disk")]).toEqual([true, ["b.xlsx", "filler"]]);
      free();
      rmSync(path.join(disk.folder, "filler"));
      disk.readOnly();
      expect(await run("disk/b.xlsx")).toBe(1);
      expect([desk.out, desk.err]).toEqual([[], [`disk/b.xlsx: The disk with ${disk.folder} is read-only. Mount it for writing, ${ELSEWHERE}`]]);
      expect(await run("--dry-run", "disk/b.xlsx")).toBe(0);
      expect(await run("--out", "new.xlsx", "disk/b.xlsx")).toBe(0);
      expect([isOld("disk/b.xlsx"), isOld("new.xlsx")]).toEqual([true, false]);
    } finally {
      disk.unmount();
    }
  });
});

describe("npm run refresh in several processes", () => {
  /** Milliseconds for tests that start many processes, on a busy machine. */
  const LONG = 600_000;
  const HOWS = ["before", "half", "after"] as const;
  const NEW = bookOf([call("A1", FORMULA, "2")]);
  let bundles = "";
  /** Writes a book as a refresh does, without the time that a calculation takes: holds it, writes, releases it. */
  let writer = "";
  beforeAll(() => {
    mkdirSync(path.join(ROOT, ".build"), { recursive: true });
    bundles = mkdtempSync(path.join(ROOT, ".build", "killed-"));
    writer = path.join(bundles, "writer.cjs");
    const contents = `
    import { readFileSync } from "node:fs";
    import { holdBook, writeBookFile } from "./src/commands/refresh/hold-book";
    const [book, from] = process.argv.slice(2);
    const release = holdBook(book);
    if (typeof release === "number") throw new Error("held by " + release);
    writeBookFile(book, readFileSync(book), readFileSync(from), { backup: true });
    release();`;
    bundle(contents, writer);
  });
  afterAll(() => rmSync(bundles, { recursive: true, force: true }));

  const file = (name: string): string => at("books", name);
  const files = (): string[] => names("books");
  const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

  /** Starts a program that is stopped at a call of the file system. */
  function start(argv: readonly string[], stop: Readonly<Record<string, string>>): ChildProcess {
    const env = { ...process.env, INIT_CWD: at("."), SERVICE_DATA: at("d"), STOP_FOLDER: at("books"), ...stop };
    return spawn(process.execPath, ["--import", path.join(ROOT, "test", "stop-at.mjs"), ...argv], { env, stdio: ["ignore", "ignore", "inherit"] });
  }
  /** Runs it to its end. Returns the signal that ended it. */
  const ended = (child: ChildProcess): Promise<NodeJS.Signals | null> =>
    new Promise((resolve, reject) => child.once("error", reject).once("close", (_, signal) => resolve(signal)));

  /** Kills this program at moments of its work. Returns the moments after which the folder was not as it should be. */
  async function killed(argv: readonly string[], after: Uint8Array, moments: number, again: () => unknown): Promise<string[]> {
    const books = (): void => {
      rmSync(at("books"), { recursive: true, force: true });
      desk.folder("books");
      put("books/b.xlsx", OLD);
    };
    books();
    await ended(start(argv, { STOP_COUNT: at("calls") }));
    const calls = Number(desk.text("calls"));
    expect(calls).toBeGreaterThan(10);
    const random = randomOf(Number(SEED));
    const wrong: string[] = [];
    let replaced = 0;
    for (let i = 0; i < moments; i++) {
      const [count, how] = [integer(random, 1, calls), HOWS[integer(random, 0, 2)]!];
      const moment = `call ${count} of ${calls}, ${how}`;
      books();
      const signal = await ended(start(argv, { STOP_AT: String(count), STOP_HOW: how }));
      if (signal !== "SIGKILL") wrong.push(`${moment}: not killed`);
      const book = read("books/b.xlsx");
      if (same(book, after)) replaced++;
      else if (!same(book, OLD)) wrong.push(`${moment}: neither the old book nor the new one`);
      const backup = files().includes("b.bak.xlsx") ? read("books/b.bak.xlsx") : undefined;
      if (backup && !same(backup, OLD)) wrong.push(`${moment}: half a backup`);
      await again();
      if (!desk.isSame("books/b.xlsx", after)) wrong.push(`${moment}: not refreshed afterwards`);
      const left = files().filter((name) => !/^b(\.bak)?\.xlsx$/.test(name));
      if (left.length > 0) wrong.push(`${moment}: left ${left.join(", ")}`);
    }
    expect(replaced).toBeLessThan(moments);
    return wrong;
  }

  it(
    `a book is the old or the new one after a kill at any moment of writing, and the next refresh works (${TESTED})`,
    async () => {
      put("new.xlsx", NEW);
      const again = (): void => {
        const release = holdBook(file("b.xlsx"));
        if (typeof release === "number") throw new Error(`Process ${release} holds the book.`);
        writeBookFile(file("b.xlsx"), read("books/b.xlsx"), NEW, { out: undefined, backup: true, dryRun: false });
        release();
      };
      expect(await killed([writer, file("b.xlsx"), at("new.xlsx")], NEW, many(100, 20), again)).toEqual([]);
    },
    LONG,
  );

  // Each refresh starts a process that loads the engine.
  (WHOLE ? it : it.skip)(
    "a book is the old or the new one after a kill of the command, and the next refresh works (npm run corpus)",
    async () => {
      desk.folder("books");
      put("books/b.xlsx", OLD);
      expect(await run("books/b.xlsx")).toBe(0);
      const after = read("books/b.xlsx");
      const argv = [path.join(ROOT, "scripts", "run.mjs"), "refresh", "--backup", "books/b.xlsx"];
      expect(await killed(argv, after, 20, () => run("books/b.xlsx"))).toEqual([]);
    },
    LONG,
  );

  it("of two refreshes at once, one refuses the book and leaves nothing", async () => {
    desk.folder("books");
    put("books/b.xlsx", OLD);
    put("new.xlsx", NEW);
    // Stopped while it writes the book's mark, then before it removes it.
    const first = start([writer, file("b.xlsx"), at("new.xlsx")], { STOP_AT: "4", STOP_HOW: "before", STOP_SIGNAL: "SIGSTOP" });
    const over = ended(first);
    await untilTrue(() => files().includes(".b.xlsx.refreshing"));
    expect(holdBook(file("b.xlsx"))).toBe(first.pid);
    expect(await run("books/b.xlsx")).toBe(1);
    expect(desk.err).toEqual([`books/b.xlsx: Process ${first.pid} is refreshing it. Wait until that has ended, and refresh it again.`]);
    expect(isOld("books/b.xlsx")).toBe(true);
    first.kill("SIGCONT");
    await over;
    expect(desk.isSame("books/b.xlsx", NEW)).toBe(true);
    expect(files()).toEqual(["b.bak.xlsx", "b.xlsx"]);
  });
});
