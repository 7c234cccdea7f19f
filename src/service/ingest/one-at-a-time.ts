/** Does each work after the one before it is over, however that went; gives what it gives. */
export type OneAtATime = <T>(work: () => T | Promise<T>) => Promise<T>;

/**
 * For what must not come in between: a large document is taken in one transaction with pauses in it, and what another publisher's feed wrote in a pause would
 * stand in that transaction, and go with it where it is refused.
 */
export function oneAtATime(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
