import { ALWAYS } from "./publication";

/**
 * The schema of a new database, equal to the one after all `STEPS`; a test compares. `current` marks the newest version of a value; `public` and `until` are the
 * moments from and until which a version was served; `stored` is a record's place in the order of `changes.ts`.
 */
export const SCHEMA = `
  CREATE TABLE import_file (
    id INTEGER PRIMARY KEY, publisher TEXT NOT NULL, file TEXT NOT NULL, sha256 TEXT NOT NULL, rows INTEGER NOT NULL, seen TEXT NOT NULL, taken_back TEXT,
    confirms INTEGER NOT NULL DEFAULT 0, rules INTEGER NOT NULL DEFAULT 0);
  CREATE INDEX import_file_sha256 ON import_file (sha256);
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

  CREATE TABLE feed (
    id TEXT PRIMARY KEY, tried TEXT, succeeded TEXT, failure TEXT, next_due TEXT, validators TEXT NOT NULL DEFAULT '{}');
  CREATE TABLE feed_document (feed TEXT NOT NULL, part TEXT NOT NULL, refused_by TEXT, PRIMARY KEY (feed, part)) WITHOUT ROWID;
  CREATE TABLE publisher (id TEXT PRIMARY KEY, enabled INTEGER NOT NULL, decided TEXT NOT NULL);
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
