import type { BaseFunction, BaseValueObject } from "@univerjs/engine-formula";
import { functionWithArguments } from "./arguments";
import { Elementwise, asNumber, objectOf, oneOf, type One, FormulaError, ofNumbers } from "./elementwise";
import { EngineFailed } from "../engine-errors";
import { withCalculation } from "./univer-class";
import { erfc, gamma, logGamma, partOfBeta, partsOfGamma, placeInBeta } from "./special-functions";

/** A distribution's value; undefined for arguments that are left to Univer, such as those outside of its range. */
type Precise = (...numbers: number[]) => number | undefined;

/** Univer's function with more digits: some of its distributions have eight. */
const precise = (name: string, of: Precise): BaseFunction =>
  withCalculation(functionWithArguments(name), (calculate) => {
    const univers = (values: readonly One[]): One => oneOf(calculate(...values.map(objectOf)) as BaseValueObject);
    const each = new Elementwise(name, 1, 255, (...values) => {
      const numbers = values.map((value) => (value === null || typeof value === "string" ? asNumber(value) : value));
      return numbers.every((value, i) => typeof value === "number" || (i > 0 && typeof value === "boolean"))
        ? (of(...numbers.map(Number)) ?? univers(values))
        : univers(values);
    });
    return (...given) => each.calculate(...given);
  });

const normal = (z: number): number => erfc(-z / Math.SQRT2) / 2;
const normalDensity = (z: number): number => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);

/** The part of Student's distribution beyond `t`, on both sides. */
const tails = (t: number, freedom: number): number => partOfBeta(freedom / 2, 0.5, freedom / (freedom + t * t));
const tRight = (t: number, freedom: number): number => (t < 0 ? 1 - tails(t, freedom) / 2 : tails(t, freedom) / 2);
const tDensity = (t: number, freedom: number): number =>
  Math.exp(logGamma((freedom + 1) / 2) - logGamma(freedom / 2) - ((freedom + 1) / 2) * Math.log1p((t * t) / freedom)) / Math.sqrt(freedom * Math.PI);

const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);
const betaDensity = (x: number, a: number, b: number): number => Math.exp((a - 1) * Math.log(x) + (b - 1) * Math.log1p(-x) - logBeta(a, b));

/** Degrees of freedom count as integers from 1 on. */
const free = (...given: number[]): number[] | undefined => (given.every((n) => n >= 1 && n < 1e10) ? given.map(Math.trunc) : undefined);

const ofFreedom = (given: number, of: (freedom: number) => number): number | undefined => {
  const [freedom] = free(given) ?? [];
  return freedom === undefined ? undefined : of(freedom);
};

const withFreedom =
  (first: number, of: Precise): Precise =>
  (x, ...others) => {
    const freedom = free(...others.slice(0, first));
    return x !== undefined && x > 0 && freedom ? of(x, ...freedom, ...others.slice(first)) : undefined;
  };

const fPlace = (x: number, a: number, b: number): number => (a * x) / (a * x + b);
const fRight: Precise = withFreedom(2, (x = 0, a = 1, b = 1) => partOfBeta(b / 2, a / 2, b / (a * x + b)));
const chiRight: Precise = withFreedom(1, (x = 0, freedom = 1) => partsOfGamma(freedom / 2, x / 2)[1]);
const tBoth: Precise = withFreedom(1, (t = 0, freedom = 1) => tails(t, freedom));

const normalDistribution: Precise = (x = 0, mean = 0, deviation = 1, cumulative = 1) =>
  deviation > 0 ? (cumulative ? normal((x - mean) / deviation) : normalDensity((x - mean) / deviation) / deviation) : undefined;

/** Above it, inverse distributions have fewer than twelve digits here. */
const LARGEST_INVERTED = 2_000;

/** Above this relative change by the last digit of a probability, Excel and this engine may differ within their twelve digits. */
const MOST_STEEP = 1e-13;
/** Last digits over which the change is measured: over one, the rounding of the result would hide it. */
const STEPS = 16;

/** An inverse distribution: of a probability, not 0 or 1, and parameters above 0. */
const inverted =
  (of: (probability: number, ...parameters: number[]) => number | undefined): Precise =>
  (probability = 0, ...parameters) => {
    if (!(probability > 0 && probability < 1 && parameters.every((n) => n > 0))) return undefined;
    if (parameters.some((n) => n > LARGEST_INVERTED)) throw new EngineFailed();
    const other = probability * (1 + (probability > 0.5 ? -STEPS : STEPS) * Number.EPSILON);
    const [value, next] = [of(probability, ...parameters), of(other, ...parameters)];
    if (value && next !== undefined && Math.abs(next / value - 1) > STEPS * MOST_STEEP) throw new EngineFailed();
    return value;
  };

/** Where Student's distribution has this part beyond, on both sides, and the rest between. */
function tPlace(beyond: number, between: number, freedom: number): number {
  const [place, rest] = placeInBeta(freedom / 2, 0.5, beyond, between);
  return Math.sqrt((freedom * rest) / place);
}
const tBeyond = (probability: number, given: number): number | undefined => ofFreedom(given, (freedom) => tPlace(probability, 1 - probability, freedom));

/** Where the F distribution has these parts before and after. */
function fInverse(before: number, after: number, ...given: number[]): number | undefined {
  const [a = 0, b = 0] = free(...given) ?? [];
  if (a === 0) return undefined;
  const [place, rest] = placeInBeta(a / 2, b / 2, before, after);
  return (b * place) / (a * rest);
}
const fInverseRight: Precise = inverted((p, a = 0, b = 0) => fInverse(1 - p, p, a, b));

/** Above it, a double has no room for the value. */
const LARGEST_GAMMA = 171;

const DISTRIBUTIONS: Readonly<Record<string, Precise>> = {
  "NORM.S.DIST": (z = 0, cumulative = 1) => (cumulative ? normal(z) : normalDensity(z)),
  NORMSDIST: (z = 0) => normal(z),
  "NORM.DIST": normalDistribution,
  NORMDIST: normalDistribution,
  "LOGNORM.DIST": (x = 0, mean = 0, deviation = 1, cumulative = 1) =>
    x > 0 && deviation > 0 && cumulative ? normal((Math.log(x) - mean) / deviation) : undefined,
  ERFC: (x = 0) => erfc(x),
  "ERFC.PRECISE": (x = 0) => erfc(x),
  "T.DIST": (t = 0, given = 0, cumulative = 1) => ofFreedom(given, (freedom) => (cumulative ? tRight(-t, freedom) : tDensity(t, freedom))),
  "T.DIST.RT": (t = 0, given = 0) => ofFreedom(given, (freedom) => tRight(t, freedom)),
  "T.DIST.2T": tBoth,
  TDIST: (t, given = 0, sides = 0) => {
    const both = sides === 1 || sides === 2 ? tBoth(t!, given) : undefined;
    return both === undefined ? undefined : (both * sides) / 2;
  },
  "F.DIST": withFreedom(2, (x = 0, a = 1, b = 1, cumulative = 1) => {
    if (cumulative) return partOfBeta(a / 2, b / 2, fPlace(x, a, b));
    return Math.exp((a / 2) * Math.log(a / b) + (a / 2 - 1) * Math.log(x) - ((a + b) / 2) * Math.log1p((a * x) / b) - logBeta(a / 2, b / 2));
  }),
  "F.DIST.RT": fRight,
  FDIST: fRight,
  "CHISQ.DIST": withFreedom(1, (x = 0, freedom = 1, cumulative = 1) => {
    if (cumulative) return partsOfGamma(freedom / 2, x / 2)[0];
    return Math.exp((freedom / 2 - 1) * Math.log(x / 2) - x / 2 - logGamma(freedom / 2)) / 2;
  }),
  "CHISQ.DIST.RT": chiRight,
  CHIDIST: chiRight,
  "BETA.DIST": (x = 0, a = 0, b = 0, cumulative = 1, from = 0, to = 1) => {
    const place = (x - from) / (to - from);
    if (!(a > 0 && b > 0 && to > from && place > 0 && place < 1)) return undefined;
    return cumulative ? partOfBeta(a, b, place) : betaDensity(place, a, b) / (to - from);
  },
  "BETA.INV": (probability = 0, a = 0, b = 0, from = 0, to = 1) =>
    to > from ? inverted((p, ...[first = 1, second = 1]) => from + (to - from) * placeInBeta(first, second, p, 1 - p)[0])(probability, a, b) : undefined,
  "CONFIDENCE.T": (alpha = 0, deviation = 0, size = 0) => {
    const beyond = deviation > 0 && size >= 2 ? inverted(tBeyond)(alpha, Math.trunc(size) - 1) : undefined;
    return beyond === undefined ? undefined : (beyond * deviation) / Math.sqrt(Math.trunc(size));
  },
  "F.INV": inverted((p, a = 0, b = 0) => fInverse(p, 1 - p, a, b)),
  "F.INV.RT": fInverseRight,
  FINV: fInverseRight,
  "T.INV": inverted((p, given = 0) => ofFreedom(given, (freedom) => Math.sign(p - 0.5) * tPlace(2 * Math.min(p, 1 - p), Math.abs(2 * p - 1), freedom))),
  "T.INV.2T": inverted(tBeyond),
  TINV: inverted(tBeyond),
  GAMMA: (x = 0) => (Math.abs(x) < LARGEST_GAMMA && !Number.isInteger(x) ? gamma(x) : undefined),
};

export const distributionFunctions = (): BaseFunction[] => Object.entries(DISTRIBUTIONS).map(([name, of]) => precise(name, of));

/** More would take seconds. */
const MOST_TRIALS = 20_000_000;

/** The smallest number of successes whose cumulative probability is at least `alpha`. Univer's takes quadratic time: minutes for 100,000 trials. */
function binomialInverse(given = 0, p = 0, alpha = 0): One {
  const trials = Math.trunc(given);
  if (given < 0 || p <= 0 || p >= 1 || alpha <= 0 || alpha >= 1) return new FormulaError("#NUM!");
  if (trials > MOST_TRIALS) throw new EngineFailed();
  const odds = Math.log(p) - Math.log1p(-p);
  let logarithm = trials * Math.log1p(-p);
  let sum = Math.exp(logarithm);
  let successes = 0;
  while (sum < alpha && successes < trials) {
    logarithm += Math.log((trials - successes) / (successes + 1)) + odds;
    sum += Math.exp(logarithm);
    successes++;
  }
  return successes;
}

export const binomialFunctions = (): Elementwise[] => ["BINOM.INV", "CRITBINOM"].map((name) => new Elementwise(name, 3, 3, ofNumbers(binomialInverse)));
