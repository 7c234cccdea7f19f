import Database from "libsql";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { seriesRows } from "../../../src/service/store/freshness";
import { openStore } from "../../../src/service/store/store";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "service-store-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a request is counted while the database is locked, and stored later", () => {
  const file = path.join(folder, "service.db");
  const store = openStore({ path: file, busyMs: 1 });
  const other = new Database(file);
  other.exec("BEGIN IMMEDIATE");
  const windows = ["minute:1", "month:1"].map((period) => ({ period, limit: 3 }));
  store.usage.take("k", windows);
  expect(store.usage.used("k", "month:1")).toBe(1);
  other.exec("COMMIT");
  store.usage.take("k", windows);
  const second = openStore({ path: file });
  expect([store.usage.used("k", "month:1"), second.usage.used("k", "month:1")]).toEqual([2, 2]);
  // The check and the count are one step: what another process has counted since counts.
  const { take, used } = second.usage;
  expect([take("k", windows), used("k", "month:1"), store.usage.take("k", windows), store.usage.used("k", "minute:1")]).toEqual([true, 3, false, 3]);
  other.exec("BEGIN IMMEDIATE");
  const wide = [{ period: "month:1", limit: 9 }];
  expect(store.usage.take("k", wide)).toBe(true);
  other.exec("COMMIT");
  store.close();
  expect(used("k", "month:1")).toBe(4);
  second.close();
  other.close();
});

test("an import repeated on the same day writes nothing; on a later day it confirms its rows", () => {
  const file = path.join(folder, "service.db");
  const store = openStore({ path: file, busyMs: 1 });
  const batch = {
    publisher: "treasury",
    file: "a.csv",
    sha256: "0",
    rows: [{ series: "DGS10", date: "2024-06-18", value: 4.22, source: "treasury" as const }],
  };
  store.insertBatch(batch, "2024-07-01");
  const other = new Database(file);
  other.exec("BEGIN IMMEDIATE");
  expect(store.insertBatch(batch, "2024-07-01")).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
  other.exec("COMMIT");
  other.close();
  expect(store.freshness.oldest([seriesRows("treasury", "DGS10")])).toBe("2024-07-01T00:00:00Z");
  expect(store.insertBatch(batch, "2024-07-02")).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
  expect(store.freshness.oldest([seriesRows("treasury", "DGS10")])).toBe("2024-07-02T00:00:00Z");
  store.close();
});

test("the database opens during another process's import, and returns the data from before it", () => {
  const file = path.join(folder, "busy.db");
  const before = openStore({ path: file });
  const rows = [{ series: "DGS10", date: "2024-06-18", value: 4.2, source: "user" as const }];
  before.insertBatch({ publisher: "user", file: "a.csv", sha256: "a", rows }, "2024-06-25");
  before.close();
  const importing = new Database(file);
  importing.exec("BEGIN IMMEDIATE");
  try {
    const store = openStore({ path: file, busyMs: 1 });
    expect(store.observations.latest("DGS10", "2024-12-31", 1)[0]?.value).toBe(4.2);
    store.close();
  } finally {
    importing.exec("ROLLBACK");
    importing.close();
  }
});

test("a database of a later version is refused with one sentence", () => {
  const file = path.join(folder, "service.db");
  openStore({ path: file }).close();
  const sql = new Database(file);
  sql.exec("UPDATE schema_version SET version = 99");
  sql.close();
  expect(() => openStore({ path: file })).toThrow(/written by a later version of the service \(schema 99/);
});
