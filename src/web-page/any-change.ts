type OnChange = (listener: () => void) => () => void;

/** Adds listeners to all of these. */
export const onAnyChange =
  (...all: readonly OnChange[]): OnChange =>
  (listener) => {
    const ends = all.map((onChange) => onChange(listener));
    return () => ends.forEach((end) => end());
  };
