import Database from "libsql";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { folderArchive, memoryArchive, type Archive } from "./archive";
import { createKeys, type Keys } from "./keys";
import { migrate } from "./migrations";
import { createObservations, type Observations } from "./observations";
import { createRecords, type Records } from "./records";
import { createUsage, type Usage } from "./usage";

/** Everything that the service keeps: imported observations and records, keys (hashed), and how much each key has used. */
export interface Store {
  readonly observations: Observations;
  readonly records: Records;
  readonly archive: Archive;
  readonly keys: Keys;
  readonly usage: Usage;
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
  const records = createRecords(sql);
  return {
    observations: createObservations(sql, records),
    records,
    archive: file === ":memory:" ? memoryArchive() : folderArchive(path.join(path.dirname(file), "documents")),
    keys: createKeys(sql),
    usage: createUsage(sql),
    close: () => sql.close(),
  };
}
