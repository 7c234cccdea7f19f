import Database from "libsql";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { STEPS } from "../../../src/service/store/migrations";
import { openStore } from "../../../src/service/store/store";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "migration-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("migration keeps all holdings of an older database, restatements in place of originals", () => {
  const file = path.join(folder, "service.db");
  const sql = new Database(file);
  const before = STEPS.findIndex((s) => s.includes("CREATE TABLE holdings_report"));
  sql.exec("CREATE TABLE schema_version (version INTEGER NOT NULL)");
  for (const step of STEPS.slice(0, before)) sql.exec(step);
  sql.prepare("INSERT INTO schema_version (version) VALUES (?)").run(before);
  sql.exec("INSERT INTO import_file VALUES (1, 'sec', 'f', 's', 3, '2024-09-01')");
  const insert = sql.prepare("INSERT INTO record VALUES ('holding', ?, '2024-06-30', ?, ?, ?, 'sec', '2024-09-01', 1, 1)");
  const row = (entity: string, cusip: string, accession: string, form: string, known: string, shares: number, more = ""): void => {
    const body = {
      filer: "Fund",
      cik: "5",
      accession,
      form,
      cusip,
      issuer: "X",
      title: "COM",
      shares,
      raw_value: shares,
      value: shares * 2,
      unit: "dollars",
      table_total: 9,
    };
    insert.run(entity, `5 ${cusip}${more}`, known, JSON.stringify(body));
  };
  row("AAPL", "037833100", "A", "13F-HR", "2024-08-10", 10);
  row("cusip:111111111", "111111111", "A", "13F-HR", "2024-08-10", 3);
  row("AAPL", "037833100", "B", "13F-HR/A", "2024-08-12", 2, " B");
  row("AAPL", "037833100", "C", "13F-HR/A", "2024-08-20", 7);
  sql.close();

  const store = openStore({ path: file });
  try {
    const value = (cusip: string, day: string) => store.institutions.heldAt([cusip], "2024-06-30", "2024-03-31", day).value;
    expect(["2024-08-11", "2024-08-12", "2024-08-20"].map((day) => value("037833100", day))).toEqual([20, 24, 14]);
    expect(["2024-08-11", "2024-08-20"].map((day) => value("111111111", day))).toEqual([6, 0]);
    expect(store.institutions.cusipsOf("AAPL", "2024-08-20")).toEqual(["037833100"]);
    expect(store.institutions.summary()).toEqual({ count: 4, newest: "2024-06-30" });
  } finally {
    store.close();
  }
});
