/** The locks of LockService: one holder each. Others wait in order of arrival. */
export interface Locks {
  /** Grants the lock at once, or later by calling `granted`. */
  take(name: string, holder: number): boolean;
  wait(name: string, holder: number, granted: () => void): () => void;
  release(name: string, holder: number): void;
  /** Called when an execution ends, for any reason. */
  releaseAll(holder: number): void;
  holds(name: string, holder: number): boolean;
}

export function createLocks(): Locks {
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
    take: (name, holder) => {
      const held = holders.get(name);
      if (held === undefined) holders.set(name, holder);
      return (held ?? holder) === holder;
    },
    wait: (name, holder, granted) => {
      const waiter = { name, holder, granted };
      queue.push(waiter);
      return () => {
        queue = queue.filter((w) => w !== waiter);
      };
    },
    release,
    releaseAll: (holder) => {
      queue = queue.filter((waiter) => waiter.holder !== holder);
      for (const [name, held] of holders) if (held === holder) release(name, holder);
    },
    holds: (name, holder) => holders.get(name) === holder,
  };
}
