export type Locks = ReturnType<typeof createLocks>;

/** The locks of LockService: one holder each. Others wait in order of arrival. */
export function createLocks() {
  const holders = new Map<string, number>();
  let queue: { readonly name: string; readonly holder: number; readonly granted: () => void }[] = [];
  const release = (name: string, holder: number) => {
    if (holders.get(name) !== holder) return;
    holders.delete(name);
    const next = queue.find((waiter) => waiter.name === name);
    if (!next) return;
    queue = queue.filter((waiter) => waiter !== next);
    holders.set(name, next.holder);
    next.granted();
  };
  return {
    /** False if another one holds it: `wait` then calls `granted`. */
    take: (name: string, holder: number) => {
      const held = holders.get(name);
      if (held === undefined) holders.set(name, holder);
      return (held ?? holder) === holder;
    },
    wait: (name: string, holder: number, granted: () => void) => {
      const waiter = { name, holder, granted };
      queue.push(waiter);
      return () => {
        queue = queue.filter((w) => w !== waiter);
      };
    },
    release,
    /** Called when an execution ends, for any reason. */
    releaseAll: (holder: number) => {
      queue = queue.filter((waiter) => waiter.holder !== holder);
      for (const [name, held] of holders) if (held === holder) release(name, holder);
    },
  };
}
