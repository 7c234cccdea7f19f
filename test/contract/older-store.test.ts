import Database from "libsql";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { data } from "../../src/commands/data";
import { evalCommand } from "../../src/commands/eval";
import type { Io } from "../../src/commands/io";
import { key } from "../../src/commands/key";
import { localKey, openLocalService } from "../../src/commands/local-service";
import { refreshCommand } from "../../src/commands/refresh/refresh";
import { writeRunningFile } from "../../src/commands/running";
import { createLedger, ledgerBeside } from "../../src/service/ledger/ledger";
import { hasTable } from "../../src/service/sqlite/sql";
import { STEPS } from "../../src/service/store/migrations";
import { storeIdOf } from "../../src/service/sqlite/open-file";
import { contentsOf, settle } from "../files";
import { bookOf, RATE } from "./refresh-desk";
import { commandDesk } from "./command-desk";
import type { Said } from "./data-bench";

const desk = commandDesk();
const { at, io } = desk;
beforeEach(() => {
  desk.put("b.xlsx", bookOf([RATE]));
  desk.put("dgs10.csv", "date,value\n2026-11-18,4.2\n");
});

/** A data folder that the version with this schema wrote, with a key for ann and one for this machine. */
function storeOf(schema: number): void {
  mkdirSync(at("d"), { mode: 0o700 });
  const sql = new Database(desk.database);
  sql.exec("PRAGMA journal_mode = WAL");
  for (const step of STEPS.slice(0, schema)) sql.exec(step);
  sql.exec(`CREATE TABLE schema_version (version INTEGER NOT NULL); INSERT INTO schema_version VALUES (${schema})`);
  sql.exec("INSERT INTO api_key (hash, plan, label, created) VALUES ('a', 'free', 'ann', '2026-01-01')");
  sql.close();
  for (const name of readdirSync(at("d"))) chmodSync(at(`d/${name}`), 0o600);
  localKey(at("d"));
}

const schema = (): number => {
  const sql = new Database(desk.database);
  const { version } = sql.prepare("SELECT version FROM schema_version").get() as { version: number };
  sql.close();
  return version;
};

const contents = (): Record<string, string> => contentsOf(at("d"), /-shm$/);

/** Runs a command on the folder d as `main` does: an error becomes a message. */
async function run(run: (argv: string[], io: Io) => Promise<number>, ...argv: string[]): Promise<Said> {
  desk.clear();
  const status = await run([...argv, "--data", "d"], io).catch((e: Error) => {
    desk.err.push(e.message);
    return 1;
  });
  return { status, out: desk.out.join("\n"), err: desk.err.join("\n") };
}

/** The hash of bob's key. */
const BOB = "b".repeat(64);

const READING = [
  [data, "status"],
  [data, "enable", "finra"],
  [key, "list"],
  [key],
  [evalCommand, '=SERVICE.FRED("DGS10")'],
  [refreshCommand, "b.xlsx"],
  [refreshCommand, "--every", "1m", "b.xlsx"],
  [refreshCommand, "find", "4.22"],
] as const;
const WRITING = [
  [data, "import", "series", "DGS10", "dgs10.csv"],
  [data, "enable", "finra", "--accept"],
  [data, "enable", "sample"],
  [data, "disable", "sample"],
  [data, "disable", "treasury"],
  [data, "forget", "DGS10"],
  [data, "rebuild"],
  [data, "update"],
  [key, "create", "bob"],
  [key, "renew"],
  [key, "renew", "ann"],
  [key, "revoke", "ann"],
] as const;

for (const older of [STEPS.length - 1, 4])
  describe(`a store of an earlier version, with schema ${older}`, () => {
    beforeEach(() => storeOf(older));
    const sentence = (): string =>
      `The database ${desk.database} was written by an earlier version of the service (schema ${older}, this one knows ${STEPS.length}). Nothing was changed. ` +
      `Type: npm run -s data -- backup before-upgrade.backup --data ${JSON.stringify(at("d"))}. Then stop the service of the earlier version if it runs, and start this one, which upgrades it; or add --upgrade to a data or key command.`;

    it("is not changed by a command that only reads, which says that it is older", async () => {
      const before = contents();
      for (const [command, ...argv] of READING) {
        expect([argv, await run(command, ...argv)]).toEqual([argv, { status: 1, out: "", err: sentence() }]);
        expect(contents()).toEqual(before);
      }
      const json = await run(data, "status", "--json");
      expect([json.status, json.err, JSON.parse(json.out)]).toEqual([1, "", expect.objectContaining({ state: "unreadable", reason: sentence() })]);
      expect(contents()).toEqual(before);
    });

    it("is not changed by a command that writes, unless --upgrade", async () => {
      const before = contents();
      for (const [command, ...argv] of WRITING) {
        expect([argv, await run(command, ...argv)]).toEqual([argv, { status: 1, out: "", err: sentence() }]);
        expect(contents()).toEqual(before);
      }
      const upgraded = await run(data, "import", "series", "DGS10", "dgs10.csv", "--upgrade");
      expect([upgraded.status, schema()]).toEqual([0, STEPS.length]);
      expect(upgraded.err).toMatch(
        new RegExp(
          `^The database is of an earlier version of the service and is upgraded\\. Schema ${older} becomes ${STEPS.length}; the way back is a backup`,
        ),
      );
      expect((await run(key, "list")).out).toMatch(/^ann +free/m);
    });

    it("is upgraded by key --upgrade and by a start, but not while a service runs on it", async () => {
      writeRunningFile(at("d"), { url: "http://localhost:3001", httpsPort: 3000, pid: process.pid, store: storeIdOf(desk.database)!, secret: "0".repeat(64) });
      const before = contents();
      const why = `Process ${process.pid} is using the data in ${at("d")}, which is of an earlier version. Stop it, then make a backup and upgrade.`;
      expect(await run(key, "create", "bob", "--upgrade")).toMatchObject({ status: 1, out: "", err: why });
      expect(await run(data, "disable", "sample", "--upgrade")).toMatchObject({ status: 2, out: "", err: why });
      await expect(openLocalService(at("d"), undefined, { ...io, upgrade: true })).rejects.toThrow(why);
      expect(contents()).toEqual(before);
      rmSync(at("d/running.json"));
      (await openLocalService(at("d"), undefined, { ...io, upgrade: true })).store.close();
      expect(schema()).toBe(STEPS.length);
    });

    it("keeps its keys, counts, webhooks and states of feeds in the ledger, and revocations that were noted beside it", async () => {
      const sql = new Database(desk.database);
      sql.exec(`INSERT INTO api_key (hash, plan, label, created) VALUES ('${BOB}', 'free', 'bob', '2026-01-01');
        INSERT INTO usage_window VALUES ('a', 'month:2026-11', 41);
        INSERT INTO feed (id, tried, validators) VALUES ('bls.cpi', '2026-11-01T00:00:00Z', '{"parts":{}}')`);
      if (older >= 16)
        sql.exec(`INSERT INTO feed_document VALUES ('sec.13f', 'z', NULL), ('sec.13f', 'a', 'build');
          INSERT INTO webhook VALUES ('wh', 'a', 'https://example.com/', 'whale', NULL, '2026-11-01', 7, 's', NULL, NULL);
          INSERT INTO webhook_delivery VALUES (5, 'msg', 'wh', 'whale', 1, 1, 'pending', 0, NULL, 1, 2, NULL, NULL, '{}')`);
      const tables = ["api_key", "usage_window", "feed", ...(older >= 16 ? ["feed_document", "webhook", "webhook_delivery"] : [])];
      const rowsIn = (of: InstanceType<typeof Database>) =>
        tables.map((table) => (of.prepare(`SELECT * FROM ${table}`).all() as object[]).map((row) => Object.entries(row).filter(([, value]) => value !== null)));
      const before = rowsIn(sql);
      sql.close();
      mkdirSync(at("d/revoked"), { mode: 0o700 });
      writeFileSync(at(`d/revoked/${BOB}`), "2026-11-19", { mode: 0o600 });
      mkdirSync(at("d/revoked/no hash"));
      before[0] = before[0]!.map((row) => (row.some(([, value]) => value === "bob") ? [...row.slice(0, 4), ["revoked", "2026-11-19"]] : row));
      expect((await run(key, "list", "--upgrade")).status).toBe(1);
      expect((await run(data, "enable", "sample", "--upgrade")).status).toBe(0);
      const ledger = new Database(ledgerBeside(desk.database));
      expect(rowsIn(ledger)).toEqual(before);
      ledger.close();
      const rows = new Database(desk.database);
      expect(tables.filter((table) => hasTable(rows, table))).toEqual([]);
      rows.close();
      expect(existsSync(at("d/revoked"))).toBe(false);
      expect((await run(key, "list")).out).toMatch(/^bob +free +2026-01-01 +0 +– +2026-11-19$/m);
    });

    it("is split again after an interruption, and after the earlier version was used again: its own keys count", async () => {
      const before = readFileSync(desk.database);
      const upgrade = async (): Promise<Said> => {
        const said = await run(data, "enable", "sample", "--upgrade");
        settle(desk.database);
        settle(ledgerBeside(desk.database));
        return said;
      };
      expect((await upgrade()).err).not.toContain("There was a ledger");
      writeFileSync(desk.database, before);
      const sql = new Database(desk.database);
      sql.exec("UPDATE api_key SET plan = 'developer' WHERE label = 'ann'");
      sql.close();
      const { status, err } = await upgrade();
      expect([status, err]).toEqual([
        0,
        expect.stringMatching(/There was a ledger of an earlier upgrade\. It is kept as .+ledger\.db\.[0-9a-f]{12}\. Delete that file once your keys work\./),
      ]);
      expect((await run(key, "list")).out).toMatch(/^ann +developer/m);
      expect(readdirSync(at("d")).filter((name) => /^ledger\.db\.[0-9a-f]{12}$/.test(name))).toHaveLength(1);
    });

    it("is the same ledger for the service that upgraded it and for other processes", async () => {
      const { store } = await openLocalService(at("d"), undefined, { ...io, upgrade: true });
      const add = `const sql = new (require("libsql"))(${JSON.stringify(ledgerBeside(desk.database))});
        sql.exec("PRAGMA busy_timeout = 5000; INSERT INTO api_key (hash, plan, label, created) VALUES ('b', 'free', 'bob', '2026-01-01')");
        sql.close();`;
      const options = { cwd: path.join(__dirname, "..", ".."), encoding: "utf8" } as const;
      expect(spawnSync(process.execPath, ["-e", add], options)).toMatchObject({ status: 0, stderr: "" });
      const labels = (await store.ledger.keys.list()).map(({ label }) => label);
      await store.ledger.keys.add("k".repeat(40), "free", "carl", "2026-01-01");
      store.close();
      const read = `console.log(new (require("libsql"))(${JSON.stringify(ledgerBeside(desk.database))}).prepare("SELECT label FROM api_key").raw().all().join())`;
      expect([labels, spawnSync(process.execPath, ["-e", read], options).stdout.trim()]).toEqual([["ann", "this machine", "bob"], "ann,this machine,bob,carl"]);
    });

    it("is split although a damaged ledger lies beside it, also by a rebuild", async () => {
      writeFileSync(ledgerBeside(desk.database), "This is no database, but it is longer than a header.\n".repeat(40), { mode: 0o600 });
      expect((await run(data, "rebuild", "--upgrade")).err).toContain("There was a ledger of an earlier upgrade.");
      expect((await run(key, "list")).out).toMatch(/^ann +free/m);
    });

    it("has its revocations in a backup, also if an upgrade ended before its last step", async () => {
      const sql = new Database(desk.database);
      sql.exec(`INSERT INTO api_key (hash, plan, label, created) VALUES ('${BOB}', 'free', 'bob', '2026-01-01')`);
      sql.close();
      mkdirSync(at("d/revoked"), { mode: 0o700 });
      writeFileSync(at(`d/revoked/${BOB}`), "2026-11-19", { mode: 0o600 });
      // The ledger of the upgrade that ended.
      createLedger(desk.database);
      expect(await run(data, "backup", "a.backup")).toMatchObject({ status: 0 });
      desk.clear();
      expect(await data(["restore", "a.backup", "--data", "copy"], io)).toBe(0);
      desk.clear();
      await key(["list", "--data", "copy"], io);
      expect(desk.out.join("\n")).toMatch(/^bob .+ 2026-11-19$/m);
    });

    it("leaves deliveries behind whose webhook is gone", async () => {
      if (older < 16) return;
      const sql = new Database(desk.database);
      sql.exec("PRAGMA foreign_keys = OFF; INSERT INTO webhook_delivery VALUES (5, 'msg', 'gone', 'whale', 1, 1, 'pending', 0, NULL, 1, 2, NULL, NULL, '{}')");
      sql.close();
      expect((await run(data, "enable", "sample", "--upgrade")).status).toBe(0);
    });

    it("is backed up without an upgrade, and a restore upgrades the copy", async () => {
      const before = contents();
      expect(await run(data, "backup", "a.backup")).toMatchObject({ status: 0, err: "" });
      expect([contents(), schema()]).toEqual([{ ...contents(), ...before }, older]);
      expect((await run(data, "restore", "a.backup")).status).toBe(0);
      expect(schema()).toBe(STEPS.length);
    });
  });

it("a store of a later version is refused by every command in the same words, and not changed", async () => {
  (await openLocalService(at("d"), undefined, io)).store.close();
  const sql = new Database(desk.database);
  sql.exec("UPDATE schema_version SET version = 99");
  sql.close();
  const before = contents();
  const why = `The database was written by a later version of the service (schema 99, this one knows ${STEPS.length}). Update the service, or start with another --data folder.`;
  for (const [command, ...argv] of [...READING, ...WRITING, [data, "disable", "sample", "--upgrade"] as const]) {
    expect([argv, await run(command, ...argv)]).toEqual([argv, { status: 1, out: "", err: why }]);
    expect(contents()).toEqual(before);
  }
  expect(JSON.parse((await run(data, "status", "--json")).out)).toMatchObject({ state: "unreadable", reason: why });
});

describe("a command that only reads", () => {
  const reading = async (): Promise<void> => {
    for (const [command, ...argv] of [
      [data, "status"],
      [data, "status", "--json"],
      [data, "enable", "finra"],
      [key, "list"],
    ] as const)
      expect([argv, (await run(command, ...argv)).status, desk.err]).toEqual([argv, argv[1] === "finra" ? 2 : 0, []]);
  };

  it("changes no file of a store, and reads what a running service has just written", async () => {
    const { store } = await openLocalService(at("d"), undefined, io);
    await store.ledger.keys.add("k".repeat(40), "free", "ann", "2026-11-20");
    // Closes the files to other users.
    await run(data, "status");
    const before = contents();
    await reading();
    expect(desk.out.join("\n")).toContain("ann");
    expect(contents()).toEqual(before);
    store.close();
    settle(desk.database);
    const after = [readdirSync(at("d")), contents()];
    await reading();
    expect([readdirSync(at("d")), contents()]).toEqual(after);
  });

  it("creates no folder, and says that there is none", async () => {
    expect(await run(data, "status")).toMatchObject({ status: 0, err: `There is no database in ${at("d")}.` });
    const { status, out } = await run(data, "status", "--json");
    expect([status, JSON.parse(out)]).toEqual([1, expect.objectContaining({ state: "missing", reason: `There is no database in ${at("d")}.` })]);
    expect(await run(data, "enable", "finra")).toMatchObject({ status: 2, err: "" });
    expect(await run(key, "list")).toMatchObject({ status: 1, out: "", err: expect.stringMatching(/^list: there is no database in .+d\./) });
    expect(existsSync(at("d"))).toBe(false);
  });
});
