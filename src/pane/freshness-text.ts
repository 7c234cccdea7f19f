import type { Dated } from "../core/call-log";
import { HASH_LENGTH } from "./short-hash";

const VERSION = "1";
const MINUTE = 60_000;
/** Every copy of the workbook carries this text: older answers beyond it are dropped. */
export const MOST_CHARACTERS = 150_000;
/** More than the text can hold. */
export const MOST_DATES = MOST_CHARACTERS / HASH_LENGTH;

/**
 * Dates of answers as a small text, by the hash of what was asked: groups of the same minute and maximum age, the newest first, each minute as how far it
 * lies before the one in front of it. `1 <minute>.<age>:<hashes> <minutes before>.<age>:<hashes> …`, numbers to base 36. Seconds are left out, so that an
 * answer read back is rather due too early than too late.
 */
export function freshnessText(dates: ReadonlyMap<string, Dated>): string {
  const groups = new Map<string, { readonly minute: number; readonly age: string; hashes: string }>();
  for (const [hash, { receivedAt, maxAgeS }] of dates) {
    const minute = Math.floor(receivedAt / MINUTE);
    const age = Math.round(maxAgeS).toString(36);
    const key = `${minute}.${age}`;
    const group = groups.get(key);
    if (group) group.hashes += hash;
    else groups.set(key, { minute, age, hashes: hash });
  }
  let text = VERSION;
  let last: number | undefined;
  for (const { minute, age, hashes } of [...groups.values()].sort((a, b) => b.minute - a.minute)) {
    const head = ` ${(last === undefined ? minute : last - minute).toString(36)}.${age}:`;
    const room = Math.floor((MOST_CHARACTERS - text.length - head.length) / HASH_LENGTH) * HASH_LENGTH;
    if (room <= 0) break;
    text += head + hashes.slice(0, room);
    last = minute;
  }
  return text;
}

const GROUP = /^([0-9a-z]{1,9})\.([0-9a-z]{1,9}):([A-Za-z0-9_-]+)$/;

/** Parses the text; skips what is invalid, because anybody can write into a workbook. Drops answers with a future date. */
export function readFreshness(text: string | undefined, now: number): Map<string, Dated> {
  const dates = new Map<string, Dated>();
  const [version, ...groups] = (text ?? "").slice(0, MOST_CHARACTERS).split(" ");
  if (version !== VERSION) return dates;
  let minute: number | undefined;
  for (const group of groups) {
    const [, at = "", age = "", hashes = ""] = GROUP.exec(group) ?? [];
    if (at === "" || hashes.length % HASH_LENGTH !== 0) break;
    minute = minute === undefined ? parseInt(at, 36) : minute - parseInt(at, 36);
    const receivedAt = minute * MINUTE;
    if (receivedAt <= 0 || receivedAt > now) continue;
    const dated = { receivedAt, maxAgeS: parseInt(age, 36) };
    for (let i = 0; i < hashes.length; i += HASH_LENGTH) dates.set(hashes.slice(i, i + HASH_LENGTH), dated);
  }
  return dates;
}
