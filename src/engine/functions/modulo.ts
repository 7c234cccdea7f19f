import type { BaseFunction } from "@univerjs/engine-formula";
import { Elementwise, FormulaError, numbersOf, type One } from "./elementwise";

/** Excel refuses larger quotients. */
const LARGEST_QUOTIENT = 1_125_900_000_000;

function remainder(...values: One[]): One {
  const numbers = numbersOf(values);
  if (!Array.isArray(numbers)) return numbers;
  const [n = 0, divisor = 0] = numbers;
  if (divisor === 0) return new FormulaError("#DIV/0!");
  if (Math.abs(n / divisor) >= LARGEST_QUOTIENT) return new FormulaError("#NUM!");
  const rest = n % divisor;
  // The sign is the divisor's, and zero has none.
  return rest === 0 ? 0 : rest < 0 === divisor < 0 ? rest : rest + divisor;
}

export const modulo = (): BaseFunction => new Elementwise("MOD", 2, 2, remainder);
