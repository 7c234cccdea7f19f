import Database from "libsql";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createClock } from "../../../src/service/time/clock";
import { ledgerBeside } from "../../../src/service/ledger/ledger";
import { seriesRows } from "../../../src/service/store/freshness";
import { openStore, type Store } from "../../../src/service/store/store";
import { importInto, NOON, openServices, type ServiceUnderTest } from "./service-under-test";

const service = openServices();
const MONTH = "month:2024-06";
const WAIT_MS = 7;

let folder: string;
let store: Store;
/** Another process on the ledger, and one on the database. */
let other: InstanceType<typeof Database>;
let importing: InstanceType<typeof Database>;
let s: ServiceUnderTest;
let now: number;
/** How long each write transaction of the service on the ledger may wait for the lock, in milliseconds. */
let waits: number[];
let said: string[];
/** How many keys were made. */
let made = 0;
const file = (): string => path.join(folder, "service.db");
/** Locks the ledger. */
const lock = (): void => void other.exec("BEGIN IMMEDIATE");
const unlock = (): void => void other.exec("COMMIT");

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "service-busy-"));
  now = NOON;
  waits = [];
  said = [];
  const exec = Database.prototype.exec;
  const ofRows = new WeakSet<object>();
  let wait = 0;
  jest.spyOn(Database.prototype, "exec").mockImplementation(function (this: InstanceType<typeof Database>, text: string) {
    // Only the database of rows has this setting.
    if (text.includes("cache_size")) ofRows.add(this);
    if (this !== other && this !== importing && !ofRows.has(this)) {
      wait = Number(/busy_timeout = (\d+)/.exec(text)?.[1] ?? wait);
      if (text === "BEGIN IMMEDIATE") waits.push(wait);
    }
    return exec.call(this, text);
  });
  store = openStore({ path: file(), busyMs: WAIT_MS, notice: (sentence) => said.push(sentence) });
  store.decisions.decide("gdelt", true, "2024-06-25");
  s = await service({ store, clock: createClock(undefined, () => now), freeKeys: { perAddress: 9, newKey: () => `a-new-key-of-this-test-${made++}` } });
  other = new Database(ledgerBeside(file()));
  importing = new Database(file());
  waits = [];
});
afterEach(() => {
  if (other.inTransaction) unlock();
  store.close();
  other.close();
  importing.close();
  rmSync(folder, { recursive: true, force: true });
});

const stored = (): number => {
  const row = other.prepare("SELECT SUM(used) AS used FROM usage_window WHERE period = ?").get(MONTH) as { used: number | null };
  return row.used ?? 0;
};
const everything = async (n: number): Promise<void> => {
  now += 60_000;
  const since = new Date(now - 1000).toISOString();
  const replies = [
    await s.get("/v1/status"),
    await s.post({ cells: [{ id: 0, fn: "OSINT", args: [`word ${n}`, 24] }] }),
    await s.get(`/v1/osint/other${n}`),
    await s.get(`/v1/changes?since=${since}&families=whale`),
  ];
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  await s.app.inject({ method: "POST", url: "/v1/keys" });
};

describe("while an import holds the lock of the database", () => {
  beforeEach(() => void importing.exec("BEGIN IMMEDIATE"));
  afterEach(() => void importing.exec("ROLLBACK"));

  it("requests, keywords, keys and webhooks are stored at once", async () => {
    for (let n = 0; n < 3; n++) await everything(n);
    await s.get("/v1/status");
    expect(stored()).toBe(13);
    expect(await store.ledger.keywords.list()).toContain("word 2");
    expect(await store.ledger.keys.addNamed([["ann", "a-key-of-ann-in-this-test"]], "free", new Date(now).toISOString())).toBeUndefined();
    expect(await store.ledger.keys.revoke("ann", new Date(now).toISOString())).toBe(1);
    const hook = { id: "wh", account: "a", url: "https://example.com/", families: ["whale"], symbol: null, created: "2024-06-25", after: 0, secret: "s" };
    expect(await store.ledger.webhooks.add(hook, 1)).toBe(true);
    expect(said).toEqual([]);
  });
});

describe("while another process writes to the ledger", () => {
  it("waits for it once, not in each request", async () => {
    lock();
    for (let n = 0; n < 5; n++) await everything(n);
    expect([waits.filter((ms) => ms > 0), waits.length > 20]).toEqual([[WAIT_MS], true]);
    unlock();
    await s.get("/v1/status");
    expect(stored()).toBe(21);
    expect(await store.ledger.keywords.list()).toEqual([]);
    store.ledger.flush();
    expect(await store.ledger.keywords.list()).toContain("word 4");
  });

  it("does not wait again for the next of many short imports, but after a steady time", async () => {
    lock();
    await s.get("/v1/status");
    for (let n = 0; n < 4; n++) {
      unlock();
      await s.get("/v1/status");
      lock();
      await s.get("/v1/status");
    }
    unlock();
    expect(waits.filter((ms) => ms > 0)).toEqual([WAIT_MS]);
    waits = [];
    for (let n = 0; n < 110; n++) await store.ledger.usage.take("k", [{ period: MONTH, limit: 1e9 }]);
    expect([waits[0], waits.at(-1)]).toEqual([0, WAIT_MS]);
    lock();
    await s.get("/v1/status");
    await s.get("/v1/status");
    expect(waits.slice(-2)).toEqual([WAIT_MS, 0]);
  });

  it("keeps the quota exact for its own requests, and for all processes afterwards", async () => {
    const windows = [{ period: MONTH, limit: 6 }];
    const second = openStore({ path: file(), busyMs: WAIT_MS });
    const take = async (of: Store): Promise<boolean> => (await of.ledger.usage.take("k", windows)).isTaken;
    expect(await take(second)).toBe(true);
    lock();
    const taken: boolean[] = [];
    for (let n = 0; n < 7; n++) taken.push(await take(store));
    expect(taken).toEqual([true, true, true, true, true, false, false]);
    unlock();
    store.ledger.flush();
    expect([await second.ledger.usage.used("k", [MONTH]), await take(second), stored()]).toEqual([[6], false, 6]);
    second.close();
  });

  it("stores what it counted when it is closed, and waits for that as long as it is allowed to", async () => {
    lock();
    await store.ledger.usage.take("k", [{ period: MONTH, limit: 9 }]);
    await store.ledger.keywords.add(["copper"], NOON);
    // The other process ends while this one waits.
    const exec = jest.mocked(Database.prototype.exec).getMockImplementation()!;
    jest.mocked(Database.prototype.exec).mockImplementation(function (this: InstanceType<typeof Database>, text: string) {
      if (text === "PRAGMA busy_timeout = 60000") unlock();
      return exec.call(this, text);
    });
    store.close(60_000);
    expect([stored(), other.prepare("SELECT keyword FROM asked_keyword").all()]).toMatchObject([1, [{ keyword: "copper" }]]);
    expect(said).toEqual([expect.stringMatching(/Waiting at most 60 s/)]);
  });

  it("says that counts are lost if the other process takes longer", async () => {
    lock();
    await store.ledger.usage.take("k", [{ period: MONTH, limit: 9 }]);
    store.close(1);
    expect(said.at(-1)).toBe("The requests counted in memory are lost: another command is still writing to the ledger.");
  });

  it("opens, and has the data from before", () => {
    importInto(store, { DGS10: { "2024-06-18": 4.2 } });
    lock();
    importing.exec("BEGIN IMMEDIATE");
    const second = openStore({ path: file(), busyMs: 1 });
    expect(second.observations.latest("DGS10", "2024-12-31", 1)[0]?.value).toBe(4.2);
    second.close();
    importing.exec("ROLLBACK");
  });

  it("takes an import that repeats one of the same day, because it writes nothing; on a later day it confirms its rows", () => {
    const rows = [{ series: "DGS10", date: "2024-06-18", value: 4.22, source: "treasury" as const }];
    const again = (day: string) => store.insertBatch({ publisher: "treasury", file: "a.csv", sha256: "0", rows }, day);
    const confirmed = () => store.freshness.oldest([seriesRows("treasury", "DGS10")]);
    again("2024-07-01");
    importing.exec("BEGIN IMMEDIATE");
    expect(again("2024-07-01")).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
    importing.exec("COMMIT");
    expect(confirmed()).toBe("2024-07-01T00:00:00Z");
    expect(again("2024-07-02")).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
    expect(confirmed()).toBe("2024-07-02T00:00:00Z");
  });
});

test("a ledger of a later version is refused with one sentence", () => {
  other.exec("UPDATE ledger SET version = 99");
  expect(() => openStore({ path: file() })).toThrow(/^The ledger was written by a later version of the service \(schema 99/);
});

test("a database of a later version is refused with one sentence", () => {
  importing.exec("UPDATE schema_version SET version = 99");
  expect(() => openStore({ path: file() })).toThrow(/written by a later version of the service \(schema 99/);
});
