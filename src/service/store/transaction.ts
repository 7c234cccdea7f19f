import type { Sql } from "./sql";

/** Called before a transaction is committed. Returns what to run afterwards. */
type BeforeCommit = () => (() => void) | undefined;

const before = new WeakMap<Sql, BeforeCommit>();

/** Registers a function that runs at the end of every write transaction of a database. */
export const onCommit = (sql: Sql, run: BeforeCommit): void => void before.set(sql, run);

function commit(sql: Sql): void {
  const after = before.get(sql)?.();
  sql.exec("COMMIT");
  after?.();
}

/** Rolls back after an error. A full disk ends the transaction itself, so there is nothing to roll back. An error here must not hide the original one. */
export function rollBack(sql: Sql): void {
  if (!sql.inTransaction) return;
  try {
    sql.exec("ROLLBACK");
  } catch {
    // The caller throws the original error. Closing the connection ends the transaction at the latest.
  }
}

/**
 * Runs work in one write transaction, or in the open one. Takes the write lock before the work reads anything, so that nothing changes between reading and
 * writing. Waits for another writer as long as the busy timeout.
 *
 * @throws what `work` throws; nothing is written then.
 */
export function writing<T>(sql: Sql, work: () => T): T {
  if (sql.inTransaction) return work();
  sql.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    commit(sql);
    return result;
  } catch (e) {
    rollBack(sql);
    throw e;
  }
}

/**
 * Runs writes that are no import in one transaction. Counts must not use single statements: one that fails because the database is locked stays
 * open in this driver, and the writes after it are not committed.
 */
export function writingCounts<T>(sql: Sql, work: () => T): T {
  if (sql.inTransaction) return work();
  sql.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    sql.exec("COMMIT");
    return result;
  } catch (e) {
    rollBack(sql);
    throw e;
  }
}

/** `writing` for work in steps. Stopping in the middle writes nothing. */
export function* writingInSteps<S, T>(sql: Sql, work: () => Generator<S, T>): Generator<S, T> {
  if (sql.inTransaction) return yield* work();
  sql.exec("BEGIN IMMEDIATE");
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
