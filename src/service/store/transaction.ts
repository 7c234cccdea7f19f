import type { Sql } from "./sql";

/** Called before a transaction is committed; gives what is done once it is. */
type BeforeCommit = () => (() => void) | undefined;

const before = new WeakMap<Sql, BeforeCommit>();

/** Has this called within every write transaction of a database, after its work. */
export const onCommit = (sql: Sql, run: BeforeCommit): void => void before.set(sql, run);

function commit(sql: Sql): void {
  const after = before.get(sql)?.();
  sql.exec("COMMIT");
  after?.();
}

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
    commit(sql);
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
    commit(sql);
    done = true;
    return result;
  } finally {
    if (!done) rollBack(sql);
  }
}
