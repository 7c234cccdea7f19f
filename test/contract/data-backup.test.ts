import Database from "libsql";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { localKey, openLocalService } from "../../src/commands/local-service";
import { writeRunningFile } from "../../src/commands/running";
import { storeIdOf } from "../../src/service/sqlite/open-file";
import { webhookFeed } from "../../src/service/http/delivery/webhooks";
import { openStore } from "../../src/service/store/store";
import { createClock } from "../../src/service/time/clock";
import { createDeliverer } from "../../src/service/webhooks/deliver";
import { contentsOf } from "../files";
import { itWithDisk, mountDisk } from "../read-only-disk";
import { CURVE, dataBench, NOW, updating } from "./data-bench";
import { keyFor } from "./service/service-under-test";

const bench = dataBench();
const { run, put, inStore, take } = bench;
const folder = (): string => path.dirname(bench.database);
const { at } = bench;
const closes = (): unknown[] => bench.served().map(([date, value]) => [date, value]);
const contents = (): Record<string, string> => contentsOf(folder());

/** A data folder with an imported file, this machine's key and one for ann. */
async function filled(): Promise<string> {
  expect((await take("curve.csv", CURVE, "treasury")).status).toBe(0);
  const local = await openLocalService(folder(), undefined, { now: () => NOW });
  await local.store.ledger.keys.add(keyFor("ann"), "free", "ann", "2024-06-20");
  local.store.close();
  return local.key;
}

test("a backup of a running service has its rows, documents and keys; restore puts them back and keeps the previous data", async () => {
  const key = await filled();
  const running = await openLocalService(folder(), undefined, { now: () => NOW });
  await running.store.ledger.usage.take("account", [{ period: "month:2024-06", limit: 10 }]);
  const backedUp = await run(["backup", "a.backup"]);
  expect(backedUp).toMatchObject({ status: 0, err: "", out: expect.stringMatching(/a\.backup: database and ledger, 1 document and this machine's key, /) });
  if (process.platform !== "win32") expect(statSync(at("a.backup")).mode & 0o777).toBe(0o600);
  expect(readdirSync(bench.cwd).sort()).toEqual([".service", "a.backup", "curve.csv"]);
  running.store.close();
  // Everything changes after the backup.
  const before = closes();
  expect((await run(["forget", "curve.csv"])).status).toBe(0);
  expect((await take("later.csv", 'Date,"10 Yr"\n06/20/2024,9.99\n', "treasury")).status).toBe(0);
  rmSync(path.join(folder(), "key"));
  const other = localKey(folder());
  const restored = await run(["restore", "a.backup"]);
  expect(restored).toMatchObject({ status: 0, err: "" });
  expect(restored.out).toMatch(/^Restored the backup of 2024-06-20 23:00 UTC \(version .+\): database and ledger, 1 document and this machine's key\.$/m);
  expect([closes(), localKey(folder())]).toEqual([before, key]);
  await inStore(async ({ ledger: { keys, usage }, archive }) => {
    const [ann, own] = [await keys.find(keyFor("ann")), await keys.find(key)];
    expect([ann?.plan, own?.revoked, await usage.used("account", ["month:2024-06"]), archive.size().documents]).toEqual(["free", null, [1], 1]);
  });
  // The documents and their log are whole: the rows can be made again.
  expect((await run(["rebuild"])).out).toContain("1 document read from the archive");
  expect(closes()).toEqual(before);
  const [aside] = readdirSync(folder()).filter((name) => name.startsWith("before-restore-"));
  expect(restored.out).toContain(aside);
  expect([readFileSync(path.join(folder(), aside!, "key"), "utf8").trim(), existsSync(path.join(folder(), aside!, "service.db"))]).toEqual([other, true]);
  expect(readdirSync(folder()).filter((name) => name.startsWith("restoring"))).toEqual([]);
});

test("restore fills an empty folder, and a backup replaces an earlier one", async () => {
  await filled();
  await run(["backup", "a.backup"]);
  const first = statSync(at("a.backup")).ino;
  expect((await run(["backup", "a.backup"])).status).toBe(0);
  expect(statSync(at("a.backup")).ino).not.toBe(first);
  renameSync(folder(), at("gone"));
  expect((await run(["restore", "a.backup"])).out).not.toContain("previous data");
  expect(closes()).toHaveLength(2);
});

test("a damaged, shortened, later or other file is refused, and the data stays as it was", async () => {
  await filled();
  await run(["backup", "good.backup"]);
  const whole = readFileSync(at("good.backup"));
  const changed = (name: string, sql: string): void => {
    copyFileSync(at("good.backup"), at(name));
    const opened = new Database(at(name));
    opened.exec(sql);
    opened.close();
  };
  put("short.backup", whole.subarray(0, Math.floor(whole.length / 2)));
  put("text.backup", "no backup at all");
  put("empty.backup", "");
  changed("bytes.backup", "UPDATE part SET bytes = zeroblob(length(bytes)) WHERE name LIKE 'documents/%'");
  changed("lost.backup", "DELETE FROM part WHERE name = 'service.db'");
  changed("outside.backup", "UPDATE file SET name = '../../evil' WHERE name = 'key'");
  changed("later.backup", "UPDATE backup SET schema = 999, version = '9.0.0'");
  const before = contents();
  for (const [file, sentence] of [
    ["short.backup", /is damaged/],
    ["text.backup", /is not a backup/],
    ["empty.backup", /not a backup/],
    ["bytes.backup", /is damaged\. Nothing was changed\. Use another backup \(documents\//],
    ["lost.backup", /is damaged\. Nothing was changed\. Use another backup \(service\.db\)/],
    ["outside.backup", /is damaged/],
    ["later.backup", /written by a later version of the service \(9\.0\.0\)\. Nothing was changed\. Update the service, then restore again\.$/],
    ["missing.backup", /There is no file .*missing\.backup/],
    ["curve.csv", /is not a backup/],
    [".service/service.db", /is a database, but not a backup/],
  ] as const) {
    const { status, err } = await run(["restore", file]);
    expect([file, status, err]).toEqual([file, 1, expect.stringMatching(sentence)]);
    expect(contents()).toEqual(before);
  }
});

test("a place that is no backup is not overwritten, and a folder in use is not restored", async () => {
  expect((await run(["backup", "a.backup"])).err).toMatch(/There is nothing to back up/);
  await filled();
  mkdirSync(at("folder"));
  for (const [words, status, sentence] of [
    [["backup"], 2, /^backup: expected a file, got nothing\./],
    [["backup", "a", "b"], 2, /^backup: expected one file, got also "b"/],
    [["backup", "curve.csv"], 1, /curve\.csv exists and is not a backup\. Name another file\.$/],
    [["backup", ".service/service.db"], 1, /is a name of the service's own files/],
    [["backup", "folder"], 1, /is a folder\. Name a file in it/],
    [["backup", "nowhere/a.backup"], 1, /The folder .+ does not exist/],
  ] as const)
    expect(await run(words)).toMatchObject({ status, err: expect.stringMatching(sentence) });
  expect(readFileSync(at("curve.csv"), "utf8")).toBe(CURVE);
  await run(["backup", "a.backup"]);
  writeRunningFile(folder(), { url: "http://localhost:3001", httpsPort: 3000, pid: process.pid, store: storeIdOf(bench.database)!, secret: "0".repeat(64) });
  const before = contents();
  expect(await run(["restore", "a.backup"])).toMatchObject({
    status: 2,
    err: expect.stringMatching(/^restore: process \d+ is using the data in .+ Stop it first\.$/),
  });
  expect(contents()).toEqual(before);
  writeFileSync(path.join(folder(), "running.json"), "");
});

describe("what a backup says is true", () => {
  /** Files beside the data, none of which a failed backup may leave. */
  const beside = (): string[] => readdirSync(bench.cwd).sort();

  it("a forgotten document, a forgotten series and a rebuild are not missing from the archive", async () => {
    await filled();
    await take("second.csv", CURVE.replace("4.25", "4.26"), "treasury");
    for (const words of [["rebuild"], ["forget", "curve.csv"], ["forget", "DGS10"]]) expect(await run(words)).toMatchObject({ status: 0 });
    inStore(({ archive, imports }) => {
      for (const line of readFileSync(at(".service", "documents", "log.jsonl"), "utf8")
        .trim()
        .split("\n")) {
        const { file, sha256 } = JSON.parse(line) as { file: string; sha256: string };
        if (file === "curve.csv") archive.remove(sha256);
      }
      expect(imports.files().map(({ file }) => file)).toEqual(["second.csv"]);
    });
    expect(await run(["backup", "a.backup"])).toMatchObject({
      status: 0,
      err: "",
      out: expect.stringContaining("database and ledger, 1 document and this machine's key"),
    });
  });

  it("a document that is needed and not in the archive is counted", async () => {
    await filled();
    inStore(({ archive, imports }) => archive.remove(imports.files()[0]!.sha256));
    expect(await run(["backup", "a.backup"])).toMatchObject({
      status: 0,
      err: "1 imported document of the import log is not in the archive, so not in the backup either. Its rows are. To store it, import the same file again, then make the backup again.",
    });
  });

  it("a folder that is missing, is a file or belongs to another user is named, with what to do", async () => {
    await filled();
    const before = beside();
    expect((await run(["backup", "nowhere/a.backup"])).err).toBe(`The folder ${at("nowhere")} does not exist. Create it, or name a file in another folder.`);
    expect((await run(["backup", "curve.csv/a.backup"])).err).toBe(`${at("curve.csv")} is a file, not a folder. Name a file in a folder.`);
    if (process.platform !== "win32" && process.getuid?.() !== 0) {
      mkdirSync(at("closed"), { mode: 0o500 });
      expect((await run(["backup", "closed/a.backup"])).err).toMatch(
        /^This user may not write into .+closed .+ Name a file in a folder where that user may write\.$/,
      );
      rmSync(at("closed"), { recursive: true });
    }
    expect(beside()).toEqual(before);
  });

  it("the data folder and the service's own files in it are no place for a backup; another name in it is", async () => {
    await filled();
    const before = contents();
    for (const [name, sentence] of [
      [".service", `${folder()} is the data folder.`],
      [".service/documents/a.backup", `${at(".service/documents/a.backup")} is a name of the service's own files in the data folder.`],
      [".service/service.db-journal", `${at(".service/service.db-journal")} is a name of the service's own files in the data folder.`],
    ] as const)
      expect(await run(["backup", name])).toMatchObject({ status: 1, err: `${sentence} Name a file in another folder, best on another disk.` });
    expect(contents()).toEqual(before);
    expect((await run(["backup", ".service/before-upgrade.backup"])).status).toBe(0);
  });

  itWithDisk("a full disk is named, and no part of the backup stays on it", async () => {
    await filled();
    const disk = mountDisk(bench.cwd);
    try {
      writeFileSync(path.join(disk.folder, "a.backup"), "");
      disk.fill();
      const before = readdirSync(disk.folder);
      expect(await run(["backup", "disk/a.backup"])).toMatchObject({
        status: 1,
        err: expect.stringMatching(
          /^The disk with .+disk is full: the backup needs \d MB while it is written, and \d MB are free\. Nothing was written\. Free some space, or name a file on another disk\.$/,
        ),
      });
      expect(readdirSync(disk.folder)).toEqual(before);
      disk.readOnly();
      expect((await run(["backup", "disk/a.backup"])).err).toMatch(/^The disk with .+disk is read-only\. Name a file on another disk\.$/);
    } finally {
      disk.unmount();
    }
  });
});

describe("a restored copy", () => {
  const WAITS = "This data was restored from a backup on 2024-06-20: webhooks and background updates wait.";
  const ACTIVATE = "If no other service uses it any more, type: npm run -s data -- activate";
  async function restored(): Promise<void> {
    await filled();
    await run(["backup", "a.backup"]);
    expect(await run(["restore", "a.backup"])).toMatchObject({ status: 0, out: expect.stringContaining(`${WAITS} ${ACTIVATE}`) });
  }
  const jsonMark = async (): Promise<unknown> => (JSON.parse((await run(["status", "--json"])).out) as { restored?: unknown }).restored;

  it("says so until it is activated, and its own backup is a copy too", async () => {
    await filled();
    expect([(await run(["status"])).out.includes("restored"), await jsonMark()]).toEqual([false, null]);
    await restored();
    expect((await run(["status"])).out.split("\n")[0]).toBe(`${WAITS} ${ACTIVATE}`);
    expect(await jsonMark()).toBe("2024-06-20");
    await run(["backup", "b.backup"]);
    expect(await run(["activate", "now"])).toMatchObject({ status: 2, err: 'activate takes no arguments, got "now".' });
    expect(await run(["activate", "--data", "empty"])).toEqual({
      status: 2,
      out: "",
      err: `There is no database in ${at("empty")}. Name the restored data with --data or SERVICE_DATA.`,
    });
    const activated = "Activated: from now on a running service delivers webhooks and, with --live, fetches due data.";
    expect(await run(["activate"])).toEqual({ status: 0, out: activated, err: "" });
    expect([(await run(["status"])).out.includes("restored"), await jsonMark()]).toEqual([false, null]);
    expect(await run(["activate"])).toEqual({ status: 0, out: "This data is active already: nothing was changed.", err: "" });
    renameSync(folder(), at("original"));
    await run(["restore", "b.backup"]);
    expect(await jsonMark()).toBe("2024-06-20");
  });

  it("is one also after its database was lost and rebuilt", async () => {
    await restored();
    rmSync(bench.database);
    expect((await run(["rebuild"])).status).toBe(0);
    expect(await jsonMark()).toBe("2024-06-20");
  });

  it("fetches nothing in the background until it is activated, and logs that it is", async () => {
    await restored();
    const store = openStore({ path: bench.database });
    let updates = 0;
    const activated: unknown[] = [];
    const atLook = async (look: number): Promise<void> => void (look === 3 && activated.push(updates, (await run(["activate"])).status));
    const said = await updating(store, { looks: 4, update: () => void updates++, atLook });
    store.close();
    expect([activated, updates > 0, said]).toEqual([[0, 0], true, ["This data was activated: due data is fetched from now on."]]);
  });

  it("delivers no webhook until it is activated", async () => {
    await filled();
    await inStore(async ({ ledger: { webhooks, keys } }) => {
      const { account } = (await keys.find(keyFor("ann")))!;
      await webhooks.add(
        { id: "w", account, url: "https://example.com/hook", families: ["rates"], symbol: null, created: "2024-06-20", after: 0, secret: "s" },
        1,
      );
      await webhooks.enqueue((await webhooks.list(account))[0]!, 1, [{ id: "m", family: "rates", rows: 1, created: NOW, expires: NOW + 1e9, body: "{}" }]);
    });
    await restored();
    const sent: string[] = [];
    const store = openStore({ path: bench.database });
    const deliverer = createDeliverer({
      store,
      openFeed: webhookFeed({ store, clock: createClock(undefined, () => NOW) }),
      send: async (url) => (sent.push(url), { status: 204 }),
      now: () => NOW,
      onFault: (fault) => void sent.push(fault),
    });
    await deliverer.run();
    expect(sent).toEqual([]);
    await run(["activate"]);
    await deliverer.run();
    expect(sent).toEqual(["https://example.com/hook"]);
    store.close();
  });
});
