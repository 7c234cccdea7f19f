/*
 * Functions behind the distributions of statistics, to some 14 digits.
 */

/** Smallest relative change that counts, and a number that stands for zero in a continued fraction. */
const EPSILON = 1e-17;
const TINY = 1e-300;
const MOST_STEPS = 10_000;

const LANCZOS_G = 607 / 128;
const LANCZOS = [
  0.999_999_999_999_997_1, 57.156_235_665_862_92, -59.597_960_355_475_49, 14.136_097_974_741_746, -0.491_913_816_097_620_2, 3.399_464_998_481_189e-5,
  4.652_362_892_704_858e-5, -0.983_744_753_048_795_6e-4, 0.158_088_703_224_912_5e-3, -0.210_264_441_724_104_88e-3, 0.217_439_618_115_212_6e-3,
  -0.164_318_106_536_763_9e-3, 0.844_182_239_838_527_4e-4, -0.261_908_384_015_814_1e-4, 0.368_991_826_595_316_2e-5,
];

/** Logarithm of the gamma function of a number above 0. */
export function logGamma(x: number): number {
  let sum = LANCZOS[0]!;
  for (let i = 1; i < LANCZOS.length; i++) sum += LANCZOS[i]! / (x + (i - 1));
  const base = x + LANCZOS_G - 0.5;
  return (x - 0.5) * Math.log(base) - base + Math.log(Math.sqrt(2 * Math.PI) * sum);
}

/** The gamma function; infinite at 0 and below at integers. */
export function gamma(x: number): number {
  if (x < 0.5) return Number.isInteger(x) ? Infinity : Math.PI / (Math.sin(Math.PI * x) * gamma(1 - x));
  return Math.exp(logGamma(x));
}

/** A continued fraction b0 + a1/(b1 + a2/(b2 + …)), by Lentz's method. */
function fraction(b0: number, term: (step: number) => readonly [a: number, b: number]): number {
  let value = b0 || TINY;
  let [c, d] = [value, 0];
  for (let step = 1; step < MOST_STEPS; step++) {
    const [a, b] = term(step);
    d = 1 / (b + a * d || TINY);
    c = b + a / c || TINY;
    value *= c * d;
    if (Math.abs(c * d - 1) < EPSILON) break;
  }
  return value;
}

/** The complement of the error function, without loss of digits where it is small. */
export function erfc(x: number): number {
  if (x < 0) return 2 - erfc(-x);
  const density = Math.exp(-x * x) / Math.sqrt(Math.PI);
  if (x >= 2) return density / fraction(x, (step) => [step / 2, x]);
  let [term, sum] = [x, x];
  for (let n = 1; term > sum * EPSILON; n++) sum += term *= (2 * x * x) / (2 * n + 1);
  return 1 - 2 * density * sum;
}

/** The part of the beta function of `a` and `b` up to `x`, from 0 to 1. */
export function partOfBeta(a: number, b: number, x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - partOfBeta(b, a, 1 - x);
  const factor = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  const terms = fraction(1, (step) => {
    const m = Math.floor(step / 2);
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    return [step % 2 === 0 ? even : (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1)), 1];
  });
  return factor / a / terms;
}

/** Where a growing function of a number from 0 to 1/2 has this value, to the last digit; 1/2 if it has it only above. */
function placeOf(of: (x: number) => number, value: number): number {
  let [low, high] = [0.5, 0.5];
  while (low > TINY && of(low) > value) [low, high] = [low / 2, low];
  for (;;) {
    const middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) return high;
    if (of(middle) < value) low = middle;
    else high = middle;
  }
}

/** The place up to which the beta function of `a` and `b` has the part `lower`, and the rest up to 1. Both have all their digits, if `lower` and `upper`, which add up to 1, have. */
export function placeInBeta(a: number, b: number, lower: number, upper: number): readonly [place: number, rest: number] {
  const isLow = partOfBeta(a, b, 0.5) >= lower;
  const [one, other] = isLow ? [a, b] : [b, a];
  const [part, left] = isLow ? [lower, upper] : [upper, lower];
  // The smaller part has more digits.
  const place = part <= left ? placeOf((x) => partOfBeta(one, other, x), part) : placeOf((x) => -partOfBeta(other, one, 1 - x), -left);
  return isLow ? [place, 1 - place] : [1 - place, place];
}

/** The parts of the gamma function of `a` up to `x` and from `x` on; together 1. */
export function partsOfGamma(a: number, x: number): readonly [below: number, above: number] {
  if (x <= 0) return [0, 1];
  const factor = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x < a + 1) {
    let [term, sum] = [1 / a, 1 / a];
    for (let n = 1; term > sum * EPSILON; n++) sum += term *= x / (a + n);
    return [factor * sum, 1 - factor * sum];
  }
  const above = factor / fraction(x + 1 - a, (step) => [step * (a - step), x + 2 * step + 1 - a]);
  return [1 - above, above];
}
