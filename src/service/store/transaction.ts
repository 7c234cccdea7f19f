import type { Sql } from "./sql";

/** Ends a transaction after an error. A full disk ends it by itself, and then there is nothing to roll back; what is thrown here must not hide the error. */
export function rollBack(sql: Sql): void {
  if (!sql.inTransaction) return;
  try {
    sql.exec("ROLLBACK");
  } catch {
    // The caller throws the error that led here; closing the connection ends the transaction at the latest.
  }
}

/**
 * Does work in one write transaction, or in the one that is open. The write lock is taken before the work reads anything, so that what it compares with is
 * what it changes; another writer is waited for as long as the busy timeout says.
 *
 * @throws what `work` throws; then nothing was written.
 */
export function writing<T>(sql: Sql, work: () => T): T {
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

/** The same for work in steps. Leaving it in the middle writes nothing. */
export function* writingInSteps<S, T>(sql: Sql, work: () => Generator<S, T>): Generator<S, T> {
  if (sql.inTransaction) return yield* work();
  sql.exec("BEGIN IMMEDIATE");
  let done = false;
  try {
    const result = yield* work();
    sql.exec("COMMIT");
    done = true;
    return result;
  } finally {
    if (!done) rollBack(sql);
  }
}
