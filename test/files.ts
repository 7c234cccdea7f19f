import Database from "libsql";
import { closeSync, copyFileSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { ledgerBeside } from "../src/service/ledger/ledger";

/** The full names of the files below a folder, sorted. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();

/** The same, by their paths in the folder. */
export const pathsBelow = (folder: string): string[] => filesBelow(folder).map((file) => path.relative(folder, file));

/** The bytes of each file below a folder. SQLite changes its own files of locks with every reader, and its logs at any time. */
export const contentsOf = (folder: string, except = /-(wal|shm)$/): Record<string, string> =>
  Object.fromEntries(
    filesBelow(folder)
      .filter((file) => !except.test(file))
      .map((file) => [file, readFileSync(file, "base64")]),
  );

/**
 * Writes everything to the database file itself, for damage that shall not miss the write-ahead log. It is then a copy that this process has never opened:
 * the driver shares its open files.
 *
 * @param ask reads from the database before
 */
export function settle<T>(database: string, ask?: (sql: Database.Database) => T): T | undefined {
  const sql = new Database(database);
  sql.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const asked = ask?.(sql);
  sql.close();
  for (const ending of ["-wal", "-shm"]) rmSync(`${database}${ending}`, { force: true });
  copyFileSync(database, `${database}.copy`);
  renameSync(`${database}.copy`, database);
  return asked;
}

/** Copies a database and its ledger, as they are now, into another folder. */
export function copyDatabase(database: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true });
  for (const [file, copy] of [[database, to] as const, [ledgerBeside(database), ledgerBeside(to)] as const]) {
    const sql = new Database(file);
    try {
      sql.prepare("VACUUM INTO ?").run(copy);
    } finally {
      sql.close();
    }
  }
}

/** Writes over bytes inside a file. */
export function overwrite(file: string, at: number, bytes: Uint8Array): void {
  const fd = openSync(file, "r+");
  writeSync(fd, bytes, 0, bytes.length, at);
  closeSync(fd);
}
