import Database from "libsql";
import { existsSync, readdirSync } from "node:fs";
import { data } from "../../src/commands/data";
import type { Io } from "../../src/commands/io";
import { key } from "../../src/commands/key";
import { openLocalService, type LocalService } from "../../src/commands/local-service";
import { ownFolder } from "../../src/commands/own-folder";
import { createApp } from "../../src/service/app";
import { openStore } from "../../src/service/store/store";
import { keyFor } from "./service/service-under-test";
import { commandDesk } from "./command-desk";

const NOW = Date.UTC(2026, 10, 20, 12);
const ANN = keyFor("ann");
const WAITING = "(Another command is writing to the database: an import, an update, a rebuild or an upgrade. Waiting until it has ended.)";
const desk = commandDesk();
const { at } = desk;
let service: LocalService;
let importing: InstanceType<typeof Database>;
/** Called at each line. */
let onLine: (line: string) => void;
let io: Io;
beforeEach(() => {
  onLine = () => undefined;
  const printing = (print: Io["out"]) => (line: string) => (print(line), onLine(line));
  io = { ...desk.io, out: printing(desk.io.out), err: printing(desk.io.err) };
  desk.put("dgs10.csv", "date,value\n2026-11-18,4.2\n");
  service = openLocalService(at("d"), undefined, io);
  desk.atEnd(() => service.store.close());
  service.store.keys.add(ANN, "free", "ann", "2026-01-01");
  // Closes the files to other users, and says so.
  ownFolder(at("d"), { err: () => undefined });
});

const isRevoked = (of = ANN): boolean | undefined => service.store.keys.find(of)?.revoked;
const early = (): string[] => (existsSync(at("d/revoked")) ? readdirSync(at("d/revoked")) : []);
const run = (command: typeof data | typeof key, ...argv: string[]): Promise<number> => command([...argv, "--data", "d"], io);

/** Holds the write lock as an import of many rows does, until a command says that it waits. */
function beginImport(): void {
  importing = new Database(desk.database);
  desk.atEnd(() => {
    if (importing.inTransaction) importing.exec("ROLLBACK");
    importing.close();
  });
  importing.exec("BEGIN IMMEDIATE");
  onLine = (line) => void (line === WAITING && importing.exec("ROLLBACK"));
}

describe("while another command writes for minutes", () => {
  it("a revoked key is refused at once, and the database has it when the write has ended", async () => {
    const app = await createApp(service);
    const ask = async (): Promise<number> => (await app.inject({ url: "/v1/status", headers: { authorization: `Bearer ${ANN}` } })).statusCode;
    expect(await ask()).toBe(200);
    beginImport();
    const revokedAt: Record<string, boolean | undefined> = {};
    const release = onLine;
    onLine = (line) => {
      revokedAt[line] = isRevoked();
      release(line);
    };
    expect([await run(key, "revoke", "ann"), desk.out, desk.err]).toEqual([0, ["The key of ann is revoked."], [WAITING]]);
    expect(revokedAt).toEqual({ "The key of ann is revoked.": true, [WAITING]: true });
    expect([await ask(), early()]).toEqual([401, []]);
    await app.close();
    expect(importing.prepare("SELECT revoked FROM api_key WHERE label = 'ann'").raw().get()).toEqual(["2026-11-20"]);
  });

  it("a revocation that was interrupted counts, is in lists and backups, and is completed by the next command", async () => {
    beginImport();
    const other = openStore({ path: desk.database, busyMs: 0 });
    const now = new Date(NOW).toISOString();
    expect([other.keys.refuse("ann", now), early().length]).toEqual([1, 1]);
    other.close();
    expect([isRevoked(), service.store.keys.isActive(service.store.keys.find(ANN)!.account, now)]).toEqual([true, false]);
    expect(service.store.keys.refuse("ann", now)).toBe(0);
    await run(key, "list");
    expect(desk.out.join("\n")).toMatch(/^ann +free +2026-01-01 +0 +– +2026-11-20$/m);
    expect(await run(data, "backup", "a.backup")).toBe(0);
    expect(await data(["restore", "a.backup", "--data", "copy"], io)).toBe(0);
    importing.exec("ROLLBACK");
    const copy = openStore({ path: at("copy/service.db") });
    expect(copy.keys.find(ANN)?.revoked).toBe(true);
    copy.close();
    expect([await run(key, "create", "bob"), early(), isRevoked()]).toEqual([0, [], true]);
  });

  it("a key that is added again is valid again", () => {
    beginImport();
    service.store.keys.refuse("ann", new Date(NOW).toISOString());
    importing.exec("ROLLBACK");
    service.store.keys.add(ANN, "free", "ann", "2026-11-20");
    expect([isRevoked(), early()]).toEqual([false, []]);
  });

  for (const [command, ...argv] of [
    [key, "create", "bob"],
    [key, "renew"],
    [key, "renew", "ann"],
    [data, "enable", "finra", "--accept"],
    [data, "disable", "finra"],
    [data, "disable", "sample"],
    [data, "forget", "DGS10"],
    [data, "import", "series", "DGS10", "dgs10.csv"],
  ] as const)
    it(`${argv.slice(0, 2).join(" ")} waits, and says for what`, async () => {
      beginImport();
      expect([await run(command, ...argv), desk.err[0]]).toEqual([0, WAITING]);
      expect(desk.err.filter((line) => line === WAITING)).toHaveLength(1);
    });

  it("key list does not wait", async () => {
    beginImport();
    expect([await run(key, "list"), desk.err]).toEqual([0, []]);
  });
});
