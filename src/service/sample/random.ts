/**
 * Deterministic numbers out of names and dates. Sample rows are made from them alone: the same parts always give the same
 * number, on every machine and at every time, and numbers of different parts are as good as independent.
 */
type Part = string | number;

// Taken once: these run millions of times a request, and reaching for a global each time is what costs most.
const { imul, sqrt, log, cos } = Math;
const TURN = 2 * Math.PI;

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
/** Keeps ("AB", "C") and ("A", "BC") apart. */
const SEPARATOR = 0x1f;
const TWO_32 = 0x1_0000_0000;

/** The last rounds of a hash: every bit of the input moves every bit of the output. */
function finished(h: number): number {
  let x = h;
  x = imul(x ^ (x >>> 16), 0x85ebca6b);
  x = imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

/** A whole number from 0 to 2^32 - 1 out of the parts. Take it once for a name and go on with `at` where speed matters. */
export function seedOf(...parts: readonly Part[]): number {
  let h = FNV_OFFSET;
  for (const part of parts) {
    const text = String(part);
    for (let i = 0; i < text.length; i++) h = imul(h ^ text.charCodeAt(i), FNV_PRIME);
    h = imul(h ^ SEPARATOR, FNV_PRIME);
  }
  return finished(h);
}

/** A number in [0, 1) out of a seed and two whole numbers, without making text of them. */
export function at(seed: number, a: number, b = 0): number {
  return finished(imul(seed ^ imul(a, 0x9e3779b1), 0x85ebca77) ^ imul(b + 1, 0xc2b2ae3d)) / TWO_32;
}

/** A number in [0, 1) out of the parts. */
export const hash = (...parts: readonly Part[]): number => seedOf(...parts) / TWO_32;

/** A number in [low, high) out of the parts. */
export const between = (low: number, high: number, ...parts: readonly Part[]): number => low + (high - low) * hash(...parts);

/** A number in [low, high), spread evenly over its orders of magnitude; both bounds above zero. */
export const logBetween = (low: number, high: number, ...parts: readonly Part[]): number => Math.exp(between(Math.log(low), Math.log(high), ...parts));

/** A whole number from low to high, both included. */
export const integerBetween = (low: number, high: number, ...parts: readonly Part[]): number => low + Math.floor((high - low + 1) * hash(...parts));

/** Standard normal out of two numbers in [0, 1); 1 - u keeps the logarithm away from zero. */
export const normalOf = (u: number, v: number): number => sqrt(-2 * log(1 - u)) * cos(TURN * v);

/** A standard normal number out of the parts. */
export const normal = (...parts: readonly Part[]): number => normalOf(hash(...parts, "u"), hash(...parts, "v"));

/** True with this probability. */
export const chance = (probability: number, ...parts: readonly Part[]): boolean => hash(...parts) < probability;

/** One of a list that is not empty. */
export function pick<T>(list: readonly T[], ...parts: readonly Part[]): T {
  const index = Math.floor(hash(...parts) * list.length);
  if (index >= list.length) throw new RangeError("pick: the list is empty");
  return list[index] as T;
}

/** Rounds half away from zero at so many decimals, so that sample figures look as published ones do. */
export function rounded(value: number, decimals = 0): number {
  const scale = 10 ** decimals;
  const result = (Math.sign(value) * Math.round(Math.abs(value) * scale * (1 + Number.EPSILON))) / scale;
  return result === 0 ? 0 : result;
}
