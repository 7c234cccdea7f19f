import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import Database from "libsql";
import { isDamage, isReadOnly, type Sql } from "./sql";
import { documentLogIn } from "./document-log";

/**
 * Identifies a database file on this machine. A copy of the data folder has another id; the same file under another path keeps its id.
 * Undefined if there is no such file.
 */
export function storeIdOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && createHash("sha256").update(`${found.dev}:${found.ino}`).digest("hex").slice(0, 16);
}

/** A database file that is empty, truncated or overwritten. The message says what to do. */
export class DamagedDatabase extends Error {}

export const documentsBeside = (file: string): string => path.join(path.dirname(file), "documents");

function hasDocuments(file: string): boolean {
  const folder = documentsBeside(file);
  return existsSync(folder) && readdirSync(folder).length > 0;
}

function damaged(file: string, how: string): DamagedDatabase {
  const folder = path.dirname(file);
  const remedy = existsSync(documentLogIn(documentsBeside(file)))
    ? `The imported documents are kept. Stop the service, then type: npm run -s data -- rebuild --data ${JSON.stringify(folder)}. It keeps the damaged file under another name`
    : hasDocuments(file)
      ? `The imported documents are kept, but no list of what they are. Restore ${folder} from a backup, or import the files again into another folder (--data)`
      : `No imported documents are kept. Restore ${folder} from a backup, or rename the file: the next start makes a new database`;
  return new DamagedDatabase(`The database ${file} is ${how}. Nothing was written to it. ${remedy}.`);
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
const hasUnmergedLog = (file: string): boolean => (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;

/** True if another process may have the database open, or ended without closing it. */
export const hasLogFiles = (file: string): boolean => hasUnmergedLog(file) || existsSync(`${file}-shm`);

function opened(address: string, file: string): Sql {
  const sql = new Database(address);
  try {
    sql.exec("PRAGMA busy_timeout = 5000");
    // With a write-ahead log every commit is complete even after a crash. FULL: it is on the disk before an import or a key is confirmed (`writingCounts`: all but counts).
    if (address === file && file !== ":memory:") sql.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
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
 * Opens a database file, or creates it. On a read-only disk it is opened for reading. `readOnly`: never changes or creates a file. `recreate`: creates a new database
 * although documents of an earlier one exist.
 *
 * @throws DamagedDatabase for an invalid file; nothing is written to it.
 */
export function openDatabase(file: string, { readOnly = false, recreate = false }: { readonly readOnly?: boolean; readonly recreate?: boolean } = {}): Sql {
  if (file === ":memory:") return opened(file, file);
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found && !recreate && existsSync(documentLogIn(documentsBeside(file)))) throw damaged(file, "missing");
  if (!found && !readOnly) mkdirSync(path.dirname(file), { recursive: true });
  // SQLite treats an empty file as a new database. If documents lie next to it, it has lost its rows.
  if (found?.size === 0 && !hasUnmergedLog(file) && hasDocuments(file)) throw damaged(file, "empty");
  try {
    return readOnly ? openedForReading(file) : opened(file, file);
  } catch (e) {
    if (isDamage(e)) throw damaged(file, `damaged (${(e as Error).message})`);
    if (readOnly || !found || !isReadOnly(e) || !isOnReadOnlyDisk(file) || hasUnmergedLog(file)) throw e;
    return openedForReading(file);
  }
}

/** Creates a database for temporary tables that may be larger than memory: they are on the disk while it is open. */
export function openTemporary(): Sql {
  const sql = new Database(":memory:");
  sql.exec("PRAGMA temp_store = FILE; PRAGMA temp.cache_size = -8192");
  return sql;
}
