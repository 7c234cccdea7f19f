import { shown } from "../../contract/arguments";
import { UsageError } from "../io";

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };
const SHORTEST_MS = UNIT_MS["m"]!;
/** A week. */
const LONGEST_MS = 168 * UNIT_MS["h"]!;

/**
 * Reads `--every 15m`, in milliseconds.
 *
 * @throws UsageError for anything but a number of seconds, minutes or hours from a minute to a week
 */
export function intervalOf(typed: string): number {
  const [, number, unit = ""] = /^(\d+)([smh])$/.exec(typed.trim().toLowerCase()) ?? [];
  const ms = Number(number) * (UNIT_MS[unit] ?? NaN);
  if (ms >= SHORTEST_MS && ms <= LONGEST_MS) return ms;
  throw new UsageError(`--every: expected a time from 1m to 168h, such as 90s, 15m or 1h, got ${shown(typed)}.`);
}
