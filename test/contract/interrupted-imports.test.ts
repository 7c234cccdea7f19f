import Database from "libsql";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ingest, whenReceived } from "../../src/service/ingest/ingest-document";
import { ledgerBeside } from "../../src/service/ledger/ledger";
import { completeImports, recover, storedLog, unfitWords } from "../../src/service/ingest/rebuild";
import { publisherOf } from "../../src/service/publishers/all";
import { isoMoment } from "../../src/service/store/freshness";
import { documentLogIn } from "../../src/service/store/document-log";
import { sha256Of } from "../../src/service/store/archive";
import { documentsBeside } from "../../src/service/store/open-database";
import { openStore, type Store } from "../../src/service/store/store";
import { copyDatabase } from "../files";

const START = Date.parse("2024-06-24T09:00:00Z");
const folder = mkdtempSync(path.join(tmpdir(), "service-interrupted-"));
let runs = 0;
const newDatabase = (): string => path.join(folder, `${runs++}`, "service.db");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rates = (day: string, value: string) => Buffer.from(`Date,"10 Yr"\n06/${day}/2024,${value}\n`);
/** Imports files of the Treasury in one transaction. */
function imports(store: Store, now: number, ...files: readonly (readonly [name: string, bytes: Buffer])[]): void {
  const received = isoMoment(now);
  ingest(
    store,
    "import",
    files.map(([name, bytes]) => ({
      label: name,
      document: { name, bytes, ...whenReceived(received) },
      sha256: store.archive.put(bytes),
      feeds: publisherOf("treasury")!.feeds,
    })),
    received,
  );
}
/** Copies the database as it is now, as a loss of power leaves it, and the documents and their log as they are after `work`. */
function lost(before: (store: Store) => void, work: (store: Store) => void): string {
  const [database, left] = [newDatabase(), newDatabase()];
  let store = openStore({ path: database });
  before(store);
  store.close();
  copyDatabase(database, left);
  store = openStore({ path: database });
  work(store);
  store.close();
  cpSync(documentsBeside(database), documentsBeside(left), { recursive: true });
  return left;
}
const valuesOf = (store: Store) => store.observations.between("DGS10", "2024-06-01", "2024-06-30").map(({ date, value }) => [date, value]);

test("a log that was rebuilt once after a series was forgotten is not called damaged", () => {
  const database = newDatabase();
  const store = openStore({ path: database });
  imports(store, START, ["a.csv", rates("17", "4.22")]);
  store.forgetSeries("DGS10", "2024-06-24");
  imports(store, START + 60_000, ["b.csv", rates("18", "4.25")]);
  store.close();
  const log = storedLog(database)!;
  expect(unfitWords(log)).toBeUndefined();
  for (const ending of ["", "-wal", "-shm"]) rmSync(`${database}${ending}`, { force: true });
  const made = openStore({ path: database, recreate: true });
  recover(made, log);
  made.close();
  expect(unfitWords(storedLog(database)!)).toBeUndefined();
});

test("of an import that was interrupted, no part is completed after another process has imported", () => {
  const database = newDatabase();
  const service = openStore({ path: database });
  imports(service, START, ["a.csv", rates("17", "4.22")]);
  // The command writes its two lines, and is killed before the commit.
  const command = openStore({ path: database });
  const exec = Database.prototype.exec;
  const killed = jest.spyOn(Database.prototype, "exec").mockImplementation(function (this: InstanceType<typeof Database>, text: string) {
    if (text === "COMMIT") throw new Error("killed");
    return exec.call(this, text);
  });
  expect(() => imports(command, START + 60_000, ["b.csv", rates("18", "4.25")], ["c.csv", rates("20", "4.28")])).toThrow("killed");
  killed.mockRestore();
  command.close();
  service.decisions.decide("fred", true, "2024-06-24");
  service.close();
  const again = openStore({ path: database });
  const found = completeImports(again).documents.map(({ file }) => file);
  const values = valuesOf(again);
  again.close();
  expect([found, values, unfitWords(storedLog(database)!)]).toEqual([[], [["2024-06-17", 4.22]], undefined]);
});

test("of an import whose commit failed, no part is completed after the next change", () => {
  const database = newDatabase();
  const store = openStore({ path: database });
  imports(store, START, ["a.csv", rates("17", "4.22")]);
  // The lines are written, the commit fails, as on a full disk.
  const exec = Database.prototype.exec;
  const failing = jest.spyOn(Database.prototype, "exec").mockImplementation(function (this: InstanceType<typeof Database>, text: string) {
    if (text === "COMMIT") throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
    return exec.call(this, text);
  });
  expect(() => imports(store, START + 60_000, ["b.csv", rates("18", "4.25")], ["c.csv", rates("20", "4.28")])).toThrow("full");
  failing.mockRestore();
  store.decisions.decide("fred", true, "2024-06-24");
  store.close();
  const again = openStore({ path: database });
  const found = completeImports(again).documents.map(({ file }) => file);
  const values = valuesOf(again);
  again.close();
  expect([found, values, unfitWords(storedLog(database)!)]).toEqual([[], [["2024-06-17", 4.22]], undefined]);
});

test("a series that was forgotten stays forgotten if the database lost the import and the removal", () => {
  const database = lost(
    (store) => imports(store, START, ["a.csv", rates("17", "4.22")]),
    (store) => {
      imports(store, START + 60_000, ["wrong.csv", rates("18", "14.25")]);
      store.forgetSeries("DGS10", "2024-06-24");
    },
  );
  const again = openStore({ path: database });
  completeImports(again);
  const values = valuesOf(again);
  again.close();
  expect(values).toEqual([]);
});

test("a decision that the database lost is restored with the document after it", () => {
  const database = lost(
    (store) => imports(store, START, ["a.csv", rates("17", "4.22")]),
    (store) => {
      store.decisions.decide("fred", false, "2024-06-24");
      imports(store, START + 60_000, ["b.csv", rates("18", "4.25")]);
    },
  );
  const again = openStore({ path: database });
  completeImports(again);
  const decision = again.decisions.of("fred");
  again.close();
  expect([decision?.enabled, unfitWords(storedLog(database)!)]).toEqual([false, undefined]);
});

test("a document that the database lost is found before a large confirmation", () => {
  const database = lost(
    (store) => imports(store, START, ["a.csv", rates("17", "4.22")]),
    (store) => {
      imports(store, START + 60_000, ["b.csv", rates("18", "4.25")]);
      store.freshness.confirm(
        Array.from({ length: 8000 }, (_, i) => `sec/filing/${i}`),
        "2024-06-24T10:00:00Z",
        "sec.filings",
      );
    },
  );
  const again = openStore({ path: database });
  const found = completeImports(again).documents.map(({ file }) => file);
  again.close();
  expect(found).toEqual(["b.csv"]);
});

test("all documents that the database lost are completed, however many", () => {
  const database = lost(
    (store) => imports(store, START, ["a.csv", rates("17", "4.22")]),
    (store) => {
      for (let i = 0; i < 300; i++) imports(store, START + 60_000 * (i + 1), [`${i}.csv`, rates("18", `${(4 + i / 100).toFixed(2)}`)]);
    },
  );
  const again = openStore({ path: database });
  const found = completeImports(again).documents.length;
  again.close();
  const log = storedLog(database)!;
  expect([found, log.length, unfitWords(log)]).toEqual([300, 301, undefined]);
});

test("a database takes nothing from a log of another history", () => {
  const database = newDatabase();
  const other = newDatabase();
  let store = openStore({ path: other });
  imports(store, START, ["a.csv", rates("17", "4.22")]);
  store.decisions.decide("fred", true, "2024-06-24");
  imports(store, START + 60_000, ["b.csv", rates("18", "4.25")]);
  store.close();
  store = openStore({ path: database });
  imports(store, START, ["x.csv", rates("20", "4.28")]);
  store.close();
  cpSync(documentsBeside(other), documentsBeside(database), { recursive: true });
  store = openStore({ path: database });
  const found = completeImports(store).documents.map(({ file }) => file);
  store.close();
  expect([found, unfitWords(storedLog(database) ?? [])]).toEqual([[], undefined]);
});

test("a document that cannot be completed is not dropped from the log by the one after it", () => {
  const database = lost(
    (store) => imports(store, START, ["a.csv", rates("17", "4.22")]),
    (store) => {
      imports(store, START + 60_000, ["b.csv", rates("18", "4.25")]);
      imports(store, START + 120_000, ["c.csv", rates("20", "4.28")]);
    },
  );
  const store = openStore({ path: database });
  store.archive.remove(sha256Of(rates("18", "4.25")));
  completeImports(store);
  store.close();
  expect(storedLog(database)!.map(({ file }) => file)).toEqual(["a.csv", "b.csv", "c.csv"]);
});

test("a document that another process replaced is no fault of the command that would complete it", () => {
  const database = lost(
    (store) => imports(store, START, ["a.csv", rates("17", "4.22")]),
    (store) => imports(store, START + 60_000, ["b.csv", rates("18", "4.25")]),
  );
  const service = openStore({ path: database, busyMs: 50 });
  const store = openStore({ path: database });
  let writes = 0;
  const between: Store = {
    ...store,
    writing: (work) => {
      // The service writes after the lost documents were listed.
      if (writes++ === 1) service.decisions.decide("fred", true, "2024-06-24");
      return store.writing(work);
    },
  };
  try {
    expect(completeImports(between)).toEqual({ documents: [], refused: [] });
  } finally {
    store.close();
    service.close();
  }
});

test("a service on a read-only disk starts although an import is not complete", () => {
  const database = lost(
    (store) => imports(store, START, ["a.csv", rates("17", "4.22")]),
    (store) => imports(store, START + 60_000, ["b.csv", rates("18", "4.25")]),
  );
  const store = openStore({ path: database, readOnly: true });
  try {
    expect(completeImports(store)).toEqual({ documents: [], refused: [] });
  } finally {
    store.close();
  }
});

test("a damaged copy of a document in the archive stops no command", () => {
  const database = lost(
    (store) => imports(store, START, ["a.csv", rates("17", "4.22")]),
    (store) => imports(store, START + 60_000, ["b.csv", rates("18", "4.25")]),
  );
  const sha256 = sha256Of(rates("18", "4.25"));
  writeFileSync(path.join(documentsBeside(database), sha256.slice(0, 2), `${sha256}.gz`), "damaged");
  const store = openStore({ path: database });
  try {
    expect(completeImports(store)).toMatchObject({ documents: [], refused: [{ document: { file: "b.csv" } }] });
    expect(valuesOf(store)).toEqual([["2024-06-17", 4.22]]);
  } finally {
    store.close();
  }
});

/** Makes a database and its log as the earlier version left them. */
function asEarlier(database: string): void {
  const added = ["published", "confirmed", "detail", "entry", "chain"];
  const lines = storedLog(database)!.map((line) => Object.fromEntries(Object.entries(line).filter(([name]) => !added.includes(name))));
  writeFileSync(documentLogIn(documentsBeside(database)), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const sql = new Database(database);
  const ledger = ledgerBeside(database);
  const inLedger = new Database(ledger);
  const tables = inLedger.prepare("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND tbl_name <> 'ledger'").raw().all() as readonly [string][];
  inLedger.close();
  for (const ending of ["", "-wal", "-shm"]) rmSync(`${ledger}${ending}`, { force: true });
  for (const [text] of tables) sql.exec(text);
  const columns = added.map((column) => `ALTER TABLE import_file DROP COLUMN ${column};`).join(" ");
  sql.exec(`DROP INDEX import_file_confirm; DROP INDEX import_file_rows; ${columns} UPDATE schema_version SET version = version - 2`);
  sql.close();
}
const entriesOf = (database: string): unknown => {
  const sql = new Database(database, { readonly: true });
  try {
    return sql.prepare("SELECT id, publisher, file, entry FROM import_file ORDER BY id").all([]);
  } finally {
    sql.close();
  }
};

test("after an upgrade the log has the entries of the database, also if its end did not match", () => {
  const database = lost(
    (store) => imports(store, START, ["a.csv", rates("17", "4.22")]),
    (store) => imports(store, START + 60_000, ["b.csv", rates("18", "4.25")]),
  );
  asEarlier(database);
  const store = openStore({ path: database });
  store.decisions.decide("fred", true, "2024-06-24");
  store.close();
  expect(storedLog(database)!.map(({ id, publisher, file, entry }) => ({ id, publisher, file, entry: entry ?? null }))).toEqual(entriesOf(database));
});

test("after an upgrade every entry has a name", () => {
  const database = newDatabase();
  let store = openStore({ path: database });
  imports(store, START, ["a.csv", rates("17", "4.22")], ["b.csv", rates("18", "4.25")]);
  store.close();
  asEarlier(database);
  store = openStore({ path: database });
  store.decisions.decide("fred", true, "2024-06-24");
  store.close();
  expect((entriesOf(database) as { entry: unknown }[]).filter(({ entry }) => entry === null)).toEqual([]);
});

test("a change that is no entry leaves what the database lost in the log", async () => {
  const database = lost(
    (store) => imports(store, START, ["a.csv", rates("17", "4.22")]),
    (store) => imports(store, START + 60_000, ["b.csv", rates("18", "4.25")]),
  );
  // As a key command, which completes no import: a revocation takes effect at once.
  const keys = openStore({ path: database });
  await keys.ledger.keys.add("k".repeat(40), "free", "ann", "2024-06-24");
  keys.close();
  const again = openStore({ path: database });
  const found = completeImports(again).documents.map(({ file }) => file);
  again.close();
  expect(found).toEqual(["b.csv"]);
});
