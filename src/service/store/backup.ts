import Database from "libsql";
import { createHash, randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readSync, renameSync, rmdirSync, rmSync, statfsSync, statSync, writeSync } from "node:fs";
import path from "node:path";
import { folderArchive } from "./archive";
import { damageOf, execute, hasTable, isDamage, isFull, selectRow, selectRows, selectValue, type Sql, writing } from "../sqlite/sql";
import { LEDGER } from "../ledger/ledger";
import { markRestored, storeRevocations } from "../ledger/split";
import { schemaVersionOf, STEPS } from "./migrations";

/**
 * A backup is a SQLite database of its own: `backup` has its format and the schema of the service's database in it, `file` lists its files with their SHA-256,
 * and `part` has their bytes in pieces, because SQLite limits a value to a gigabyte.
 */
const FORMAT = 1;
const SCHEMA = `
  CREATE TABLE backup (format INTEGER NOT NULL, schema INTEGER NOT NULL, version TEXT NOT NULL, created TEXT NOT NULL);
  CREATE TABLE file (name TEXT PRIMARY KEY, size INTEGER NOT NULL, sha256 TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE part (name TEXT NOT NULL, n INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (name, n));`;
const PART = 4 * 1024 * 1024;
const DATABASE = "service.db";

/** The message says what is wrong with a backup, or with the place for it, and what to do. Nothing was changed. */
export class RefusedBackup extends Error {}

interface BackedUp {
  readonly documents: number;
  readonly bytes: number;
  /** The number of imported documents that the archive lacks. */
  readonly missing: number;
}

interface BackupState {
  readonly version: string;
  /** ISO 8601, UTC. */
  readonly created: string;
  readonly documents: number;
}

const suffix = (): string => randomBytes(6).toString("hex");
/** The places of a document in the archive, relative to the data folder: compressed, or as received. */
const placesOf = (sha256: string): string[] => ["gz", "zip"].map((ending) => `documents/${sha256.slice(0, 2)}/${sha256}.${ending}`);
const NAME = /^(service\.db|ledger\.db|key|documents\/[0-9a-f]{2}\/[0-9a-f]{64}\.(gz|zip))$/;

/** Adds a file in pieces. Returns its size. */
function add(sql: Sql, name: string, from: string): number {
  const hash = createHash("sha256");
  const fd = openSync(from, "r");
  let size = 0;
  try {
    const piece = Buffer.alloc(PART);
    for (let n = 0; ; n++) {
      let got = 0;
      for (let read = -1; read !== 0 && got < PART; got += read) read = readSync(fd, piece, got, PART - got, null);
      if (got === 0) break;
      const bytes = Buffer.from(piece.subarray(0, got));
      hash.update(bytes);
      execute(sql, "INSERT INTO part (name, n, bytes) VALUES (?, ?, ?)", name, n, bytes);
      size += got;
    }
  } finally {
    closeSync(fd);
  }
  execute(sql, "INSERT INTO file (name, size, sha256) VALUES (?, ?, ?)", name, size, hash.digest("hex"));
  return size;
}

function flushed(file: string): void {
  const fd = openSync(file, "r+");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Opens a database file for the work, and closes it. */
function inDatabase<T>(file: string, work: (sql: Sql) => T, options?: { readonly readonly: boolean }): T {
  const sql = new Database(file, options);
  try {
    return work(sql);
  } finally {
    sql.close();
  }
}

/** True if the file is a backup of this or a later format. */
function isBackup(file: string): boolean {
  const has = (sql: Sql): boolean => {
    try {
      return hasTable(sql, "backup");
    } catch {
      return false;
    }
  };
  return inDatabase(file, has, { readonly: true });
}

/** What a restore replaces. Certificates stay: they belong to the machine. */
const REPLACED = [...[DATABASE, LEDGER].flatMap((file) => [file, `${file}-wal`, `${file}-shm`]), "key", "documents"];

/** The service's own files and folders in a data folder, besides those that a restore replaces. */
const OWN = [`${DATABASE}-journal`, `${LEDGER}-journal`, "certificates", "revoked", "running.json", "updating"];

/** @throws RefusedBackup for a place in which a backup cannot be, or must not be. */
function refusePlace(data: string, file: string): void {
  const [target, into] = [path.resolve(file), path.dirname(path.resolve(file))];
  if (target === data) throw new RefusedBackup(`${file} is the data folder. Name a file in another folder, best on another disk.`);
  const [first = ""] = path.relative(data, target).split(path.sep);
  if ([...REPLACED, ...OWN].includes(first))
    throw new RefusedBackup(`${file} is a name of the service's own files in the data folder. Name a file in another folder, best on another disk.`);
  const parent = statSync(into, { throwIfNoEntry: false });
  if (!parent) throw new RefusedBackup(`The folder ${into} does not exist. Create it, or name a file in another folder.`);
  if (!parent.isDirectory()) throw new RefusedBackup(`${into} is a file, not a folder. Name a file in a folder.`);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isDirectory()) throw new RefusedBackup(`${file} is a folder. Name a file in it, such as ${path.join(file, "service.backup")}.`);
  if (found && found.size > 0 && !isBackup(file)) throw new RefusedBackup(`${file} exists and is not a backup. Name another file.`);
}

/** Creates the file that is written, for this user only. @throws RefusedBackup if this user may not create it there, or the disk is read-only. */
function createDraft(draft: string): void {
  const into = path.dirname(draft);
  try {
    closeSync(openSync(draft, "wx", 0o600));
  } catch (e) {
    const { code } = e as NodeJS.ErrnoException;
    if (code === "EROFS") throw new RefusedBackup(`The disk with ${into} is read-only. Name a file on another disk.`);
    if (code === "EACCES" || code === "EPERM")
      throw new RefusedBackup(
        `This user may not write into ${into} (root acts as the owner of the data folder). Name a file in a folder where that user may write.`,
      );
    throw e;
  }
}

/** The bytes that a backup needs on its disk while it is written: the copies of the databases, and the backup with those copies and the documents. */
function neededFor(data: string): number {
  const sizeOf = (name: string): number => statSync(path.join(data, name), { throwIfNoEntry: false })?.size ?? 0;
  const documents = folderArchive(path.join(data, "documents")).size().bytes;
  return 2 * [DATABASE, LEDGER].reduce((sum, file) => sum + sizeOf(file) + sizeOf(`${file}-wal`), 0) + documents;
}

const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`;

/**
 * Copies the database and the ledger, the documents that they list and the key of a data folder into one file, also while the service runs: each copy is one state of
 * its database, and documents never change. The file is written next to its place and renamed: an earlier backup is replaced whole or not at all.
 *
 * @throws RefusedBackup if the place is unsuitable, or its disk is full.
 */
export function writeBackup(folder: string, file: string, { now, version }: { readonly now: string; readonly version: string }): BackedUp {
  if (!existsSync(path.join(folder, DATABASE)))
    throw new RefusedBackup(
      `There is nothing to back up: ${path.join(folder, DATABASE)} does not exist. Start the service once, or name the data folder with --data.`,
    );
  refusePlace(path.resolve(folder), file);
  const draft = `${file}.${suffix()}`;
  const copies = copiesBeside(draft);
  try {
    createDraft(draft);
    const result = writeDraft(folder, draft, copies, { now, version });
    flushed(draft);
    renameSync(draft, file);
    return result;
  } catch (e) {
    if (!isFull(e)) throw e;
    removeDraft(draft, copies);
    const into = path.dirname(path.resolve(file));
    const { bavail, bsize } = statfsSync(into);
    throw new RefusedBackup(
      `The disk with ${into} is full: the backup needs ${inMegabytes(neededFor(folder))} while it is written, and ${inMegabytes(bavail * bsize)} are free. Nothing was written. Free some space, or name a file on another disk.`,
    );
  } finally {
    removeDraft(draft, copies);
  }
}

/** Names for copies of the two databases, on the disk of the draft. */
interface Copies {
  readonly database: string;
  readonly ledger: string;
}

const copiesBeside = (draft: string): Copies => ({ database: `${draft}.db`, ledger: `${draft}.ledger.db` });

function removeDraft(draft: string, { database, ledger }: Copies): void {
  for (const file of [draft, database, ledger]) for (const left of [file, `${file}-journal`]) rmSync(left, { force: true });
}

const copyWhole = (from: string, to: string): void =>
  // Not opened as a store: that would upgrade a database of an earlier version, which this backup is to keep.
  inDatabase(from, (source) => {
    source.exec("PRAGMA busy_timeout = 60000");
    source.prepare("VACUUM INTO ?").run(to);
  });

/** Writes a backup in its draft. */
function writeDraft(folder: string, draft: string, copies: Copies, { now, version }: { readonly now: string; readonly version: string }): BackedUp {
  const ledger = path.join(folder, LEDGER);
  const hasLedger = existsSync(ledger);
  // First: what was fetched in between is fetched again after a restore. The other way round, its rows would be missing.
  if (hasLedger) copyWhole(ledger, copies.ledger);
  copyWhole(path.join(folder, DATABASE), copies.database);
  const { schema, shas, isSplit } = inDatabase(copies.database, (database) => {
    // Until the upgrade is complete, the tables are in the database, whatever ledger is there.
    const isSplit = !hasTable(database, "api_key") && hasTable(database, "schema_version");
    if (isSplit && !(hasLedger && inDatabase(copies.ledger, (sql) => hasTable(sql, "ledger"))))
      throw new RefusedBackup(`There is no ledger with keys in ${ledger}. Nothing was written. Restore the folder from an earlier backup.`);
    if (hasTable(database, "api_key")) storeRevocations(database, folder);
    const dated = selectValue(database, "SELECT 1 FROM pragma_table_info('import_file') WHERE name = 'taken_back'") !== undefined;
    // An entry that is no document, such as that of a rebuild or of a forgotten series, has no SHA-256.
    const ofEach = `SELECT sha256, ${dated ? "MAX(taken_back IS NULL)" : "1"} AS live FROM import_file WHERE sha256 <> '' GROUP BY sha256`;
    return { schema: schemaVersionOf(database) ?? 0, shas: selectRows<{ sha256: string; live: number }>(database, ofEach), isSplit };
  });
  let [bytes, documents, missing] = [0, 0, 0];
  inDatabase(draft, (sql) => {
    sql.exec(SCHEMA);
    writing(sql, () => {
      execute(sql, "INSERT INTO backup VALUES (?, ?, ?, ?)", FORMAT, schema, version, now);
      bytes += add(sql, DATABASE, copies.database);
      if (isSplit) bytes += add(sql, LEDGER, copies.ledger);
      if (existsSync(path.join(folder, "key"))) bytes += add(sql, "key", path.join(folder, "key"));
      for (const { sha256, live } of shas) {
        const places = placesOf(sha256).filter((place) => existsSync(path.join(folder, place)));
        for (const place of places) bytes += add(sql, place, path.join(folder, place));
        if (places.length > 0) documents++;
        else missing += live;
      }
    });
  });
  return { documents, bytes, missing };
}

const DAMAGED = "is damaged. Nothing was changed. Use another backup";

/** Opens a backup for reading. @throws RefusedBackup for another file, or a backup of a later version. */
function openBackup(file: string): { readonly sql: Sql; readonly state: Omit<BackupState, "documents">; readonly names: readonly FileRow[] } {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new RefusedBackup(`There is no file ${file}. Name the file that data -- backup wrote.`);
  const sql = new Database(file, { readonly: true });
  try {
    // Whether it is a backup is asked first: reading any other file fails in many ways.
    if (!hasTable(sql, "backup")) throw new RefusedBackup(`${file} is a database, but not a backup. Name the file that data -- backup wrote.`);
    const row = selectRow<{ format: number; schema: number; version: string; created: string }>(sql, "SELECT * FROM backup");
    if (!row) throw new RefusedBackup(`${file} ${DAMAGED}.`);
    if (row.format > FORMAT || row.schema > STEPS.length)
      throw new RefusedBackup(
        `${file} was written by a later version of the service (${row.version}). Nothing was changed. Update the service, then restore again.`,
      );
    const names = selectRows<FileRow>(sql, "SELECT name, size, sha256 FROM file ORDER BY name");
    if (names.some(({ name }) => !NAME.test(name)) || !names.some(({ name }) => name === DATABASE)) throw new RefusedBackup(`${file} ${DAMAGED}.`);
    return { sql, state: { version: row.version, created: row.created }, names };
  } catch (e) {
    sql.close();
    if (e instanceof RefusedBackup) throw e;
    throw new RefusedBackup(`${file} is not a backup, or ${DAMAGED} (${(e as Error).message}).`);
  }
}

interface FileRow {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

/** Writes a file of the backup. @throws RefusedBackup if its bytes are not those that were backed up. */
function extract(sql: Sql, { name, size, sha256 }: FileRow, to: string, file: string): void {
  mkdirSync(path.dirname(to), { recursive: true, mode: 0o700 });
  const hash = createHash("sha256");
  let written = 0;
  const fd = openSync(to, "wx", 0o600);
  try {
    for (let n = 0; ; n++) {
      const bytes = selectValue<Buffer>(sql, "SELECT bytes FROM part WHERE name = ? AND n = ?", name, n);
      if (!bytes) break;
      hash.update(bytes);
      for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
      written += bytes.length;
    }
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  if (written !== size || hash.digest("hex") !== sha256) throw new RefusedBackup(`${file} ${DAMAGED} (${name}).`);
}

interface Restored extends BackupState {
  /** Where the previous data of the folder is; undefined if there was none. */
  readonly previous: string | undefined;
}

/**
 * Replaces the data of a folder with a backup, marked as restored. Everything is written next to it and checked before anything is moved; the previous data is moved aside, not deleted. No
 * service may use the folder.
 *
 * @throws RefusedBackup if the backup is damaged or of a later version; the data is then as before.
 */
export function restoreBackup(folder: string, file: string, now: number): Restored {
  const { sql, state, names } = openBackup(file);
  const staged = path.join(folder, `restoring.${suffix()}`);
  try {
    mkdirSync(staged, { recursive: true, mode: 0o700 });
    mkdirSync(path.join(staged, "documents"), { mode: 0o700 });
    try {
      for (const row of names) extract(sql, row, path.join(staged, row.name), file);
      for (const name of [DATABASE, LEDGER].filter((one) => existsSync(path.join(staged, one)))) {
        const found = inDatabase(path.join(staged, name), damageOf);
        if (found !== undefined) throw new RefusedBackup(`${file} ${DAMAGED} (${found}).`);
      }
      // Before it is in its place, so that no service can deliver from it.
      const marked = path.join(staged, existsSync(path.join(staged, LEDGER)) ? LEDGER : DATABASE);
      inDatabase(marked, (copy) => markRestored(copy, new Date(now).toISOString().slice(0, 10)));
    } catch (e) {
      if (!isDamage(e)) throw e;
      throw new RefusedBackup(`${file} ${DAMAGED} (${(e as Error).message}).`);
    }
    const previous = exchange(folder, staged, now);
    return { ...state, documents: names.filter(({ name }) => name.startsWith("documents/")).length, previous };
  } finally {
    sql.close();
    rmSync(staged, { recursive: true, force: true });
  }
}

/** Moves the present data aside and the staged data into its place. If a move fails, moves everything back. */
function exchange(folder: string, staged: string, now: number): string | undefined {
  const aside = path.join(folder, `before-restore-${new Date(now).toISOString().slice(0, 19).replaceAll(":", "-")}`);
  const present = REPLACED.filter((name) => existsSync(path.join(folder, name)));
  const moved: (readonly [from: string, to: string])[] = [];
  const move = (from: string, to: string): void => {
    renameSync(from, to);
    moved.push([from, to]);
  };
  try {
    if (present.length > 0) mkdirSync(aside, { mode: 0o700 });
    for (const name of present) move(path.join(folder, name), path.join(aside, name));
    for (const name of REPLACED) if (existsSync(path.join(staged, name))) move(path.join(staged, name), path.join(folder, name));
  } catch (e) {
    for (const [from, to] of moved.reverse()) renameSync(to, from);
    if (existsSync(aside)) rmdirSync(aside);
    throw e;
  }
  return present.length > 0 ? aside : undefined;
}
