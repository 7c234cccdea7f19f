import path from "node:path";
import { OtherVersion } from "../ledger/schema";
import { forgetRevocations, splitOff } from "../ledger/split";
import { ALWAYS, datePublications } from "./publication";
import { execute, hasTable, selectValue, type Sql, writing } from "../sqlite/sql";

/**
 * The schema of a new database, equal to the one after all `STEPS`; a test compares. `current` marks the newest version of a value; `public` and `until` are the
 * moments from and until which a version was served; `stored` is a record's place in the order of `changes.ts`.
 */
export const SCHEMA = `
  CREATE TABLE import_file (
    id INTEGER PRIMARY KEY, publisher TEXT NOT NULL, file TEXT NOT NULL, sha256 TEXT NOT NULL, rows INTEGER NOT NULL, seen TEXT NOT NULL, taken_back TEXT,
    confirms INTEGER NOT NULL DEFAULT 0, rules INTEGER NOT NULL DEFAULT 0, published TEXT, confirmed TEXT, detail TEXT,
    entry TEXT, chain TEXT);
  CREATE INDEX import_file_sha256 ON import_file (sha256);
  CREATE INDEX import_file_confirm ON import_file (file) WHERE publisher = 'confirm' AND detail IS NOT NULL;
  CREATE INDEX import_file_rows ON import_file (id) WHERE publisher NOT IN ('confirm', 'decide');
  CREATE TABLE import_series (import_id INTEGER NOT NULL REFERENCES import_file(id), series TEXT NOT NULL, PRIMARY KEY (import_id, series)) WITHOUT ROWID;
  CREATE INDEX import_series_series ON import_series (series, import_id);

  CREATE TABLE observation (
    series TEXT NOT NULL, date TEXT NOT NULL, value REAL, source TEXT NOT NULL, public INTEGER NOT NULL, until INTEGER, basis INTEGER NOT NULL, seen INTEGER NOT NULL,
    current INTEGER NOT NULL, import_id INTEGER NOT NULL REFERENCES import_file(id));
  CREATE UNIQUE INDEX observation_current ON observation (series, date) WHERE current = 1;
  CREATE INDEX observation_served ON observation (series, date, public, until, value, source, basis, seen);
  CREATE INDEX observation_revised ON observation (series) WHERE current = 0;

  CREATE TABLE record (
    dataset TEXT NOT NULL, entity TEXT NOT NULL, date TEXT NOT NULL, key TEXT NOT NULL, known TEXT NOT NULL, body TEXT NOT NULL, source TEXT NOT NULL,
    public INTEGER NOT NULL, until INTEGER, basis INTEGER NOT NULL, seen INTEGER NOT NULL, current INTEGER NOT NULL, import_id INTEGER NOT NULL REFERENCES import_file(id), stored INTEGER);
  CREATE UNIQUE INDEX record_current ON record (dataset, entity, date, key, known) WHERE current = 1;
  CREATE INDEX record_served ON record (dataset, entity, date, key, known, public, until);
  CREATE INDEX record_day ON record (dataset, date);
  CREATE INDEX record_stored ON record (dataset, stored) WHERE stored IS NOT NULL AND current = 1;

  CREATE TABLE newest_public (at INTEGER NOT NULL);
  INSERT INTO newest_public VALUES (${ALWAYS});
  CREATE TABLE change_moment (name TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
  INSERT INTO change_moment VALUES ('', 0);
  CREATE TABLE change_row (family TEXT NOT NULL, name TEXT NOT NULL, version TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (family, name)) WITHOUT ROWID;
  CREATE INDEX change_row_at ON change_row (family, at);
  CREATE TABLE freshness (name TEXT PRIMARY KEY, at TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE rows_version (name TEXT PRIMARY KEY, import_id INTEGER NOT NULL) WITHOUT ROWID;

  CREATE TABLE holdings_report (
    id INTEGER PRIMARY KEY, accession TEXT NOT NULL UNIQUE, form TEXT NOT NULL, cik TEXT NOT NULL, filer TEXT NOT NULL, period TEXT NOT NULL, known TEXT NOT NULL,
    adds INTEGER NOT NULL, unit TEXT NOT NULL, total REAL NOT NULL, holdings INTEGER NOT NULL, replaced TEXT, import_id INTEGER NOT NULL REFERENCES import_file(id), doubt TEXT);
  CREATE INDEX holdings_report_period ON holdings_report (period, cik, known);
  CREATE INDEX holdings_report_doubt ON holdings_report (period) WHERE doubt IS NOT NULL;
  CREATE TABLE holding (
    cusip TEXT NOT NULL, period TEXT NOT NULL, report INTEGER NOT NULL, shares REAL NOT NULL, value REAL NOT NULL, PRIMARY KEY (period, cusip, report)) WITHOUT ROWID;
  CREATE TABLE holding_total_of (period TEXT PRIMARY KEY, before TEXT NOT NULL, known TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE holding_total (
    period TEXT NOT NULL, cusip TEXT NOT NULL, count INTEGER NOT NULL, value REAL NOT NULL, accumulating INTEGER NOT NULL, reducing INTEGER NOT NULL, compared INTEGER NOT NULL,
    PRIMARY KEY (period, cusip)) WITHOUT ROWID;
  CREATE TABLE security_name (cusip TEXT NOT NULL, ticker TEXT NOT NULL, known TEXT NOT NULL, lines INTEGER NOT NULL, PRIMARY KEY (cusip, ticker, known)) WITHOUT ROWID;
  CREATE INDEX security_name_ticker ON security_name (ticker, known) WHERE ticker <> '';

  CREATE TABLE publisher (id TEXT PRIMARY KEY, enabled INTEGER NOT NULL, decided TEXT NOT NULL);`;

/**
 * Schema steps in order. Each is applied once and never edited afterwards. The number of applied steps is stored in `schema_version`. A new database gets `SCHEMA`
 * instead, because creating the tables of all steps takes four times as long.
 */
export const STEPS: readonly string[] = [
  `CREATE TABLE import_file (
     id INTEGER PRIMARY KEY, publisher TEXT NOT NULL, file TEXT NOT NULL, sha256 TEXT NOT NULL, rows INTEGER NOT NULL, seen TEXT NOT NULL);
   CREATE TABLE observation (
     series TEXT NOT NULL, date TEXT NOT NULL, value REAL, source TEXT NOT NULL, first_seen TEXT NOT NULL, current INTEGER NOT NULL, import_id INTEGER NOT NULL REFERENCES import_file(id));
   CREATE UNIQUE INDEX observation_current ON observation (series, date) WHERE current = 1;
   CREATE INDEX observation_history ON observation (series, date, import_id);
   CREATE TABLE api_key (hash TEXT PRIMARY KEY, plan TEXT NOT NULL, label TEXT NOT NULL, created TEXT NOT NULL, revoked TEXT);
   CREATE TABLE usage_window (hash TEXT NOT NULL, period TEXT NOT NULL, used INTEGER NOT NULL, PRIMARY KEY (hash, period));`,
  `CREATE TABLE record (
     dataset TEXT NOT NULL, entity TEXT NOT NULL, date TEXT NOT NULL, key TEXT NOT NULL, known TEXT NOT NULL, body TEXT NOT NULL,
     source TEXT NOT NULL, first_seen TEXT NOT NULL, current INTEGER NOT NULL, import_id INTEGER NOT NULL REFERENCES import_file(id));
   CREATE UNIQUE INDEX record_current ON record (dataset, entity, date, key, known) WHERE current = 1;
   CREATE INDEX record_day ON record (dataset, date) WHERE current = 1;
   CREATE INDEX import_file_sha256 ON import_file (sha256);
   CREATE TABLE feed (
     id TEXT PRIMARY KEY, tried TEXT, succeeded TEXT, failure TEXT, next_due TEXT, validators TEXT NOT NULL DEFAULT '{}');
   CREATE TABLE publisher (id TEXT PRIMARY KEY, enabled INTEGER NOT NULL, decided TEXT NOT NULL);`,
  `CREATE TABLE asked_keyword (keyword TEXT PRIMARY KEY, asked INTEGER NOT NULL);`,
  `CREATE TABLE holdings_report (
     id INTEGER PRIMARY KEY, accession TEXT NOT NULL UNIQUE, form TEXT NOT NULL, cik TEXT NOT NULL, filer TEXT NOT NULL, period TEXT NOT NULL, known TEXT NOT NULL,
     adds INTEGER NOT NULL, unit TEXT NOT NULL, total REAL NOT NULL, holdings INTEGER NOT NULL, replaced TEXT, import_id INTEGER NOT NULL REFERENCES import_file(id));
   CREATE INDEX holdings_report_period ON holdings_report (period, cik, known);
   CREATE TABLE holding (
     cusip TEXT NOT NULL, period TEXT NOT NULL, report INTEGER NOT NULL, shares REAL NOT NULL, value REAL NOT NULL, PRIMARY KEY (period, cusip, report)) WITHOUT ROWID;
   CREATE TABLE security_name (cusip TEXT NOT NULL, ticker TEXT NOT NULL, lines INTEGER NOT NULL, PRIMARY KEY (cusip, ticker)) WITHOUT ROWID;
   CREATE INDEX security_name_ticker ON security_name (ticker) WHERE ticker <> '';
   CREATE TABLE feed_document (feed TEXT NOT NULL, part TEXT NOT NULL, refused_by TEXT, PRIMARY KEY (feed, part)) WITHOUT ROWID;
   INSERT INTO holdings_report (accession, form, cik, filer, period, known, adds, unit, total, holdings, import_id)
     SELECT body ->> 'accession', body ->> 'form', body ->> 'cik', body ->> 'filer', date, known, MAX(key LIKE '% % %'), body ->> 'unit', body ->> 'table_total', COUNT(*), import_id
     FROM record WHERE dataset = 'holding' AND current = 1 GROUP BY body ->> 'accession';
   INSERT INTO holding SELECT body ->> 'cusip', r.period, r.id, SUM(body ->> 'shares'), SUM(body ->> 'value')
     FROM record JOIN holdings_report r ON r.accession = body ->> 'accession' WHERE dataset = 'holding' AND current = 1 GROUP BY 1, 2, 3;
   INSERT INTO security_name SELECT body ->> 'cusip', CASE WHEN entity LIKE 'cusip:%' THEN '' ELSE entity END, COUNT(*) FROM record WHERE dataset = 'holding' AND current = 1 GROUP BY 1, 2;
   UPDATE holdings_report AS r SET replaced = (SELECT MIN(n.known) FROM holdings_report n WHERE n.period = r.period AND n.cik = r.cik AND n.adds = 0
     AND (n.known, n.form, n.accession) > (r.known, r.form, r.accession));
   DELETE FROM record WHERE dataset = 'holding';`,
  `CREATE TABLE freshness (name TEXT PRIMARY KEY, at TEXT NOT NULL) WITHOUT ROWID;
   INSERT INTO freshness SELECT source || '/' || series, MAX(first_seen) || 'T00:00:00Z' FROM observation GROUP BY source, series;
   INSERT INTO freshness SELECT source || '/' || dataset || '/' || entity, MAX(first_seen) || 'T00:00:00Z' FROM record GROUP BY source, dataset, entity;
   INSERT INTO freshness SELECT 'sec/holding', MAX(f.seen) || 'T00:00:00Z' FROM holdings_report r JOIN import_file f ON f.id = r.import_id HAVING COUNT(*) > 0;`,
  `ALTER TABLE import_file ADD COLUMN taken_back TEXT;
   CREATE TABLE rows_version (name TEXT PRIMARY KEY, import_id INTEGER NOT NULL) WITHOUT ROWID;
   INSERT INTO rows_version SELECT DISTINCT dataset, (SELECT MAX(id) FROM import_file) FROM record;
   INSERT INTO rows_version SELECT 'observation', MAX(id) FROM import_file HAVING COUNT(*) > 0;
   INSERT INTO rows_version SELECT 'holding', MAX(id) FROM import_file HAVING COUNT(*) > 0;`,
  `CREATE TABLE holding_total_of (period TEXT PRIMARY KEY, before TEXT NOT NULL, known TEXT NOT NULL) WITHOUT ROWID;
   CREATE TABLE holding_total (
     period TEXT NOT NULL, cusip TEXT NOT NULL, count INTEGER NOT NULL, value REAL NOT NULL, accumulating INTEGER NOT NULL, reducing INTEGER NOT NULL, compared INTEGER NOT NULL,
     PRIMARY KEY (period, cusip)) WITHOUT ROWID;
   INSERT INTO holding_total_of SELECT p.period, p.before, MAX(r.known)
     FROM (SELECT DISTINCT period, date(period, 'start of month', '-' || ((CAST(strftime('%m', period) AS INTEGER) - 1) % 3) || ' months', '-1 day') AS before FROM holdings_report) p
     JOIN holdings_report r ON r.period IN (p.period, p.before) GROUP BY p.period;
   INSERT INTO holding_total SELECT period, cusip, COUNT(CASE WHEN now > 0 THEN 1 END), TOTAL(value), COUNT(CASE WHEN now > before THEN 1 END), COUNT(CASE WHEN now < before THEN 1 END), COUNT(now + before)
     FROM (SELECT t.period AS period, h.cusip AS cusip, SUM(h.shares) FILTER (WHERE h.period = t.period) AS now, SUM(h.shares) FILTER (WHERE h.period = t.before) AS before,
         SUM(h.value) FILTER (WHERE h.period = t.period) AS value
       FROM holding_total_of t CROSS JOIN holding h ON h.period IN (t.period, t.before) CROSS JOIN holdings_report r ON r.id = h.report WHERE r.replaced IS NULL GROUP BY t.period, h.cusip, r.cik)
     WHERE now IS NOT NULL GROUP BY period, cusip;`,
  // A covering index: one lookup returns all that a cell reads of an observation.
  `CREATE INDEX observation_served ON observation (series, date, value, source, first_seen) WHERE current = 1;`,
  // A document that only confirms other documents' rows is logged too (`confirms`). If those documents are removed, its rows count.
  `ALTER TABLE import_file ADD COLUMN confirms INTEGER NOT NULL DEFAULT 0;
   CREATE TABLE import_series (import_id INTEGER NOT NULL REFERENCES import_file(id), series TEXT NOT NULL, PRIMARY KEY (import_id, series)) WITHOUT ROWID;
   CREATE INDEX import_series_series ON import_series (series, import_id);
   INSERT INTO import_series SELECT DISTINCT import_id, series FROM observation;`,
  // Every version has the moments from and until which it was served (`publication.ts`). `datePublications` fills the new tables from the undated ones.
  `UPDATE import_file SET seen = seen || 'T00:00:00Z' WHERE length(seen) = 10;
   DROP INDEX observation_current; DROP INDEX observation_history; DROP INDEX observation_served; DROP INDEX record_current; DROP INDEX record_day;
   ALTER TABLE observation RENAME TO undated_observation;
   ALTER TABLE record RENAME TO undated_record;
   CREATE TABLE observation (
     series TEXT NOT NULL, date TEXT NOT NULL, value REAL, source TEXT NOT NULL, public INTEGER NOT NULL, until INTEGER, basis INTEGER NOT NULL, seen INTEGER NOT NULL,
     current INTEGER NOT NULL, import_id INTEGER NOT NULL REFERENCES import_file(id));
   CREATE TABLE record (
     dataset TEXT NOT NULL, entity TEXT NOT NULL, date TEXT NOT NULL, key TEXT NOT NULL, known TEXT NOT NULL, body TEXT NOT NULL, source TEXT NOT NULL,
     public INTEGER NOT NULL, until INTEGER, basis INTEGER NOT NULL, seen INTEGER NOT NULL, current INTEGER NOT NULL, import_id INTEGER NOT NULL REFERENCES import_file(id));
   CREATE TABLE newest_public (at INTEGER NOT NULL);
   INSERT INTO newest_public VALUES (${ALWAYS});`,
  // Few values are ever revised: this index is small, and shows at once that a series has none.
  `CREATE INDEX observation_revised ON observation (series) WHERE current = 0;`,
  // Names count from the filing day. Of earlier imports it is not stored: they count always, until a rebuild.
  `DROP INDEX security_name_ticker;
   ALTER TABLE security_name RENAME TO undated_name;
   CREATE TABLE security_name (cusip TEXT NOT NULL, ticker TEXT NOT NULL, known TEXT NOT NULL, lines INTEGER NOT NULL, PRIMARY KEY (cusip, ticker, known)) WITHOUT ROWID;
   CREATE INDEX security_name_ticker ON security_name (ticker, known) WHERE ticker <> '';
   INSERT INTO security_name SELECT cusip, ticker, '', lines FROM undated_name;
   DROP TABLE undated_name;`,
  // Of earlier imports only the day was stored. It counts to its end, as in `endOfImportDay`.
  `UPDATE import_file SET seen = substr(seen, 1, 10) || 'T23:59:59Z' WHERE seen LIKE '%T00:00:00Z';`,
  // A renewed key counts its requests with the key that it replaces (`account`), which may still work for some time (until `ends`).
  `ALTER TABLE api_key ADD COLUMN account TEXT; ALTER TABLE api_key ADD COLUMN ends TEXT;`,
  // Rows of the last eight days get their place in the order of imports; earlier ones can no longer be asked for.
  `ALTER TABLE record ADD COLUMN stored INTEGER;
   UPDATE record SET stored = n.at FROM (
     SELECT rowid AS id, seen * 1000 + ROW_NUMBER() OVER (ORDER BY seen, rowid) AS at FROM record
     WHERE dataset IN ('funding', 'whale_transfer', 'market') AND seen > (SELECT MAX(unixepoch(seen)) FROM import_file) * 1000 - 691200000) AS n
   WHERE record.rowid = n.id;
   CREATE INDEX record_stored ON record (dataset, stored) WHERE stored IS NOT NULL AND current = 1;
   CREATE TABLE change_moment (name TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
   INSERT INTO change_moment SELECT '', IFNULL(MAX(stored), 0) FROM record;
   CREATE TABLE change_row (family TEXT NOT NULL, name TEXT NOT NULL, version TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (family, name)) WITHOUT ROWID;
   CREATE INDEX change_row_at ON change_row (family, at);`,
  // Webhooks and their deliveries.
  `CREATE TABLE webhook (
     id TEXT PRIMARY KEY, account TEXT NOT NULL, url TEXT NOT NULL, families TEXT NOT NULL, symbol TEXT, created TEXT NOT NULL, after INTEGER NOT NULL, secret TEXT NOT NULL,
     leased_by TEXT, leased_until INTEGER);
   CREATE TABLE webhook_delivery (
     number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, webhook TEXT NOT NULL REFERENCES webhook(id) ON DELETE CASCADE, family TEXT NOT NULL, rows INTEGER NOT NULL,
     created INTEGER NOT NULL, state TEXT NOT NULL, attempts INTEGER NOT NULL, tried INTEGER, due INTEGER, expires INTEGER NOT NULL, status INTEGER, error TEXT, body TEXT NOT NULL);
   CREATE INDEX webhook_delivery_state ON webhook_delivery (webhook, state, number);`,
  // The number of the rules by which a document's rows were read, and why the values of a report of holdings may be wrong.
  `ALTER TABLE import_file ADD COLUMN rules INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE holdings_report ADD COLUMN doubt TEXT;
   CREATE INDEX holdings_report_doubt ON holdings_report (period) WHERE doubt IS NOT NULL;`,
  // Confirmations and decisions are entries of the log, and a document's entry has the day and the moment that its rows depend on.
  `ALTER TABLE import_file ADD COLUMN published TEXT; ALTER TABLE import_file ADD COLUMN confirmed TEXT; ALTER TABLE import_file ADD COLUMN detail TEXT;
   ALTER TABLE import_file ADD COLUMN entry TEXT; ALTER TABLE import_file ADD COLUMN chain TEXT;
   CREATE INDEX import_file_confirm ON import_file (file) WHERE publisher = 'confirm' AND detail IS NOT NULL;
   CREATE INDEX import_file_rows ON import_file (id) WHERE publisher NOT IN ('confirm', 'decide');
   DELETE FROM freshness WHERE name = '';
   INSERT INTO import_file (publisher, file, sha256, rows, seen, detail)
     SELECT 'confirm', 'as of ' || at, '', 0, at, json_object('plus', json_group_array(name)) FROM freshness GROUP BY at ORDER BY at;
   INSERT INTO import_file (publisher, file, sha256, rows, seen, detail)
     SELECT 'decide', id, '', 0, decided || 'T00:00:00Z', CASE enabled WHEN 1 THEN 'on' ELSE 'off' END FROM publisher WHERE id <> 'restored' ORDER BY id;`,
  // The tables of the ledger are in a file of its own. `splitOff` moves them.
  "",
];

/** Number of the step that `splitOff` makes. */
const SPLIT = 19;

/** Number of the step after which the rows of the undated tables are dated. */
const DATED = STEPS.findIndex((step) => step.includes("undated_observation")) + 1;

/** The number of applied steps; undefined in a new database. Reads without a lock, so that others can open the database during a large import. */
export const schemaVersionOf = (sql: Sql): number | undefined =>
  hasTable(sql, "schema_version") ? selectValue(sql, "SELECT version FROM schema_version") : undefined;

const later = (version: number): OtherVersion =>
  new OtherVersion(
    `The database was written by a later version of the service (schema ${version}, this one knows ${STEPS.length}). Update the service, or start with another --data folder.`,
  );

/**
 * Checks which version wrote a database, without changing it. Calls `earlier` with the refusal of an earlier one.
 *
 * @throws OtherVersion for a database of a later version
 */
export function checkVersion(sql: Sql, file: string, earlier: ((refusal: OtherVersion) => void) | undefined): void {
  const version = schemaVersionOf(sql) ?? STEPS.length;
  if (version > STEPS.length) throw later(version);
  if (version === STEPS.length) return;
  earlier?.(
    new OtherVersion(
      `The database ${file} was written by an earlier version of the service (schema ${version}, this one knows ${STEPS.length}). Nothing was changed. ` +
        `Type: npm run -s data -- backup before-upgrade.backup --data ${JSON.stringify(path.dirname(file))}. Then stop the service of the earlier version if it runs, and start this one, which upgrades it; or add --upgrade to a data or key command.`,
    ),
  );
}

const upgrades = (from: number): string =>
  `The database is of an earlier version of the service and is upgraded. Schema ${from} becomes ${STEPS.length}; the way back is a backup of before. With millions of rows this takes some minutes, and as much free disk space as the database itself. If it is stopped, the next start begins again.`;

/** Makes the steps before the split, in one transaction. A new database gets all tables at once. */
function migrateRows(sql: Sql, notice: (sentence: string) => void): void {
  // Locked first: of two processes that open a new file at once, the second finds it done.
  writing(sql, () => {
    sql.exec("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)");
    const from = schemaVersionOf(sql);
    if (from === undefined) {
      sql.exec(SCHEMA);
      execute(sql, "INSERT INTO schema_version (version) VALUES (?)", STEPS.length);
      return;
    }
    if (from > STEPS.length) throw later(from);
    if (from > 0 && from < STEPS.length) notice(upgrades(from));
    const before = STEPS.slice(0, SPLIT - 1);
    before.forEach((step, i) => {
      if (i < from) return;
      sql.exec(step);
      if (i + 1 === DATED) datePublications(sql);
    });
    execute(sql, "UPDATE schema_version SET version = MAX(version, ?)", before.length);
  });
}

/** Updates the schema. Tells `notice` before it changes an older one. @throws OtherVersion for a database of a later version of the service. */
export function migrate(sql: Sql, file: string, notice: (sentence: string) => void): void {
  if (schemaVersionOf(sql) === STEPS.length) return;
  migrateRows(sql, notice);
  writing(sql, () => {
    const from = schemaVersionOf(sql)!;
    if (from === SPLIT - 1) splitOff(sql, file, notice);
    for (const step of STEPS.slice(Math.max(from, SPLIT))) sql.exec(step);
    execute(sql, "UPDATE schema_version SET version = ?", STEPS.length);
  });
  forgetRevocations(file);
}
