import { createHash } from "node:crypto";
import { accessSync, closeSync, constants, existsSync, fsyncSync, mkdirSync, openSync, renameSync, statSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import Database from "libsql";
import { isReadOnly, type Sql } from "./sql";

/** The path of a database that is stored in no file. */
export const MEMORY = ":memory:";

/**
 * Identifies a database file on this machine. A copy of the data folder has another id; the same file under another path keeps its id.
 * Undefined if there is no such file.
 */
export function storeIdOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && createHash("sha256").update(`${found.dev}:${found.ino}`).digest("hex").slice(0, 16);
}

/**
 * Notes the file that is open under a name. The returned check throws an error that `databaseFault` explains if it was moved, deleted or replaced: reads continue to work on a
 * deleted file, and everything written to it is lost.
 */
export function fileInPlace(file: string): () => void {
  const id = file === MEMORY ? undefined : storeIdOf(file);
  return () => {
    if (id !== undefined && storeIdOf(file) !== id) throw Object.assign(new Error(`${file} is not the open database`), { code: "SQLITE_READONLY_DBMOVED" });
  };
}

function isOnReadOnlyDisk(file: string): boolean {
  try {
    accessSync(path.dirname(file), constants.W_OK);
    return false;
  } catch (e) {
    return (e as NodeJS.ErrnoException).code === "EROFS";
  }
}

/** True if the last commits are still in a log file next to the database. Reading only the database would miss them. */
export const hasUnmergedLog = (file: string): boolean => (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;

/** True if another process may have the database open, or ended without closing it. */
export const hasLogFiles = (file: string): boolean => hasUnmergedLog(file) || existsSync(`${file}-shm`);

function opened(address: string, file: string): Sql {
  const sql = new Database(address);
  try {
    sql.exec("PRAGMA busy_timeout = 5000");
    // With a write-ahead log every commit is complete even after a crash. FULL: it is on the disk before an import or a key is confirmed (`writingCounts`: all but counts).
    if (address === file && file !== MEMORY) sql.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
    // Opening reads nothing; this is the first read of the file.
    sql.prepare("SELECT COUNT(*) FROM sqlite_master").get();
    return sql;
  } catch (e) {
    sql.close();
    throw e;
  }
}

/**
 * Opens a file that the database driver cannot change. While another process may write to it, its log files are read and locked too. Otherwise it needs no lock and no log
 * files, which could not be created on a read-only disk.
 */
function openedForReading(file: string): Sql {
  const unchanging = `${pathToFileURL(file).href}?immutable=1`;
  if (!hasLogFiles(file)) return opened(unchanging, file);
  try {
    return opened(`${pathToFileURL(file).href}?mode=ro`, file);
  } catch (e) {
    if (!isReadOnly(e) || hasUnmergedLog(file)) throw e;
    return opened(unchanging, file);
  }
}

/**
 * Opens a database file, or creates it with its folder. On a read-only disk it is opened for reading. `readOnly`: never changes or creates a file.
 *
 * @throws the driver's error for a file that cannot be opened, or is no valid database; nothing is written to it.
 */
export function openSqlite(file: string, readOnly: boolean): Sql {
  if (file === MEMORY) return opened(file, file);
  if (readOnly) return openedForReading(file);
  const isThere = existsSync(file);
  if (!isThere) mkdirSync(path.dirname(file), { recursive: true });
  try {
    return opened(file, file);
  } catch (e) {
    if (!isThere || !isReadOnly(e) || !isOnReadOnlyDisk(file) || hasUnmergedLog(file)) throw e;
    return openedForReading(file);
  }
}

/** Renames a database with its companion files. */
export function renameDatabase(file: string, to: string): void {
  for (const ending of ["-wal", "-shm", ""]) if (existsSync(`${file}${ending}`)) renameSync(`${file}${ending}`, `${to}${ending}`);
}

/** Writes a folder's list of files to the disk, so that a loss of power does not lose a name. Windows does that by itself, and opens no folders. */
export function flushFolder(folder: string): void {
  if (process.platform === "win32") return;
  const fd = openSync(folder, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Puts a file that is on the disk into its place, with its name. */
export function putInPlace(draft: string, file: string): void {
  renameSync(draft, file);
  flushFolder(path.dirname(file));
}

/** Creates a database for temporary tables that may be larger than memory: they are on the disk while it is open. */
export function openTemporary(): Sql {
  const sql = new Database(MEMORY);
  sql.exec("PRAGMA temp_store = FILE; PRAGMA temp.cache_size = -8192");
  return sql;
}
