import { isIsoDate, serialOf } from "../../contract/dates";

const two = (n: number): string => String(n).padStart(2, "0");

/** The local date and time of this machine, to the second: `2026-06-30T13:00:00`. */
export function localTimeOf(ms: number): string {
  const at = new Date(ms);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/**
 * The local time of TODAY and NOW in a refreshed book: now, or that of the day or moment that `--as-of` names. A day counts to its end.
 *
 * @param now in milliseconds since 1970
 */
export function bookTime(asOf: string | undefined, now: number): string {
  if (asOf === undefined) return localTimeOf(now);
  return isIsoDate(asOf) ? `${asOf}T23:59:59` : localTimeOf(Date.parse(asOf));
}

/** A local time as a serial number of the 1900 system. */
export function serialOfTime(time: string): number {
  const [day = "", clock = ""] = time.split("T");
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(":").map(Number);
  const serial = serialOf(day);
  if (serial === undefined) throw new Error(`${time} is no local time.`);
  return serial + (hours * 3600 + minutes * 60 + seconds) / 86_400;
}
