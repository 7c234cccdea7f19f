/** Calls a function after some milliseconds. Returns what prevents that. */
export type After = (ms: number, then: () => void) => () => void;

/** The process's timer. */
export const after: After = (ms, then) => {
  const timer = setTimeout(then, ms);
  return () => clearTimeout(timer);
};

/**
 * Runs work, then closes what it has opened: the last first, after a failure too. A part that cannot be closed does not keep the others open.
 *
 * @param work gets a function that registers how an opened part is closed
 * @throws the first error, after everything is closed
 */
export async function closeAfter(work: (closeLater: (close: () => unknown) => void) => Promise<void>): Promise<void> {
  const closers: (() => unknown)[] = [];
  const errors: unknown[] = [];
  const run = async (part: () => unknown): Promise<void> => {
    try {
      await part();
    } catch (e) {
      errors.push(e);
    }
  };
  await run(() => work((close) => closers.push(close)));
  for (const close of closers.reverse()) await run(close);
  if (errors.length > 0) throw errors[0];
}

/** Events that stop a long-running command; tests pass their own. */
export interface Stops {
  /** Adds a signal listener. Returns a function that removes it. */
  on(signal: "SIGINT" | "SIGTERM" | "SIGHUP", then: () => void): () => void;
  /** True if input or output is a terminal: SIGHUP then means that the terminal was closed. */
  readonly terminal: boolean;
  /** The parent process at start and now; undefined if the command does not end with it. */
  readonly parent: { readonly first: number; current(): number } | undefined;
  every(ms: number, check: () => void): () => void;
}

const CHECK_EVERY_MS = 500;

/** Stop events of this process. npm signals a shell, which exits without its child; so a command under npm stops when its parent is gone. */
export const processStops = (env: Readonly<Record<string, string | undefined>>): Stops => ({
  on: (signal, then) => {
    process.on(signal, then);
    return () => process.off(signal, then);
  },
  terminal: process.stdin.isTTY === true || process.stdout.isTTY === true,
  parent: env.npm_lifecycle_event !== undefined && process.platform !== "win32" ? { first: process.ppid, current: () => process.ppid } : undefined,
  every: (ms, check) => {
    const timer = setInterval(check, ms).unref();
    return () => clearInterval(timer);
  },
});

/**
 * Calls `stop` on SIGINT, on SIGTERM, when the npm that started the command exits, and on SIGHUP from a terminal. Without a terminal, as
 * under nohup, SIGHUP is ignored. Node resets what nohup sets, so only the terminal shows the difference.
 *
 * @returns removes all listeners
 */
export function onStop(stop: () => void, { on, terminal, parent, every }: Stops, hungUp?: () => void): () => void {
  let keepsRunning = false;
  const releases = [
    on("SIGINT", stop),
    on("SIGTERM", stop),
    on("SIGHUP", () => {
      if (terminal) return stop();
      // SIGHUP also ends npm; the command then keeps running without its parent.
      if (!keepsRunning) hungUp?.();
      keepsRunning = true;
    }),
    ...(parent ? [every(CHECK_EVERY_MS, () => void (parent.current() !== parent.first && !keepsRunning && stop()))] : []),
  ];
  return () => releases.forEach((release) => release());
}
