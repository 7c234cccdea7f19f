/** Calls a function after some milliseconds. Returns what prevents that. */
export type After = (ms: number, then: () => void) => () => void;

/** The process's timer. */
export const after: After = (ms, then) => {
  const timer = setTimeout(then, ms);
  return () => clearTimeout(timer);
};
