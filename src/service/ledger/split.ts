import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { MEMORY, putInPlace, renameDatabase } from "../sqlite/open-file";
import { execute, inOneTransaction, selectColumns, selectRow, selectValue, type Sql } from "../sqlite/sql";
import { ledgerBeside, openLedgerFile } from "./ledger";
import { LEDGER_TABLES } from "./schema";

/** Where versions before the ledger noted revocations while an import held the database's lock: a file for each key, named by its hash. */
const revokedIn = (folder: string): string => path.join(folder, "revoked");
const HASH = /^[0-9a-f]{64}$/;

/** Stores the revocations that only the folder has. */
export function storeRevocations(sql: Sql, folder: string): void {
  const revoked = revokedIn(folder);
  for (const hash of existsSync(revoked) ? readdirSync(revoked).filter((name) => HASH.test(name)) : [])
    execute(sql, "UPDATE api_key SET revoked = ? WHERE hash = ?", readFileSync(path.join(revoked, hash), "utf8"), hash);
}

const columnsOf = (sql: Sql, table: string): string => selectColumns<[string]>(sql, "SELECT name FROM pragma_table_info(?)", table).flat().join();

/** Copies a table of the attached database `old`, and compares it. */
function copyTable(ledger: Sql, table: string): void {
  const columns = columnsOf(ledger, table);
  // A delivery whose webhook is gone is sent to nobody.
  const rows = `SELECT ${columns} FROM old.${table}${table === "webhook_delivery" ? " WHERE webhook IN (SELECT id FROM old.webhook)" : ""}`;
  execute(ledger, `INSERT INTO main.${table} (${columns}) ${rows}`);
  const copied = `SELECT ${columns} FROM main.${table}`;
  const differs = (a: string, b: string): boolean => selectRow(ledger, `SELECT 1 FROM (${a} EXCEPT ${b}) LIMIT 1`) !== undefined;
  if (differs(rows, copied) || differs(copied, rows)) throw new Error(`The table ${table} was not copied completely into the ledger. Nothing was changed`);
}

function fillLedger(ledger: Sql, file: string): void {
  // The driver ends a connection only when its statements are collected. With a write-ahead log, this process would go on using the shared memory that has the draft's name,
  // and other processes that of the ledger's: one would overwrite what the other writes.
  ledger.exec("PRAGMA journal_mode = DELETE");
  ledger.prepare("ATTACH DATABASE ? AS old").run(file);
  // Not IMMEDIATE: that would lock the attached database too, which the caller has locked.
  inOneTransaction(ledger, "BEGIN", () => {
    for (const table of LEDGER_TABLES) copyTable(ledger, table);
    storeRevocations(ledger, path.dirname(file));
    execute(ledger, "UPDATE ledger SET restored = (SELECT decided FROM old.publisher WHERE id = 'restored' AND enabled = 1)");
  });
  ledger.exec("DETACH DATABASE old");
}

/**
 * Moves the tables of the ledger out of a database of before it had one, within the caller's transaction on that database, which has changed nothing yet. The ledger is
 * written beside its place, compared, and put there before the tables are dropped: after an interruption the database still has them, and this is done again. Until then
 * the database is right, whatever ledger the folder has: that one is kept under another name, which `notice` says.
 */
export function splitOff(database: Sql, file: string, notice: (sentence: string) => void): void {
  if (file !== MEMORY) {
    const place = ledgerBeside(file);
    const name = (): string => `${place}.${randomBytes(6).toString("hex")}`;
    const draft = name();
    try {
      const ledger = openLedgerFile({ path: draft, busyMs: 0, readOnly: false, create: true });
      try {
        fillLedger(ledger, file);
      } finally {
        ledger.close();
      }
      if (existsSync(place)) {
        const aside = name();
        renameDatabase(place, aside);
        notice(`There was a ledger of an earlier upgrade. It is kept as ${aside}: delete it when the keys work.`);
      }
      putInPlace(draft, place);
    } finally {
      for (const ending of ["", "-wal", "-shm", "-journal"]) rmSync(`${draft}${ending}`, { force: true });
    }
  }
  for (const table of LEDGER_TABLES.toReversed()) database.exec(`DROP TABLE ${table}`);
  database.exec("DELETE FROM publisher WHERE id = 'restored'");
}

/** Removes the folder of revocations, which are in the ledger now. */
export function forgetRevocations(file: string): void {
  if (file !== MEMORY) rmSync(revokedIn(path.dirname(file)), { recursive: true, force: true });
}

/** Marks the ledger of a restored copy, or a database of before it had one. A database of the first version has no such table, and no webhooks. */
export function markRestored(sql: Sql, day: string): void {
  if (selectValue(sql, "SELECT 1 FROM sqlite_master WHERE name = 'ledger'") !== undefined) execute(sql, "UPDATE ledger SET restored = ?", day);
  else if (selectValue(sql, "SELECT 1 FROM sqlite_master WHERE name = 'publisher'") !== undefined)
    execute(
      sql,
      "INSERT INTO publisher (id, enabled, decided) VALUES ('restored', 1, ?) ON CONFLICT (id) DO UPDATE SET enabled = 1, decided = excluded.decided",
      day,
    );
}
