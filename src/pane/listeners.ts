interface Listeners {
  notify(): void;
  /** Adds a listener. Returns a function that removes it. */
  onChange(listener: () => void): () => void;
}

export function createListeners(): Listeners {
  const listeners = new Set<() => void>();
  return {
    notify: () => {
      // A copy, because a listener may remove itself.
      for (const listener of [...listeners]) listener();
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
