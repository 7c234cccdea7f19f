import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { flushFolder, MEMORY, renameDatabase } from "../sqlite/open-file";
import { execute, hasTable, inOneTransaction, isDamage, selectColumns, selectRow, selectValue, type Sql } from "../sqlite/sql";
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
  ledger.prepare("ATTACH DATABASE ? AS old").run(file);
  // Not IMMEDIATE: that would lock the attached database too, which the caller has locked.
  inOneTransaction(ledger, "BEGIN", () => {
    for (const table of LEDGER_TABLES) copyTable(ledger, table);
    storeRevocations(ledger, path.dirname(file));
    execute(ledger, "UPDATE ledger SET restored = (SELECT decided FROM old.publisher WHERE id = 'restored' AND enabled = 1)");
  });
  ledger.exec("DETACH DATABASE old");
}

/** Opens a ledger without rows. One that the folder has, with rows or damaged, is kept under another name, which `notice` says. */
function openEmpty(place: string, notice: (sentence: string) => void): Sql {
  const open = (): Sql => openLedgerFile({ path: place, busyMs: 0, readOnly: false, create: true });
  if (!existsSync(place)) return open();
  try {
    const found = open();
    if (LEDGER_TABLES.every((table) => selectValue(found, `SELECT 1 FROM ${table} LIMIT 1`) === undefined)) return found;
    found.close();
  } catch (e) {
    if (!isDamage(e)) throw e;
  }
  const aside = `${place}.${randomBytes(6).toString("hex")}`;
  renameDatabase(place, aside);
  notice(`There was a ledger of an earlier upgrade. It is kept as ${aside}. Delete that file once your keys work.`);
  return open();
}

/**
 * Moves the tables of the ledger out of a database of before it had one, within the caller's transaction on that database, which has changed nothing yet. They are in the
 * ledger, compared and on the disk, before they are dropped: until then the database is right, and after an interruption this is done again. The ledger is written in its
 * place, not renamed: the driver keeps the file of a closed connection open for a while, so Windows would refuse that, and this process would go on using the shared memory
 * of the other name.
 */
export function splitOff(database: Sql, file: string, notice: (sentence: string) => void): void {
  if (file !== MEMORY) {
    const place = ledgerBeside(file);
    const ledger = openEmpty(place, notice);
    try {
      fillLedger(ledger, file);
    } finally {
      ledger.close();
    }
    flushFolder(path.dirname(place));
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
  if (hasTable(sql, "ledger")) execute(sql, "UPDATE ledger SET restored = ?", day);
  else if (hasTable(sql, "publisher"))
    execute(
      sql,
      "INSERT INTO publisher (id, enabled, decided) VALUES ('restored', 1, ?) ON CONFLICT (id) DO UPDATE SET enabled = 1, decided = excluded.decided",
      day,
    );
}
