import { execute, hasTable, selectValue, type Sql, writing } from "../sqlite/sql";

/** The tables of the ledger. None of them can be computed from anything else. */
const SCHEMA = `
  CREATE TABLE feed (
    id TEXT PRIMARY KEY, tried TEXT, succeeded TEXT, failure TEXT, next_due TEXT, validators TEXT NOT NULL DEFAULT '{}');
  CREATE TABLE feed_document (feed TEXT NOT NULL, part TEXT NOT NULL, refused_by TEXT, PRIMARY KEY (feed, part)) WITHOUT ROWID;
  CREATE TABLE asked_keyword (keyword TEXT PRIMARY KEY, asked INTEGER NOT NULL);

  CREATE TABLE api_key (hash TEXT PRIMARY KEY, plan TEXT NOT NULL, label TEXT NOT NULL, created TEXT NOT NULL, revoked TEXT, account TEXT, ends TEXT);
  CREATE TABLE usage_window (hash TEXT NOT NULL, period TEXT NOT NULL, used INTEGER NOT NULL, PRIMARY KEY (hash, period));

  CREATE TABLE webhook (
    id TEXT PRIMARY KEY, account TEXT NOT NULL, url TEXT NOT NULL, families TEXT NOT NULL, symbol TEXT, created TEXT NOT NULL, after INTEGER NOT NULL, secret TEXT NOT NULL,
    leased_by TEXT, leased_until INTEGER);
  CREATE TABLE webhook_delivery (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, webhook TEXT NOT NULL REFERENCES webhook(id) ON DELETE CASCADE, family TEXT NOT NULL, rows INTEGER NOT NULL,
    created INTEGER NOT NULL, state TEXT NOT NULL, attempts INTEGER NOT NULL, tried INTEGER, due INTEGER, expires INTEGER NOT NULL, status INTEGER, error TEXT, body TEXT NOT NULL);
  CREATE INDEX webhook_delivery_state ON webhook_delivery (webhook, state, number);`;

/** The tables, in an order in which they can be filled: a delivery refers to its webhook. */
export const LEDGER_TABLES = ["feed", "feed_document", "asked_keyword", "api_key", "usage_window", "webhook", "webhook_delivery"] as const;

const VERSION = 1;

/** The version of a ledger's schema; undefined for a new file. */
const versionOf = (sql: Sql): number | undefined => (hasTable(sql, "ledger") ? selectValue(sql, "SELECT version FROM ledger") : undefined);

/** A database or a ledger was written by another version of the service. The message says what to do. */
export class OtherVersion extends Error {}

/** The error for a ledger without tables. It counts as damage. */
export const hasNoTables = (): Error => Object.assign(new Error("it has no tables"), { code: "SQLITE_NOTADB" });

/**
 * Creates the tables of a new ledger. `create`: whether there may be none.
 *
 * @throws OtherVersion for one of a later version, and an error that counts as damage if the tables are missing
 */
export function prepareLedger(sql: Sql, create: boolean): void {
  const found = versionOf(sql);
  if (found !== undefined && found > VERSION)
    throw new OtherVersion(
      `The ledger was written by a later version of the service (schema ${found}, this one knows ${VERSION}). Update the service, or start with another --data folder.`,
    );
  if (found !== undefined) return;
  if (!create) throw hasNoTables();
  // Locked first: of two processes that open a new file at once, the second finds it done.
  writing(sql, () => {
    if (versionOf(sql) !== undefined) return;
    sql.exec("CREATE TABLE ledger (version INTEGER NOT NULL, restored TEXT)");
    execute(sql, "INSERT INTO ledger (version) VALUES (?)", VERSION);
    sql.exec(SCHEMA);
  });
}
