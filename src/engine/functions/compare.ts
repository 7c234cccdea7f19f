import { Elementwise, isError, type One } from "./elementwise";

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

const OPERATORS: Readonly<Record<string, (order: number) => boolean>> = {
  "=": (order) => order === 0,
  "<>": (order) => order !== 0,
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
};

/** The operators `= <> < <= > >=`. Univer's ignore errors in cells, and take numbers for texts that look like them. */
export class Compare extends Elementwise {
  private operator = "=";

  constructor() {
    super("COMPARE", 2, 2, (a = null, b = null) => {
      if (isError(a)) return a;
      if (isError(b)) return b;
      return OPERATORS[this.operator]!(compare(a, b));
    });
  }

  /** Univer sets the operator before each calculation. */
  setCompareType(operator: string): void {
    this.operator = operator;
  }
}
