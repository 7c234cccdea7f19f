export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    notify: (): void => {
      // A copy, because a listener may remove itself.
      for (const listener of [...listeners]) listener();
    },
    /** Adds a listener. Returns a function that removes it. */
    onChange: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
