/**
 * Deterministic numbers from names and dates, used for all sample rows: the same parts always give the same number on every machine, and numbers of different
 * parts are practically independent.
 */
type Part = string | number;

// Local copies: these run millions of times per request, and looking up the global is their main cost.
const { imul, sqrt, log, cos } = Math;
const TURN = 2 * Math.PI;

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
/** Keeps ("AB", "C") and ("A", "BC") apart. */
const SEPARATOR = 0x1f;
const TWO_32 = 0x1_0000_0000;

/** Final mixing of a hash: every bit of the input changes every bit of the output. */
function mixed(h: number): number {
  let x = h;
  x = imul(x ^ (x >>> 16), 0x85ebca6b);
  x = imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

/** A whole number from 0 to 2^32 - 1 from the parts. Where speed matters, compute it once per name and continue with `at`. */
export function seedOf(...parts: readonly Part[]): number {
  let h = FNV_OFFSET;
  for (const part of parts) {
    const text = String(part);
    for (let i = 0; i < text.length; i++) h = imul(h ^ text.charCodeAt(i), FNV_PRIME);
    h = imul(h ^ SEPARATOR, FNV_PRIME);
  }
  return mixed(h);
}

/** A number in [0, 1) from a seed and two whole numbers. Faster than `hash`, because it builds no text. */
export function at(seed: number, a: number, b = 0): number {
  return mixed(imul(seed ^ imul(a, 0x9e3779b1), 0x85ebca77) ^ imul(b + 1, 0xc2b2ae3d)) / TWO_32;
}

/** A number in [0, 1) from the parts. */
export const hash = (...parts: readonly Part[]): number => seedOf(...parts) / TWO_32;

/** A number in [low, high) from the parts. */
export const between = (low: number, high: number, ...parts: readonly Part[]): number => low + (high - low) * hash(...parts);

/** A number in [low, high), uniform on a log scale. Both bounds must be above zero. */
export const logBetween = (low: number, high: number, ...parts: readonly Part[]): number => Math.exp(between(Math.log(low), Math.log(high), ...parts));

/** A whole number from low to high, both included. */
export const integerBetween = (low: number, high: number, ...parts: readonly Part[]): number => low + Math.floor((high - low + 1) * hash(...parts));

/** A standard normal number from two numbers in [0, 1). `1 - u` avoids the logarithm of zero. */
export const normalOf = (u: number, v: number): number => sqrt(-2 * log(1 - u)) * cos(TURN * v);

/** A standard normal number from the parts. */
export const normal = (...parts: readonly Part[]): number => normalOf(hash(...parts, "u"), hash(...parts, "v"));

/** True with this probability. */
export const chance = (probability: number, ...parts: readonly Part[]): boolean => hash(...parts) < probability;

/** One element of a list. Throws if the list is empty. */
export function pick<T>(list: readonly T[], ...parts: readonly Part[]): T {
  const index = Math.floor(hash(...parts) * list.length);
  if (index >= list.length) throw new RangeError("pick: the list is empty");
  return list[index] as T;
}
