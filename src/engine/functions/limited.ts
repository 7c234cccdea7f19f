import {
  type ArrayValueObject,
  type BaseFunction,
  type BaseValueObject,
  functionCompatibility,
  functionDate,
  functionLogical,
  functionLookup,
  functionMath,
  functionStatistical,
  functionText,
} from "@univerjs/engine-formula";
import { numberOf, oneOf } from "./elementwise";
import { LAST_COLUMN, LAST_ROW } from "../../workbook/cell-reference";
import { EngineFailed } from "../engine-failed";

type FunctionClass = new (name: string) => BaseFunction;

/** Univer's class of a function. */
export function classOf(name: string): FunctionClass {
  const found = [functionStatistical, functionCompatibility, functionDate, functionLogical, functionLookup, functionMath, functionText]
    .flat()
    .find(([, own]) => String(own) === name);
  if (!found) throw new Error(`Univer has no function ${name}.`);
  return found[0] as unknown as FunctionClass;
}

/** A million steps take about a second. */
const MOST_STEPS = 1_000_000;
const DISTRIBUTIONS = [
  "BINOM.DIST",
  "BINOM.DIST.RANGE",
  "BINOMDIST",
  "HYPGEOM.DIST",
  "HYPGEOMDIST",
  "NEGBINOM.DIST",
  "NEGBINOMDIST",
  "POISSON",
  "POISSON.DIST",
];

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
  const number = numberOf(oneOf(value));
  return typeof number === "number" && Math.abs(number) > most;
}

/** SEQUENCE as large as in Excel, where Univer's gives an error beyond the end of the sheet, up to a limit. */
class Sequence extends classOf("SEQUENCE") {
  override setSheetRowColumnCount(): void {
    super.setSheetRowColumnCount(LAST_ROW + 1, LAST_COLUMN + 1);
  }

  override calculate(...args: BaseValueObject[]): ReturnType<BaseFunction["calculate"]> {
    const [rows = 1, columns = 1] = args.slice(0, 2).map((value) => (value.isNull() ? 1 : numberOf(oneOf(value))));
    if (typeof rows === "number" && typeof columns === "number" && rows * columns > MOST_STEPS) throw new EngineFailed();
    return super.calculate(...args);
  }
}

/** Univer's functions whose time or size grows with a number, up to a limit; beyond it the whole formula fails. */
export const limitedFunctions = (): BaseFunction[] => [
  new Sequence("SEQUENCE"),
  ...LIMITS.map(({ name, most, argument }) => {
    class Limited extends classOf(name) {
      override calculate(...args: BaseValueObject[]): ReturnType<BaseFunction["calculate"]> {
        if (args.some((value, i) => (argument ?? i) === i && isLarger(value, most))) throw new EngineFailed();
        return super.calculate(...args);
      }
    }
    return new Limited(name);
  }),
];
