import { BY_ORDER, OPERATOR_SIGNS, type OrderOperator } from "../../workbook/conditional-format";
import { doubt } from "../formulas/calculated-cells";
import { Elementwise, isFormulaError, type One } from "./elementwise";

const texts = new Intl.Collator("en", { sensitivity: "accent" });

/** Excel compares numbers by their first 15 digits: `0.1+0.2=0.3` is TRUE. */
const rounded = (value: number): number => Number(value.toPrecision(15));

const rank = (value: One): number => (typeof value === "number" ? 0 : typeof value === "string" ? 1 : 2);

/** Below zero if a comes first: numbers, then text, then FALSE and TRUE. A blank is 0, "" or FALSE, like the other value. */
export function compare(a: Exclude<One, object>, b: Exclude<One, object>): number {
  if (a === null && b === null) return 0;
  const like = (other: One): number | string | boolean => (typeof other === "string" ? "" : typeof other === "boolean" ? false : 0);
  const [left, right] = [a ?? like(b), b ?? like(a)];
  if (rank(left) !== rank(right)) return rank(left) - rank(right);
  if (typeof left === "string" && typeof right === "string") return left.toUpperCase() === right.toUpperCase() ? 0 : texts.compare(left, right) || 1;
  if (left === right) return 0;
  return rounded(Number(left)) - rounded(Number(right));
}

/** Excel passes over hyphens and apostrophes in the order of texts, but not always: `co-op` comes after `con`. */
const PASSED_OVER = /['-]/g;
/** A text without the characters whose place in the order of texts is not certain. */
export const bare = <T extends One>(value: T): T => (typeof value === "string" ? (value.replace(PASSED_OVER, "") as T) : value);

const isSign = (character: string | undefined): boolean => character !== undefined && !/[\p{L}\p{N}]/u.test(character);

/** True if hyphens, apostrophes or other signs decide which of two texts comes first. */
function isOrderUncertain(a: string, b: string): boolean {
  if (!/[^\p{L}\p{N}]/u.test(a + b)) return false;
  const [left, right] = [bare(a), bare(b)];
  if (Math.sign(compare(left, right)) !== Math.sign(compare(a, b))) return true;
  let i = 0;
  while (i < left.length && left[i]!.toUpperCase() === right[i]?.toUpperCase()) i++;
  return isSign(left[i]) && isSign(right[i]);
}

/** As `compare`, for a result that depends on the order. Notes a doubt if the order of two texts is not certain. */
export function ordered(a: Exclude<One, object>, b: Exclude<One, object>): number {
  const order = compare(a, b);
  if (order !== 0 && typeof a === "string" && typeof b === "string" && isOrderUncertain(a, b))
    doubt("It orders texts by a hyphen, an apostrophe or another sign, whose place in Excel's order is not certain. Open the book in Excel to update it.");
  return order;
}

/** What an operator says of two values, by their order. */
export const RELATIONS: ReadonlyMap<string, (order: number) => boolean> = new Map(
  (Object.keys(BY_ORDER) as OrderOperator[]).map((name) => [OPERATOR_SIGNS[name], BY_ORDER[name]]),
);

/** The operators `= <> < <= > >=`. Univer's ignore errors in cells, and take numbers for texts that look like them. */
export class Compare extends Elementwise {
  private operator = "=";

  constructor() {
    super("COMPARE", 2, 2, (a = null, b = null) => {
      if (isFormulaError(a)) return a;
      if (isFormulaError(b)) return b;
      return RELATIONS.get(this.operator)!((/^[<>]=?$/.test(this.operator) ? ordered : compare)(a, b));
    });
  }

  /** Univer sets the operator before each calculation. */
  setCompareType(operator: string): void {
    this.operator = operator;
  }
}
