import { isBusy } from "./database-fault";
import { selectValue, type Sql } from "./sql";

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
 * Runs writes that are no import in one transaction. Counts must not use single statements: one that fails because the database is locked stays
 * open in this driver, and the writes after it are not committed.
 *
 * Waiting blocks the whole process. So after one wait in vain, for a long import, the next writes fail at once while the database is locked.
 */
export function writingCounts<T>(sql: Sql, work: () => T): T {
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
