import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { data } from "../../src/commands/data";
import { evalCommand } from "../../src/commands/eval";
import type { Io } from "../../src/commands/io";
import { openLocalService } from "../../src/commands/local-service";
import { noteRunning, readRunning } from "../../src/commands/running";
import { createApp } from "../../src/service/app";

const NOW = Date.UTC(2024, 5, 25, 12);
const FORMULA = '=SERVICE.FREDH("DGS10","2024-06-20")';

let cwd: string;
let out: string[];
let io: Io;
beforeEach(() => {
  cwd = mkdtempSync(path.join(tmpdir(), "service-running-"));
  out = [];
  io = { out: (l) => out.push(l), err: () => undefined, cwd, env: {}, now: () => NOW };
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

async function imported(folder: string, value: string): Promise<void> {
  writeFileSync(path.join(cwd, "dgs10.csv"), `DATE,DGS10\n2024-06-20,${value}\n`);
  expect(await data(["import", "series", "DGS10", "dgs10.csv", "--data", folder], io)).toBe(0);
}
async function shown(folder: string): Promise<string | undefined> {
  expect(await evalCommand(["--data", folder, FORMULA], io)).toBe(0);
  return out.at(-1);
}

test("a copied data folder is not answered by the service of the original", async () => {
  await imported("original", "4.26");
  const { store, clock } = openLocalService(path.join(cwd, "original"), undefined, io);
  const app = await createApp({ store, clock });
  await app.listen({ port: 0, host: "localhost" });
  try {
    const { port } = app.server.address() as AddressInfo;
    noteRunning(path.join(cwd, "original"), { url: `http://localhost:${port}`, httpsPort: 3000, pid: process.pid, store: store.id ?? "" });
    cpSync(path.join(cwd, "original"), path.join(cwd, "copy"), { recursive: true });
    await imported("copy", "9.99");
    expect(readRunning(path.join(cwd, "original"))?.store).toBe(store.id);
    expect(readRunning(path.join(cwd, "copy"))).toBeUndefined();
    expect([await shown("copy"), await shown("original")]).toEqual(["9.99", "4.26"]);
  } finally {
    await app.close();
    store.close();
  }
});

test("a service that answers from another folder than its note says is not asked", async () => {
  await imported("mine", "4.26");
  await imported("other", "9.99");
  const { store, clock } = openLocalService(path.join(cwd, "other"), undefined, io);
  const { store: mine, key } = openLocalService(path.join(cwd, "mine"), undefined, io);
  store.keys.add(key, "developer", "the same key", "2024-06-25");
  const app = await createApp({ store, clock });
  await app.listen({ port: 0, host: "localhost" });
  try {
    const { port } = app.server.address() as AddressInfo;
    noteRunning(path.join(cwd, "mine"), { url: `http://localhost:${port}`, httpsPort: 3000, pid: process.pid, store: mine.id ?? "" });
    expect(await shown("mine")).toBe("4.26");
  } finally {
    await app.close();
    for (const one of [store, mine]) one.close();
  }
});
