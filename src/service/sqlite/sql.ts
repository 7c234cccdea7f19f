import type Database from "libsql";

/** What the SQL files need of the driver; libsql has better-sqlite3's interface. */
export type Sql = InstanceType<typeof Database>;

type Statement = ReturnType<Sql["prepare"]>;
type Values = readonly unknown[];

/**
 * Statements by their text, apart for each connection and each way of reading: in this driver, `get` after `all` on the same statement returns the row at which `all`
 * stopped. Prepared at their first use, because preparing all at once would take half the time of opening a database.
 */
const preparing = (prepare: (sql: Sql, text: string) => Statement): ((sql: Sql, text: string) => Statement) => {
  const ofConnections = new WeakMap<Sql, Map<string, Statement>>();
  return (sql, text) => {
    let statements = ofConnections.get(sql);
    if (!statements) ofConnections.set(sql, (statements = new Map()));
    let statement = statements.get(text);
    if (!statement) statements.set(text, (statement = prepare(sql, text)));
    return statement;
  };
};
const prepare = (sql: Sql, text: string): Statement => sql.prepare(text);
const prepareRaw = (sql: Sql, text: string): Statement => sql.prepare(text).raw();
const forRow = preparing(prepare);
const forRows = preparing(prepare);
const forColumns = preparing(prepareRaw);
const forFirst = preparing(prepareRaw);
const forChange = preparing(prepare);

/** The first row; undefined without one. */
export const selectRow = <T>(sql: Sql, text: string, ...values: Values): T | undefined => forRow(sql, text).get(values) as T | undefined;

export const selectRows = <T>(sql: Sql, text: string, ...values: Values): T[] => forRows(sql, text).all(values) as T[];

/** Rows as lists of their columns. */
export const selectColumns = <T extends readonly unknown[]>(sql: Sql, text: string, ...values: Values): T[] => forColumns(sql, text).all(values) as T[];

/** The columns of the first row; undefined without one. */
export const selectFirst = <T extends readonly unknown[]>(sql: Sql, text: string, ...values: Values): T | undefined =>
  forFirst(sql, text).get(values) as T | undefined;

/** The first column of the first row; undefined without a row. */
export const selectValue = <T>(sql: Sql, text: string, ...values: Values): T | undefined => selectFirst<readonly [T]>(sql, text, ...values)?.[0];

/** Runs a statement that changes rows. */
export const execute = (sql: Sql, text: string, ...values: Values): { readonly changes: number; readonly lastInsertRowid: number | bigint } =>
  forChange(sql, text).run(values);

/** SQL: the different values of a column as the table `each`. Steps from value to value through the column's index, because DISTINCT reads every row. */
export const eachValue = (column: string, table: string, condition = "true"): string =>
  `WITH RECURSIVE each(${column}) AS (SELECT MIN(${column}) FROM ${table} WHERE ${condition} UNION ALL
     SELECT (SELECT MIN(${column}) FROM ${table} WHERE ${condition} AND ${column} > each.${column}) FROM each WHERE each.${column} IS NOT NULL)`;

export const hasTable = (sql: Sql, name: string): boolean =>
  selectValue(sql, "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", name) !== undefined;

/** The damage of a database file in SQLite's words. Undefined if it is valid. Reads the whole file. */
export function damageOf(sql: Sql): string | undefined {
  const found = selectValue<string>(sql, "PRAGMA quick_check(1)")!;
  return found === "ok" ? undefined : found;
}

const REBUILD = "npm run -s data -- rebuild";

/** What SQLite's codes mean, and what to do. The first matching prefix counts. */
const FAULTS: readonly (readonly [code: string, fault: string])[] = [
  [
    "SQLITE_BUSY",
    "another command is writing to the database (an import, an update, a rebuild or an upgrade). Wait until it is done, then type the command again",
  ],
  ["SQLITE_FULL", "the disk with the data folder is full. Free some space"],
  ["SQLITE_READONLY_DBMOVED", "the database file was moved, deleted or replaced. Put it back, or start the service again"],
  ["SQLITE_READONLY", "the database cannot be written to. Check that its disk is not mounted read-only, and that this user owns the data folder"],
  ["SQLITE_CANTOPEN", "the database cannot be opened. Check that its disk is not mounted read-only, and that this user owns the data folder"],
  ["SQLITE_CORRUPT", `the database is damaged. Stop the service, then type: ${REBUILD}`],
  ["SQLITE_NOTADB", `the database is damaged: it is not a database. Stop the service, then type: ${REBUILD}`],
];

/** SQLite's primary codes by number. The driver reports some extended codes only as a number. */
const NAMES: Readonly<Record<number, string>> = {
  5: "SQLITE_BUSY",
  8: "SQLITE_READONLY",
  10: "SQLITE_IOERR",
  11: "SQLITE_CORRUPT",
  13: "SQLITE_FULL",
  14: "SQLITE_CANTOPEN",
  26: "SQLITE_NOTADB",
};

/** The SQLite code by name, or the error's own code. */
function codeOf(e: unknown): string {
  const { code, rawCode, message } = (e ?? {}) as { code?: unknown; rawCode?: unknown; message?: unknown };
  if (typeof code === "string" && code.startsWith("SQLITE_")) return code;
  // If a file cannot be opened, the number is only in the message.
  const number = typeof rawCode === "number" ? rawCode : Number(/ConnectionFailed\(.*: (\d+)"\)/.exec(String(message))?.[1]);
  return (Number.isInteger(number) && (NAMES[number & 0xff] ?? `SQLITE_${number}`)) || String(code);
}

/** True if another process holds the write lock. */
export const isBusy = (e: unknown): boolean => codeOf(e).startsWith("SQLITE_BUSY");

/** True if the file or its folder cannot be written to or opened. */
export const isReadOnly = (e: unknown): boolean => /^SQLITE_(READONLY|CANTOPEN)/.test(codeOf(e));

/** True if the disk that is written to is full. */
export const isFull = (e: unknown): boolean => /^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(codeOf(e));

/** True if the file is not a valid database. */
export const isDamage = (e: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(e));

/** What a database error means and what to do, without a final full stop. Undefined for other errors. */
export function databaseFault(e: unknown): string | undefined {
  const code = codeOf(e);
  if (!code.startsWith("SQLITE_")) return undefined;
  return FAULTS.find(([start]) => code.startsWith(start))?.[1] ?? `the database reports an error (${code}: ${(e as Error).message}). Check the disk`;
}

/** Called before a transaction is committed. Returns what to run afterwards. */
type BeforeCommit = () => (() => void) | undefined;

const before = new WeakMap<Sql, BeforeCommit>();

/** Registers a function that runs at the end of every write transaction of a database. */
export const onCommit = (sql: Sql, run: BeforeCommit): void => void before.set(sql, run);

const waits = new WeakMap<Sql, () => void>();

/**
 * Lets write transactions of a database wait for another process without a limit. `waiting` is called whenever the busy timeout has passed. The process does
 * nothing else meanwhile: not for a command that handles signals.
 */
export const waitForLock = (sql: Sql, waiting: () => void): void => void waits.set(sql, waiting);

function begin(sql: Sql, how: "BEGIN" | "BEGIN IMMEDIATE"): void {
  const waiting = how === "BEGIN IMMEDIATE" ? waits.get(sql) : undefined;
  for (;;)
    try {
      return void sql.exec(how);
    } catch (e) {
      if (!waiting || !isBusy(e)) throw e;
      waiting();
    }
}

const commitAlone = (sql: Sql): void => void sql.exec("COMMIT");

function commit(sql: Sql): void {
  const after = before.get(sql)?.();
  commitAlone(sql);
  after?.();
}

/** Rolls back after an error. A full disk ends the transaction itself, so there is nothing to roll back. An error here must not hide the original one. */
function rollBack(sql: Sql): void {
  if (!sql.inTransaction) return;
  try {
    sql.exec("ROLLBACK");
  } catch {
    // The caller throws the original error. Closing the connection ends the transaction at the latest.
  }
}

/** Runs work in a new transaction, which `end` ends. Rolls back if the work or `end` throws. */
export function inOneTransaction<T>(sql: Sql, how: "BEGIN" | "BEGIN IMMEDIATE", work: () => T, end: (sql: Sql) => void = commitAlone): T {
  begin(sql, how);
  try {
    const result = work();
    end(sql);
    return result;
  } catch (e) {
    rollBack(sql);
    throw e;
  }
}

/**
 * Runs work in one write transaction, or in the open one. Takes the write lock before the work reads anything, so that nothing changes between reading and
 * writing. Waits for another writer as long as the busy timeout, or after `waitForLock` without a limit.
 *
 * @throws what `work` throws; nothing is written then.
 */
export const writing = <T>(sql: Sql, work: () => T): T => (sql.inTransaction ? work() : inOneTransaction(sql, "BEGIN IMMEDIATE", work, commit));

/** Connections that have waited for another writer in vain: their busy timeout in milliseconds, and how many of their writes have succeeded since. */
const hurried = new WeakMap<Sql, { readonly waitMs: number; written: number }>();
/** Writes in a row after which a connection waits again. An import of many documents frees the lock in between. */
const STEADY = 100;

/** Sets how long this connection waits for another writer, in milliseconds. */
export function waitAtMost(sql: Sql, ms: number): void {
  sql.exec(`PRAGMA busy_timeout = ${ms}`);
  hurried.delete(sql);
}

const waitOf = (sql: Sql): number => selectValue(sql, "PRAGMA busy_timeout")!;

/**
 * Runs short writes, such as that of a key, in one transaction. They must not use single statements: one that fails because the database is locked stays
 * open in this driver, and the writes after it are not committed.
 *
 * Waiting blocks the whole process. So after one wait in vain, for a long import, the next writes fail at once while the database is locked.
 */
export function writingBriefly<T>(sql: Sql, work: () => T): T {
  if (sql.inTransaction) return work();
  const hurry = hurried.get(sql);
  try {
    if (hurry) sql.exec("PRAGMA busy_timeout = 0");
    const result = inOneTransaction(sql, "BEGIN IMMEDIATE", work);
    if (hurry && ++hurry.written >= STEADY) hurried.delete(sql);
    return result;
  } catch (e) {
    if (isBusy(e)) hurried.set(sql, { waitMs: hurry?.waitMs ?? waitOf(sql), written: 0 });
    throw e;
  } finally {
    // Reads and imports keep their wait.
    if (hurry) sql.exec(`PRAGMA busy_timeout = ${hurry.waitMs}`);
  }
}

/**
 * The same for counts, which come with every request. The disk is not waited for, so that a loss of power, unlike that of the process, may lose the last ones.
 */
export function writingCounts<T>(sql: Sql, work: () => T): T {
  if (sql.inTransaction) return work();
  sql.exec("PRAGMA synchronous = NORMAL");
  try {
    return writingBriefly(sql, work);
  } finally {
    sql.exec("PRAGMA synchronous = FULL");
  }
}

/** `writing` for work in steps. Stopping in the middle writes nothing. */
export function* writingInSteps<S, T>(sql: Sql, work: () => Generator<S, T>): Generator<S, T> {
  if (sql.inTransaction) return yield* work();
  begin(sql, "BEGIN IMMEDIATE");
  let done = false;
  try {
    const result = yield* work();
    commit(sql);
    done = true;
    return result;
  } finally {
    if (!done) rollBack(sql);
  }
}
