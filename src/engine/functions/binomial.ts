import { EngineFailed } from "../engine-failed";
import { Elementwise, FormulaError, numbersOf, type One } from "./elementwise";

/** More would take seconds. */
const MOST_TRIALS = 20_000_000;

/** The smallest number of successes whose cumulative probability is at least `alpha`. Univer's takes quadratic time: minutes for 100,000 trials. */
function binomialInverse(...values: One[]): One {
  const numbers = numbersOf(values);
  if (!Array.isArray(numbers)) return numbers;
  const [given = 0, p = 0, alpha = 0] = numbers;
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

export const binomialFunctions = (): Elementwise[] => ["BINOM.INV", "CRITBINOM"].map((name) => new Elementwise(name, 3, 3, binomialInverse));
