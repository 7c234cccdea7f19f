import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { build } from "esbuild";
import { evalCommand } from "../../src/commands/eval";
import { ledgerBeside } from "../../src/service/ledger/ledger";
import { openDatabase } from "../../src/service/store/open-database";
import { writing, writingBriefly, writingCounts } from "../../src/service/sqlite/sql";
import { overwrite, settle as settled } from "../files";
import { dataBench, NOW } from "./data-bench";

const ROOT = path.resolve(__dirname, "..", "..");
const bench = dataBench();
const run = (...argv: readonly string[]) => bench.run(argv);
const { inStore, take, served } = bench;
const closes = (): unknown[] =>
  inStore((s) => s.records.between<{ close: number }>("price", "AAPL", "2024-01-01", "2024-12-31", "2024-12-31").map((r) => r.body.close));
const folder = (): string => path.dirname(bench.database);

const settle = (): unknown => settled(bench.database);
const ledger = (): string => ledgerBeside(bench.database);

async function fill(): Promise<void> {
  await take("2024.csv", 'Date,"10 Yr"\n06/20/2024,4.25\n06/18/2024,4.22\n', "treasury");
  bench.loopback.pass(86_400_000);
  const later = [
    await take("wrong.csv", 'Date,"10 Yr"\n06/20/2024,4.95\n06/17/2024,4.91\n', "treasury"),
    await take("own.csv", "date,value\n2024-06-14,4.20\n2024-06-18,4.22\n", "series", "DGS10"),
    await take("prices.csv", "symbol,date,close\nAAPL,2024-06-18,214.29\nAAPL,2024-06-20,209.68\n", "prices"),
    await take("gone.csv", "date,value\n2024-06-18,4.70\n", "series", "DGS2"),
  ];
  expect(later.map(({ status }) => status)).toEqual([0, 0, 0, 0]);
  expect((await run("forget", "wrong.csv")).status).toBe(0);
  expect((await run("forget", "DGS2")).status).toBe(0);
  settle();
}

const DAMAGES: readonly (readonly [what: string, damage: () => void, words: RegExp])[] = [
  ["an empty file", () => writeFileSync(bench.database, ""), /is empty\./],
  ["a file cut off in the middle", () => truncateSync(bench.database, 20_000), /is damaged \(database disk image is malformed\)\./],
  ["a file cut off within its first page", () => truncateSync(bench.database, 700), /is damaged \(/],
  [
    "a text file",
    () => writeFileSync(bench.database, "This is no database, but it is longer than a header.\n".repeat(40)),
    /is damaged \(file is not a database\)\./,
  ],
  ["a missing file", () => rmSync(bench.database), /is missing\./],
];

describe.each(DAMAGES)("a damaged database with stored documents: %s", (_what, damage, words) => {
  it("is reported with the fix by every command, and is not changed", async () => {
    await fill();
    damage();
    const before = statSync(bench.database, { throwIfNoEntry: false }) && readFileSync(bench.database);
    for (const argv of [["status"], ["import", "treasury", "2024.csv"], ["update", "treasury"], ["enable", "finra", "--accept"]]) {
      const { status, err } = await run(...argv);
      expect([argv[0], status]).toEqual([argv[0], 1]);
      expect(err).toMatch(words);
      expect(err).toContain(
        `Nothing was written to it. The imported documents are kept. Stop the service, then type: npm run -s data -- rebuild --data "${folder()}".`,
      );
    }
    const io = { out: () => undefined, err: () => undefined, cwd: bench.cwd, env: {}, now: () => NOW };
    await expect(evalCommand(["--data", ".service", "=SERVICE.REGIME()"], io)).rejects.toThrow(words);
    expect(statSync(bench.database, { throwIfNoEntry: false }) && readFileSync(bench.database)).toEqual(before);
  });

  it("is restored by a rebuild, and the damaged file is kept", async () => {
    await fill();
    const before = [served(), closes()];
    const numbers = inStore((s) => s.imports.files().map((f) => [f.id, f.file, f.rows]));
    settle();
    damage();
    const had = statSync(bench.database, { throwIfNoEntry: false }) && readFileSync(bench.database);
    const { status, out } = await run("rebuild");
    expect([status, out]).toEqual([0, expect.stringContaining("a new one was created. 4 documents read from the archive, oldest first.")]);
    expect([served(), closes()]).toEqual(before);
    expect(inStore((s) => [s.imports.files().map((f) => [f.id, f.file, f.rows]), s.observations.isPublished("DGS2")])).toEqual([numbers, false]);
    const aside = readdirSync(folder()).filter((name) => name.startsWith("service.db.damaged-") && !/-(wal|shm)$/.test(name));
    expect(aside.map((name) => readFileSync(path.join(folder(), name)))).toEqual(had ? [had] : []);
    expect((await run("rebuild")).out).toContain("4 documents read from the archive, oldest first; their rows are rebuilt.");
  });
});

it("a rebuild finds damaged pages inside the file, and recreates the database", async () => {
  await fill();
  const before = [served(), closes()];
  settle();
  const { size } = statSync(bench.database);
  for (let at = 4096 * 2; at < size; at += 4096) overwrite(bench.database, at, Buffer.alloc(512, 0xa5));
  const { status, out } = await run("rebuild");
  expect([status, out]).toEqual([0, expect.stringContaining("The database was damaged or lost; a new one was created.")]);
  expect([served(), closes()]).toEqual(before);
});

describe.each([
  ["is missing", () => rmSync(ledger()), /ledger\.db is missing\./],
  [
    "is a text file",
    () => writeFileSync(ledger(), "This is no database, but it is longer than a header.\n".repeat(40)),
    /ledger\.db is damaged \(file is not a database\)\./,
  ],
  ["is empty", () => truncateSync(ledger(), 0), /ledger\.db is damaged \(it has no tables\)\./],
  ["is cut off in the middle", () => truncateSync(ledger(), 20_000), /ledger\.db is damaged \(database disk image is malformed\)\./],
])("a ledger that %s", (_what, damage, words) => {
  const ann = "a-key-of-ann-in-this-test";
  beforeEach(async () => {
    await fill();
    await inStore((s) => s.ledger.keys.add(ann, "free", "ann", "2024-06-20"));
    await inStore((s) => s.ledger.feeds.markDone("sec.13f", "a document"));
    settled(ledger());
  });

  it("is reported by every command with what is lost and what to do, and is not changed", async () => {
    damage();
    const before = existsSync(ledger()) && readFileSync(ledger());
    for (const argv of [["status"], ["import", "treasury", "2024.csv"], ["enable", "finra", "--accept"]]) {
      const { status, err } = await run(...argv);
      expect([argv[0], status, err]).toEqual([argv[0], 1, expect.stringMatching(words)]);
      expect(err).toContain(
        `It has the keys, the counts of their requests, webhooks, and what was fetched when. Nothing was written to it. Stop the service and restore ${folder()} from a backup. Without one, type: npm run -s data -- rebuild --data "${folder()}". It makes a new ledger, without keys and webhooks.`,
      );
    }
    expect(existsSync(ledger()) && readFileSync(ledger())).toEqual(before);
  });

  it("is replaced by a rebuild, which keeps the damaged file and the rows", async () => {
    const rows = [served(), closes()];
    damage();
    const had = existsSync(ledger()) && readFileSync(ledger());
    const { status, out } = await run("rebuild");
    expect([status, out]).toEqual([0, expect.stringContaining("The ledger was damaged or lost; a new one was created.")]);
    expect(out).toContain(
      "Not restored: keys other than this machine's, the counts of requests, webhooks, and the companies and keywords that updates fetch. The next update fetches everything.",
    );
    expect(out).toContain("4 documents read from the archive, oldest first; their rows are rebuilt.");
    const aside = readdirSync(folder()).filter((name) => name.startsWith("ledger.db.damaged-") && !/-(wal|shm)$/.test(name));
    expect(aside.map((name) => readFileSync(path.join(folder(), name)))).toEqual(had ? [had] : []);
    expect([served(), closes()]).toEqual(rows);
    expect(await inStore((s) => s.ledger.keys.find(ann))).toBeUndefined();
  });

  it("is replaced together with a damaged database", async () => {
    const rows = [served(), closes()];
    damage();
    writeFileSync(bench.database, "This is no database, but it is longer than a header.\n".repeat(40));
    expect((await run("rebuild")).status).toBe(0);
    expect([served(), closes()]).toEqual(rows);
  });
});

it("a database and a ledger that are both lost are named by a rebuild", async () => {
  await fill();
  rmSync(ledger());
  rmSync(bench.database);
  expect((await run("rebuild")).out).toContain("Not restored: keys other than this machine's, the counts of requests, webhooks");
});

it("a ledger that outlives its database has everything fetched again", async () => {
  await fill();
  await inStore((s) => s.ledger.feeds.markDone("sec.13f", "a document"));
  rmSync(bench.database);
  rmSync(path.join(folder(), "documents"), { recursive: true });
  expect((await run("enable", "sample")).status).toBe(0);
  expect(await inStore(async (s) => (await s.ledger.feeds.done("sec.13f", "a build")).size)).toBe(0);
});

it("keys outlive a database that is rebuilt from its documents, and everything is fetched again", async () => {
  await fill();
  await inStore(async ({ ledger: { keys, feeds } }) => {
    await keys.add("a-key-of-ann-in-this-test", "free", "ann", "2024-06-20");
    await feeds.markDone("sec.13f", "a document");
    await feeds.keep("treasury.curve", {
      tried: "2024-06-20T00:00:00Z",
      succeeded: "2024-06-20T00:00:00Z",
      parts: { 2024: { url: "u", sha256: "s", rows: 1 } },
    });
  });
  settle();
  rmSync(bench.database);
  const { status, out } = await run("rebuild");
  expect([status, out]).toEqual([0, expect.not.stringContaining("Not restored")]);
  await inStore(async ({ ledger: { keys, feeds } }) => {
    expect((await keys.find("a-key-of-ann-in-this-test"))?.plan).toBe("free");
    expect([(await feeds.done("sec.13f", "a build")).size, await feeds.state("treasury.curve")]).toEqual([
      0,
      expect.objectContaining({ parts: {}, succeeded: undefined }),
    ]);
  });
});

it("a rebuild ignores a last line of the document log that is cut off", async () => {
  await fill();
  writeFileSync(path.join(folder(), "documents", "log.jsonl"), '{"id":99,"publisher":"trea', { flag: "a" });
  rmSync(bench.database);
  expect((await run("rebuild")).out).toContain("4 documents read from");
});

it("an import appends to the log if it ends with an entry of the database, and writes it again if its last line is cut off", async () => {
  await fill();
  const file = path.join(folder(), "documents", "log.jsonl");
  const numbers = () => readFileSync(file, "utf8").split("\n").filter((line) => line !== "").map((line) => (JSON.parse(line) as { id: number }).id); // prettier-ignore
  const before = statSync(file).ino;
  const { length } = numbers();
  expect((await take("next.csv", 'Date,"10 Yr"\n06/21/2024,4.31\n', "treasury")).status).toBe(0);
  expect([statSync(file).ino, numbers().length]).toEqual([before, length + 1]);
  writeFileSync(file, '{"id":99,"publisher":"trea', { flag: "a" });
  expect((await take("last.csv", 'Date,"10 Yr"\n06/20/2024,4.44\n', "treasury")).status).toBe(0);
  expect(numbers()).toEqual(Array.from({ length: length + 2 }, (_, i) => i + 1));
});

it.each([
  ["cannot be read", (line: string) => line.slice(0, 20)],
  ["is missing", () => ""],
  ["was changed", (line: string) => line.replace('"treasury"', '"fred"')],
])("a rebuild says that an entry in the middle of the log %s", async (_, damage) => {
  await fill();
  const file = path.join(folder(), "documents", "log.jsonl");
  const lines = readFileSync(file, "utf8").split("\n");
  const middle = lines.findIndex((line) => line.includes('"treasury"'));
  const next = (JSON.parse(lines[middle + 1]!) as { id: number }).id;
  rmSync(bench.database);
  const whole = await run("rebuild");
  expect([whole.status, whole.err]).toEqual([0, ""]);
  writeFileSync(file, lines.map((line, i) => (i === middle ? damage(line) : line)).join("\n"));
  rmSync(bench.database);
  const { status, err } = await run("rebuild");
  expect([status, err]).toEqual([
    1,
    expect.stringContaining(`The log of the documents is damaged: entries before ${next} are missing or were changed, and are not restored.`),
  ]);
});

it("status names an import that the database lost with the power; the next data command that writes completes it", async () => {
  await fill();
  settle();
  const before = readFileSync(bench.database);
  const last = ["last.csv", 'Date,"10 Yr"\n06/20/2024,4.44\n', "treasury"] as const;
  expect((await take(...last)).status).toBe(0);
  settle();
  expect(JSON.parse((await run("status", "--json")).out)).toMatchObject({ lost: [] });
  writeFileSync(bench.database, before);
  expect((await run("status")).err).toContain(
    "The import of last.csv was interrupted, or lost when the power failed: no rows are stored of it yet. The next data command that writes completes it, and so does npm start. If this line comes again then, import the file again.",
  );
  const { status, out } = await run("status", "--json");
  expect([status, JSON.parse(out)]).toEqual([3, expect.objectContaining({ state: "stale", lost: ["last.csv"] })]);
  expect((await run("enable", "sample")).err).toContain("(The import of last.csv was interrupted before. It is complete now.)");
  expect((await run("status")).err).not.toContain("The import of");
  expect(inStore((s) => s.observations.between("DGS10", "2024-06-20", "2024-06-20"))).toMatchObject([{ value: 4.44 }]);
  const files = inStore((s) => s.imports.files());
  expect(files.at(-1)).toMatchObject({ file: "last.csv", rows: 1 });
  expect((await take(...last)).status).toBe(0);
  expect(inStore((s) => s.imports.files())).toEqual(files);
});

it("an import and a key are on the disk before they are confirmed; counts, which come with every request, need not be", () => {
  mkdirSync(folder(), { recursive: true });
  const sql = openDatabase(bench.database);
  // 2: FULL, 1: NORMAL.
  const synchronous = () => sql.prepare("PRAGMA synchronous").raw().get();
  expect(writing(sql, synchronous)).toEqual([2]);
  expect(writingBriefly(sql, synchronous)).toEqual([2]);
  expect(writingCounts(sql, synchronous)).toEqual([1]);
  expect(() =>
    writingCounts(sql, () => {
      throw new Error("full");
    }),
  ).toThrow("full");
  expect(synchronous()).toEqual([2]);
  sql.close();
});

it("a rebuild names a document that is missing from the archive, and restores the others", async () => {
  await fill();
  const documents = path.join(folder(), "documents");
  const [lost] = inStore((s) => s.imports.files().filter((f) => f.file === "prices.csv"));
  rmSync(path.join(documents, lost!.sha256.slice(0, 2)), { recursive: true });
  rmSync(bench.database);
  const { status, err } = await run("rebuild");
  expect([status, err]).toEqual([1, expect.stringMatching(/^Not rebuilt: prices\.csv .+ is not in the archive/)]);
  expect(served()).toHaveLength(3);
});

it("an import into an empty database file without stored documents succeeds", async () => {
  mkdirSync(folder());
  writeFileSync(bench.database, "");
  expect((await take("2024.csv", 'Date,"10 Yr"\n06/20/2024,4.25\n', "treasury")).status).toBe(0);
  expect(served()).toHaveLength(1);
});

it("status says to restore a backup if the database is damaged and no documents are stored", async () => {
  mkdirSync(folder());
  writeFileSync(bench.database, "x".repeat(5000));
  expect((await run("status")).err).toMatch(
    /is damaged \(file is not a database\)\. Nothing was written to it\. No imported documents are kept\. Restore .+ from a backup/,
  );
});

describe("status without read or write permission", () => {
  const isRoot = process.getuid?.() === 0;
  const NOBODY = 65_534;
  let main: string;
  /** Runs the command in its own process, as an unprivileged user if the tests run as root. */
  function asOther(): { readonly status: number | null; readonly out: string; readonly err: string } {
    const run = `require(${JSON.stringify(main)}).main(["data", "status", "--data", ${JSON.stringify(folder())}]).then((s) => { process.exitCode = s; })`;
    const { status, stdout, stderr } = spawnSync(process.execPath, ["-e", run], {
      cwd: bench.cwd,
      encoding: "utf8",
      env: { PATH: process.env.PATH, NODE_PATH: path.join(ROOT, "node_modules") },
      ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
    });
    return { status, out: stdout, err: stderr };
  }
  /** Makes that user the owner of the data folder. */
  function give(file = folder()): void {
    if (isRoot) chownSync(file, NOBODY, NOBODY);
    if (statSync(file).isDirectory()) for (const name of readdirSync(file)) give(path.join(file, name));
  }
  beforeEach(async () => {
    await fill();
    chmodSync(bench.cwd, 0o755);
    main = bench.at("main.cjs");
    const entry = path.join(ROOT, "src", "commands", "main.ts");
    await build({ entryPoints: [entry], outfile: main, bundle: true, platform: "node", format: "cjs", packages: "external", logLevel: "error" });
    chmodSync(main, 0o644);
  });

  (isRoot ? it : it.skip)("names the owner of another user's folder, and exits with 2", () => {
    chmodSync(folder(), 0o700);
    expect(asOther()).toMatchObject({ status: 2, out: "", err: expect.stringMatching(/belongs to root, and .+ cannot read it/) });
  });

  it("reports an unreadable database, and exits with 1", () => {
    give();
    chmodSync(bench.database, 0o000);
    expect(asOther()).toMatchObject({ status: 1, out: "", err: expect.stringMatching(/service\.db cannot be read: /) });
  });

  it("works in a read-only folder", () => {
    give();
    chmodSync(bench.database, 0o400);
    chmodSync(folder(), 0o500);
    const said = asOther();
    chmodSync(folder(), 0o700);
    expect(said).toMatchObject({ status: 0, out: expect.stringContaining("DGS10"), err: "" });
  });
});

it("status exits with 1 while every feed fails, and with 0 once one succeeds", async () => {
  expect((await run("status")).status).toBe(0);
  expect((await run("update", "bls")).status).toBe(1);
  const { status, err } = await run("status");
  expect([status, err]).toEqual([1, "Every feed failed at its last fetch. The reasons are above."]);
  await inStore((s) => s.ledger.feeds.keep("dol.weekly-claims", { tried: "2024-06-20T00:00:00Z", succeeded: "2024-06-20T00:00:00Z", parts: {} }));
  expect((await run("status")).status).toBe(0);
});
