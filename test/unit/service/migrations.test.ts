import Database from "libsql";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { migrate, STEPS } from "../../../src/service/store/migrations";
import { openStore, type Store } from "../../../src/service/store/store";
import { endOfDay } from "../../../src/service/time/time-zone";

let folder: string;
let stores: Store[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "migrations-"));
  stores = [];
});
afterEach(() => {
  stores.forEach((store) => store.close());
  rmSync(folder, { recursive: true });
});

/** Opens a database of an earlier version, which upgrades it. */
function opened(file: string, notice?: (sentence: string) => void): Store {
  const store = openStore({ path: file, ...(notice ? { notice } : {}) });
  stores.push(store);
  return store;
}

/** A database of the schema before the step with a text, and with these rows. */
function before(step: string, rows: string, file = ":memory:"): InstanceType<typeof Database> {
  const sql = new Database(file);
  const version = STEPS.findIndex((text) => text.includes(step));
  for (const text of STEPS.slice(0, version)) sql.exec(text);
  sql.exec(`CREATE TABLE schema_version (version INTEGER NOT NULL); INSERT INTO schema_version VALUES (${version}); ${rows}`);
  return sql;
}

/** A file of the last schema without moments. */
function undated(rows: string): string {
  const file = path.join(folder, "service.db");
  before("undated_observation", rows, file).close();
  return file;
}

interface Item {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
}

/** Every table and index with its SQL, and every row. Line breaks do not count. */
function contents(prepare: string): unknown {
  const sql = new Database(":memory:");
  sql.exec(prepare);
  migrate(sql, ":memory:", () => undefined);
  const items = sql.prepare("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name").all() as Item[];
  const rows = items.filter((item) => item.type === "table").map(({ name }) => [name, sql.prepare(`SELECT * FROM "${name}"`).all()]);
  sql.close();
  return { items: items.map((item) => ({ ...item, sql: item.sql && item.sql.replace(/\s+/g, " ").replaceAll("( ", "(") })), rows };
}

test("a new database has the same tables, indexes and rows as one after all steps", () => {
  const afterSteps = contents("CREATE TABLE schema_version (version INTEGER NOT NULL); INSERT INTO schema_version VALUES (0)");
  expect(afterSteps).toMatchObject({ items: expect.arrayContaining([expect.objectContaining({ name: "security_name_ticker" })]) as unknown });
  expect(contents("")).toEqual(afterSteps);
});

test("an upgrade logs the operator's decisions and when rows were confirmed", () => {
  const sql = before(
    "ADD COLUMN published",
    `INSERT INTO import_file (id, publisher, file, sha256, rows, seen) VALUES (7, 'treasury', 'a', 'a', 1, '2024-06-25T12:00:00Z');
     INSERT INTO publisher VALUES ('fred', 1, '2024-06-24'), ('sample', 0, '2024-06-25'), ('restored', 1, '2024-06-25');
     INSERT INTO freshness VALUES ('', '3'), ('treasury/DGS10', '2024-06-26T09:00:00Z'), ('treasury/DGS2', '2024-06-26T09:00:00Z'), ('sec/holding', '2024-06-25T00:00:00Z')`,
  );
  migrate(sql, ":memory:", () => undefined);
  expect(sql.prepare("SELECT id, publisher, file, seen, detail FROM import_file WHERE sha256 = '' ORDER BY id").raw().all()).toEqual([
    [8, "confirm", "as of 2024-06-25T00:00:00Z", "2024-06-25T00:00:00Z", '{"plus":["sec/holding"]}'],
    [9, "confirm", "as of 2024-06-26T09:00:00Z", "2024-06-26T09:00:00Z", '{"plus":["treasury/DGS10","treasury/DGS2"]}'],
    [10, "decide", "fred", "2024-06-24T00:00:00Z", "on"],
    [11, "decide", "sample", "2024-06-25T00:00:00Z", "off"],
  ]);
  expect(sql.prepare("SELECT name FROM freshness ORDER BY name").raw().all()).toEqual([["sec/holding"], ["treasury/DGS10"], ["treasury/DGS2"]]);
  sql.close();
});

test("an upgrade puts the rows of the last days in the order in which they were imported", () => {
  const sql = before(
    "ADD COLUMN stored",
    "INSERT INTO import_file (id, publisher, file, sha256, rows, seen) VALUES (1, 'okx', 'a', 'a', 1, '2024-06-25T12:00:00Z')",
  );
  const insert = sql.prepare("INSERT INTO record VALUES (?, 'BTC', '2024-06-20', ?, '2024-06-20', '{}', 'okx', 0, NULL, 0, ?, 1, 1)");
  const at = Date.UTC(2024, 5, 25, 12);
  for (const [dataset, key, seen] of [["funding", "b", at], ["funding", "c", at], ["market", "a", at - 1], ["funding", "old", at - 9e8], ["filing", "", at]])
    insert.run(dataset, key, seen); // prettier-ignore
  migrate(sql, ":memory:", () => undefined);
  const stored = sql.prepare("SELECT key, stored FROM record ORDER BY stored, key").raw().all();
  expect(stored).toEqual([["", null], ["old", null], ["a", (at - 1) * 1000 + 1], ["b", at * 1000 + 2], ["c", at * 1000 + 3]]); // prettier-ignore
  expect(sql.prepare("SELECT at FROM change_moment WHERE name = ''").raw().get()).toEqual([at * 1000 + 3]);
  sql.close();
});

test("migration keeps all holdings of an older database, restatements in place of originals", () => {
  const file = path.join(folder, "service.db");
  const sql = before("CREATE TABLE holdings_report", "INSERT INTO import_file VALUES (1, 'sec', 'f', 's', 3, '2024-09-01')", file);
  const insert = sql.prepare("INSERT INTO record VALUES ('holding', ?, '2024-06-30', ?, ?, ?, 'sec', '2024-09-01', 1, 1)");
  const row = (entity: string, cusip: string, accession: string, form: string, known: string, shares: number, more = ""): void => {
    const holding = { filer: "Fund", cik: "5", accession, form, cusip, issuer: "X", title: "COM", shares, raw_value: shares, value: shares * 2 };
    const body = { ...holding, unit: "dollars", table_total: 9 };
    insert.run(entity, `5 ${cusip}${more}`, known, JSON.stringify(body));
  };
  row("AAPL", "037833100", "A", "13F-HR", "2024-08-10", 10);
  row("cusip:111111111", "111111111", "A", "13F-HR", "2024-08-10", 3);
  row("AAPL", "037833100", "B", "13F-HR/A", "2024-08-12", 2, " B");
  row("AAPL", "037833100", "C", "13F-HR/A", "2024-08-20", 7);
  sql.close();

  const { institutions } = opened(file);
  const value = (cusip: string, day: string) => institutions.heldAt([cusip], "2024-06-30", "2024-03-31", day).value;
  expect(["2024-08-11", "2024-08-12", "2024-08-20"].map((day) => value("037833100", day))).toEqual([20, 24, 14]);
  expect(["2024-08-11", "2024-08-20"].map((day) => value("111111111", day))).toEqual([6, 0]);
  expect(institutions.cusipsOf("AAPL", "2024-08-20")).toEqual(["037833100"]);
  expect(institutions.summary()).toEqual({ count: 4, newest: "2024-06-30" });
});

test("a database without moments counts the day of an import to its end: a value of a release day is public from its release", () => {
  const file =
    undated(`INSERT INTO import_file (id, publisher, file, sha256, rows, seen) VALUES (1, 'bls', 'a', 'a', 1, '2024-05-15'), (2, 'bls', 'b', 'b', 1, '2024-05-16');
    INSERT INTO observation VALUES ('CPIAUCSL', '2024-04-01', 313.207, 'bls', '2024-05-15', 0, 1), ('CPIAUCSL', '2024-04-01', 313.016, 'bls', '2024-05-16', 1, 2);
    INSERT INTO holdings_report (accession, form, cik, filer, period, known, adds, unit, total, holdings, import_id)
      VALUES ('1', '13F-HR', '1', 'Example', '2024-03-31', '2024-05-17', 0, 'dollars', 0, 0, 2)`);
  const notices: string[] = [];
  const migrated = opened(file, (sentence) => void notices.push(sentence));
  expect(notices).toEqual([expect.stringMatching(/^The database is of an earlier version of the service and is upgraded\./)]);
  const at = (moment: string) => migrated.at(Date.parse(moment)).observations.latest("CPIAUCSL", "2024-04-01", 1)[0]?.value;
  expect([at("2024-05-15T12:29:59Z"), at("2024-05-15T12:30:00Z"), at("2024-05-16T12:00:00Z"), at("2024-05-16T23:59:59Z")]).toEqual([
    undefined,
    313.207,
    313.207,
    313.016,
  ]);
  const reported = (moment: number) => migrated.at(moment).institutions.newestKnown("2024-05-17");
  expect([reported(endOfDay("2024-05-17") - 1000), reported(endOfDay("2024-05-17"))]).toEqual([undefined, "2024-03-31"]);
});

test("a database without moments gets them when it is opened: first values by their release, revisions from the day on which they were first seen", () => {
  const file =
    undated(`INSERT INTO import_file (id, publisher, file, sha256, rows, seen) VALUES (1, 'bls', 'a', 'a', 1, '2024-05-20'), (2, 'bls', 'b', 'b', 1, '2025-02-12');
    INSERT INTO observation VALUES ('CPIAUCSL', '2024-04-01', 313.207, 'bls', '2024-05-20', 0, 1), ('CPIAUCSL', '2024-04-01', 313.016, 'bls', '2025-02-12', 1, 2);
    INSERT INTO record VALUES ('filing', '1', '2024-05-02', 'x', '2024-05-02', '{"form":"10-Q"}', 'sec', '2024-05-20', 1, 1)`);
  const migrated = opened(file);
  const at = (moment: string) => {
    const { observations, records } = migrated.at(Date.parse(moment));
    return [observations.latest("CPIAUCSL", "2024-04-01", 1)[0]?.value, records.between("filing", "1", "2024-01-01", "2024-12-31", "2024-12-31").length];
  };
  expect(["2024-05-02", "2024-05-10", "2024-05-15T12:30:00Z", "2025-02-12T23:59:58Z", "2025-02-12T23:59:59Z"].map(at)).toEqual([
    [undefined, 0],
    [undefined, 1],
    [313.207, 1],
    [313.207, 1],
    [313.016, 1],
  ]);
  expect(migrated.imports.files().map((f) => f.seen)).toEqual(["2024-05-20T23:59:59Z", "2025-02-12T23:59:59Z"]);
});
