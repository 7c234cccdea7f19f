import type { Io } from "../io";

/** From the most to the least severe. A log shows its level and those before it. */
export const LOG_LEVELS = ["error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The service's log: one line for each event, with its time (ISO 8601, UTC) and level. Errors and warnings go to standard error. */
type Log = Readonly<Record<LogLevel, (message: string) => void>>;

const ROUTED = { error: "err", warn: "err", info: "out", debug: "out" } as const;

/** Creates a log of this level. Lines after the first one of a message are indented, so that each event is one entry. */
export function createLog(level: LogLevel, io: Pick<Io, "out" | "err" | "now">): Log {
  const shown = LOG_LEVELS.slice(0, LOG_LEVELS.indexOf(level) + 1);
  const write = (of: LogLevel) => (message: string) => {
    if (shown.includes(of)) io[ROUTED[of]](`${new Date(io.now()).toISOString()} ${of.padEnd(5)} ${message.replaceAll("\n", "\n  ")}`);
  };
  return { error: write("error"), warn: write("warn"), info: write("info"), debug: write("debug") };
}
