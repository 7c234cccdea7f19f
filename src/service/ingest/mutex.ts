/** Runs each task after the previous one has ended, even if that failed. Returns the task's result. */
export type Mutex = <T>(work: () => T | Promise<T>) => Promise<T>;

/**
 * Creates a mutex for writes. A large document is written in one transaction with pauses; a write by another feed in a pause would join that transaction, and
 * would be rolled back with it.
 */
export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
