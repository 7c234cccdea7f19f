import Database from "libsql";
import { data } from "../../src/commands/data";
import type { Io } from "../../src/commands/io";
import { key } from "../../src/commands/key";
import { openLocalService, type LocalService } from "../../src/commands/local-service";
import { ownFolder } from "../../src/commands/own-folder";
import { createApp } from "../../src/service/app";
import { ledgerBeside } from "../../src/service/ledger/ledger";
import { keyFor } from "./service/service-under-test";
import { commandDesk } from "./command-desk";

const ANN = keyFor("ann");
const WAITING = "(Another command is writing to the database: an import, an update, a rebuild or an upgrade. Waiting until it has ended.)";
const desk = commandDesk();
const { at } = desk;
let service: LocalService;
let importing: InstanceType<typeof Database>;
/** Called at each line. */
let onLine: (line: string) => void;
let io: Io;
beforeEach(async () => {
  onLine = () => undefined;
  const printing = (print: Io["out"]) => (line: string) => (print(line), onLine(line));
  io = { ...desk.io, out: printing(desk.io.out), err: printing(desk.io.err) };
  desk.put("dgs10.csv", "date,value\n2026-11-18,4.2\n");
  service = await openLocalService(at("d"), undefined, io);
  desk.atEnd(() => service.store.close());
  await service.store.ledger.keys.add(ANN, "free", "ann", "2026-01-01");
  // Closes the files to other users, and says so.
  ownFolder(at("d"), { err: () => undefined });
});

const run = (command: typeof data | typeof key, ...argv: string[]): Promise<number> => command([...argv, "--data", "d"], io);

/** Holds the write lock of a file as an import of many rows does, until a command says that it waits. */
function beginImport(file = desk.database): void {
  importing = new Database(file);
  desk.atEnd(() => {
    if (importing.inTransaction) importing.exec("ROLLBACK");
    importing.close();
  });
  importing.exec("BEGIN IMMEDIATE");
  onLine = (line) => void (line === WAITING && importing.exec("ROLLBACK"));
}

describe("while another command writes for minutes", () => {
  it("a revoked key is refused at once, and a new one is accepted", async () => {
    const app = await createApp(service);
    const ask = async (token = ANN): Promise<number> => (await app.inject({ url: "/v1/status", headers: { authorization: `Bearer ${token}` } })).statusCode;
    expect(await ask()).toBe(200);
    beginImport();
    expect([await run(key, "revoke", "ann"), desk.out, desk.err, await ask()]).toEqual([0, ["The key of ann is revoked."], [], 401]);
    expect([await run(key, "create", "ann"), await ask(desk.out.at(-1))]).toEqual([0, 200]);
    await app.close();
  });

  for (const [command, ...argv] of [
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

  it("key create waits for a process that writes to the ledger", async () => {
    beginImport(ledgerBeside(desk.database));
    expect([await run(key, "create", "bob"), desk.err[0]]).toEqual([0, WAITING]);
  });

  for (const argv of [["list"], ["create", "bob"], ["renew"], ["renew", "ann"], ["revoke", "ann"]])
    it(`key ${argv.join(" ")} does not wait`, async () => {
      beginImport();
      expect([await run(key, ...argv), desk.err.filter((line) => line === WAITING)]).toEqual([0, []]);
    });
});
