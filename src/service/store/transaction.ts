import type { Sql } from "./sql";

/** Called before a transaction is committed. Returns what to run afterwards. */
type BeforeCommit = () => (() => void) | undefined;

const before = new WeakMap<Sql, BeforeCommit>();

/** Registers a function that runs at the end of every write transaction of a database. */
export const onCommit = (sql: Sql, run: BeforeCommit): void => void before.set(sql, run);

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
export function inOneTransaction<T>(sql: Sql, begin: "BEGIN" | "BEGIN IMMEDIATE", work: () => T, end: (sql: Sql) => void = commitAlone): T {
  sql.exec(begin);
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
 * writing. Waits for another writer as long as the busy timeout.
 *
 * @throws what `work` throws; nothing is written then.
 */
export const writing = <T>(sql: Sql, work: () => T): T => (sql.inTransaction ? work() : inOneTransaction(sql, "BEGIN IMMEDIATE", work, commit));

/**
 * Runs writes that are no import in one transaction. Counts must not use single statements: one that fails because the database is locked stays
 * open in this driver, and the writes after it are not committed.
 */
export const writingCounts = <T>(sql: Sql, work: () => T): T => (sql.inTransaction ? work() : inOneTransaction(sql, "BEGIN IMMEDIATE", work));

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
