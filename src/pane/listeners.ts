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

type OnChange = Listeners["onChange"];

/** Adds listeners to all of these. */
export const onAnyChange =
  (...all: readonly OnChange[]): OnChange =>
  (listener) => {
    const ends = all.map((onChange) => onChange(listener));
    return () => ends.forEach((end) => end());
  };
