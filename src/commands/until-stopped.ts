/** What ends a command that runs until somebody stops it; the tests hand over their own. */
export interface Stops {
  /** Calls back when the signal arrives; gives what ends that. */
  on(signal: "SIGINT" | "SIGTERM" | "SIGHUP", then: () => void): () => void;
  /** True if a terminal is at either end: a hang-up then means that somebody closed it. */
  readonly terminal: boolean;
  /** The parent process at first and at this moment, if the command ends with it. */
  readonly parent: { readonly first: number; current(): number } | undefined;
  every(ms: number, look: () => void): () => void;
}

const LOOK_EVERY_MS = 500;

/** This process. npm passes a signal to a shell, which dies of it and leaves its child alone: a command under npm ends with its parent. */
export const processStops = (env: Readonly<Record<string, string | undefined>>): Stops => ({
  on: (signal, then) => {
    process.on(signal, then);
    return () => process.off(signal, then);
  },
  terminal: process.stdin.isTTY === true || process.stdout.isTTY === true,
  parent: env.npm_lifecycle_event !== undefined && process.platform !== "win32" ? { first: process.ppid, current: () => process.ppid } : undefined,
  every: (ms, look) => {
    const timer = setInterval(look, ms).unref();
    return () => clearInterval(timer);
  },
});

/**
 * Calls `stop` once when the command is to end: SIGINT, SIGTERM, the end of the npm that started it, or SIGHUP from a terminal. Without a terminal, as
 * under nohup, a hang-up ends nothing. Node itself undoes what nohup sets, so that is told by the terminal.
 *
 * @returns what ends the watch.
 */
export function onStop(stop: () => void, { on, terminal, parent, every }: Stops, hungUp?: () => void): () => void {
  let goesOn = false;
  const releases = [
    on("SIGINT", stop),
    on("SIGTERM", stop),
    on("SIGHUP", () => {
      if (terminal) return stop();
      // A hang-up reaches npm, too, and ends it: the command then goes on alone.
      if (!goesOn) hungUp?.();
      goesOn = true;
    }),
    ...(parent ? [every(LOOK_EVERY_MS, () => void (parent.current() !== parent.first && !goesOn && stop()))] : []),
  ];
  return () => releases.forEach((release) => release());
}
