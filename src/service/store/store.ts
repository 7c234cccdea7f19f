import Database from "libsql";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { folderArchive, memoryArchive, type Archive } from "./archive";
import { createFeeds, type Feeds } from "./feeds";
import { createImportLog, type ImportLog } from "./import-log";
import { createKeys, type Keys } from "./keys";
import { migrate } from "./migrations";
import { createObservations, type Observations } from "./observations";
import { createRecords, type Records } from "./records";
import { createSnapshots } from "./snapshot";
import { createUsage, type Usage } from "./usage";

/** Everything that the service keeps: imported observations and records, keys (hashed), and how much each key has used. */
export interface Store {
  readonly observations: Observations;
  readonly records: Records;
  readonly archive: Archive;
  /** What was imported, in order, for making the rows again. */
  readonly imports: ImportLog;
  /** How fetching stands, and what the operator has turned on. */
  readonly feeds: Feeds;
  readonly keys: Keys;
  readonly usage: Usage;
  /** Does reading work over one state of the database, equal reads once. */
  reading<T>(work: () => T): T;
  close(): void;
}

/**
 * Opens the database, creating it and bringing its schema up to date. `:memory:` keeps nothing.
 * Several processes may hold one file: readers do not block; a writer waits for `busyMs` before it fails.
 * A service that answers while it waits gives a short one: waiting blocks the whole process.
 */
export function openStore({ path: file, busyMs = 5000 }: { readonly path: string; readonly busyMs?: number }): Store {
  if (file !== ":memory:") mkdirSync(path.dirname(file), { recursive: true });
  const sql = new Database(file);
  sql.exec("PRAGMA busy_timeout = 5000");
  if (file !== ":memory:") sql.exec("PRAGMA journal_mode = WAL");
  sql.exec("PRAGMA foreign_keys = ON");
  migrate(sql);
  sql.exec(`PRAGMA busy_timeout = ${busyMs}`);
  const snapshots = createSnapshots(sql);
  const records = createRecords(sql, snapshots);
  const observations = createObservations(sql, records, snapshots);
  return {
    observations,
    records,
    archive: file === ":memory:" ? memoryArchive() : folderArchive(path.join(path.dirname(file), "documents")),
    imports: createImportLog(sql, observations),
    feeds: createFeeds(sql),
    keys: createKeys(sql),
    usage: createUsage(sql),
    reading: snapshots.reading,
    close: () => sql.close(),
  };
}
