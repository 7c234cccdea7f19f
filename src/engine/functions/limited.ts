import { wordsIn } from "../../contract/text";
import type { ArrayValueObject, BaseFunction, BaseValueObject } from "@univerjs/engine-formula";
import { asNumber, oneOf } from "./elementwise";
import { LAST_COLUMN, LAST_ROW } from "../../workbook/cell-reference";
import { EngineFailed } from "../engine-errors";
import { functionWithArguments } from "./arguments";
import { withCalculation } from "./univer-class";

/** A million steps take about a second. */
const MOST_STEPS = 1_000_000;
const DISTRIBUTIONS = wordsIn(`
  BINOM.DIST BINOM.DIST.RANGE BINOMDIST HYPGEOM.DIST HYPGEOMDIST NEGBINOM.DIST NEGBINOMDIST POISSON POISSON.DIST`);

interface Limit {
  readonly name: string;
  /** The largest number. */
  readonly most: number;
  /** The argument that Univer loops over, from 0; missing for every one. */
  readonly argument?: number;
}

const LIMITS: readonly Limit[] = [
  ...DISTRIBUTIONS.map((name) => ({ name, most: MOST_STEPS })),
  // The days. Another argument is text that looks like a large number: "1000001".
  ...["WORKDAY", "WORKDAY.INTL"].map((name) => ({ name, most: MOST_STEPS, argument: 1 })),
  // A square of 1,000 rows has a million cells.
  { name: "MUNIT", most: Math.sqrt(MOST_STEPS) },
];

function isLarger(value: BaseValueObject, most: number): boolean {
  if (value.isArray()) return (value as ArrayValueObject).getArrayValue().some((line) => line.some((v) => v != null && isLarger(v, most)));
  const number = asNumber(oneOf(value));
  return typeof number === "number" && Math.abs(number) > most;
}

/** Functions that make an array of a size, by the places of its rows and columns in the arguments. */
const SIZED = [
  { name: "EXPAND", rows: 1, columns: 2 },
  { name: "MAKEARRAY", rows: 0, columns: 1 },
  { name: "RANDARRAY", rows: 0, columns: 1 },
  { name: "SEQUENCE", rows: 0, columns: 1 },
] as const;

/** Cells of the array that is made. A length that is missing is that of the array in the first argument, or 1. */
function cellsOf(args: readonly BaseValueObject[], rows: number, columns: number): number {
  const array = rows > 0 && args[0]?.isArray() ? (args[0] as ArrayValueObject) : undefined;
  const length = (at: number, otherwise = 1): number => {
    const value = args[at];
    const given = value === undefined || value.isNull() ? otherwise : asNumber(oneOf(value));
    return typeof given === "number" ? Math.abs(given) : 0;
  };
  return length(rows, array?.getRowCount()) * length(columns, array?.getColumnCount());
}

const limited = (name: string, isBeyond: (args: readonly BaseValueObject[]) => boolean): BaseFunction =>
  withCalculation(functionWithArguments(name), (calculate) => (...args) => {
    if (isBeyond(args)) throw new EngineFailed();
    return calculate(...args);
  });

/** Univer's functions whose time or size grows with a number, up to a limit; beyond it the whole formula fails. */
export const limitedFunctions = (): BaseFunction[] => [
  ...SIZED.map(({ name, rows, columns }) => {
    const one = limited(name, (args) => cellsOf(args, rows, columns) > MOST_STEPS);
    // Univer gives an error for an array that is larger than the sheet.
    const setCount = one.setSheetRowColumnCount.bind(one);
    one.setSheetRowColumnCount = () => setCount(LAST_ROW + 1, LAST_COLUMN + 1);
    return one;
  }),
  ...LIMITS.map(({ name, most, argument }) => limited(name, (args) => args.some((value, i) => (argument ?? i) === i && isLarger(value, most)))),
];
