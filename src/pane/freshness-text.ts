import type { Dated } from "../core/call-log";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Characters of one hash. */
const HASH_LENGTH = 6;

function mixed(text: string, seed: number, factor: number): number {
  let h = seed;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), factor);
  h = Math.imul(h ^ (h >>> 16), 0x45d9f3b);
  return (h ^ (h >>> 15)) >>> 0;
}

/** A 36-bit hash in six characters. A text collides with one of ten thousand others once in seven million times. */
export function shortHash(text: string): string {
  let [a, b] = [mixed(text, 0x811c9dc5, 0x01000193), mixed(text, 0x2545f491, 0x5bd1e995)];
  let hash = "";
  for (let i = 0; i < HASH_LENGTH; i++) {
    hash += ALPHABET[(i < 3 ? a : b) & 63];
    if (i < 3) a >>>= 6;
    else b >>>= 6;
  }
  return hash;
}

const VERSION = "1";
const MINUTE = 60_000;
/** Limits what every copy of the workbook carries; older answers beyond it are dropped. */
export const MAX_CHARACTERS = 150_000;
/** More than the text can hold. */
export const MAX_DATES = MAX_CHARACTERS / HASH_LENGTH;

/**
 * Encodes dates of answers by question hash, in groups of the same minute and maximum age, newest first, each minute as the distance to the previous
 * group: `1 <minute>.<age>:<hashes> <minutes earlier>.<age>:<hashes> …`, numbers in base 36. Minutes are rounded down, so that an answer that is read
 * back expires too early rather than too late.
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
    const room = Math.floor((MAX_CHARACTERS - text.length - head.length) / HASH_LENGTH) * HASH_LENGTH;
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
  const [version, ...groups] = (text ?? "").slice(0, MAX_CHARACTERS).split(" ");
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
