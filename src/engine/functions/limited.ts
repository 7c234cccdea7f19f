import {
  type ArrayValueObject,
  type BaseFunction,
  type BaseValueObject,
  type ErrorType,
  ErrorValueObject,
  functionCompatibility,
  functionLogical,
  functionLookup,
  functionMath,
  functionStatistical,
  functionText,
} from "@univerjs/engine-formula";
import { oneOf } from "./elementwise";
import { ENGINE_FAILED } from "../engine-failed";

type FunctionClass = new (name: string) => BaseFunction;

/** Univer's class of a function. */
export function classOf(name: string): FunctionClass {
  const found = [functionStatistical, functionCompatibility, functionLogical, functionLookup, functionMath, functionText]
    .flat()
    .find(([, own]) => String(own) === name);
  if (!found) throw new Error(`Univer has no function ${name}.`);
  return found[0] as unknown as FunctionClass;
}

/** Univer's loops over these arguments. A million steps take about a second. */
const MOST_STEPS = 1_000_000;
const LOOPS = ["BINOM.DIST", "BINOM.DIST.RANGE", "BINOMDIST", "HYPGEOM.DIST", "HYPGEOMDIST", "NEGBINOM.DIST", "NEGBINOMDIST", "POISSON", "POISSON.DIST"];

const isLarge = (value: BaseValueObject): boolean =>
  value.isArray()
    ? (value as ArrayValueObject).getArrayValue().some((line) => line.some((v) => v != null && isLarge(v)))
    : typeof oneOf(value) === "number" && Math.abs(oneOf(value) as number) > MOST_STEPS;

/** Univer's functions whose time grows with a number, up to a limit; beyond it they give the error of an engine that failed. */
export const limitedFunctions = (): BaseFunction[] =>
  LOOPS.map((name) => {
    class Limited extends classOf(name) {
      override calculate(...args: BaseValueObject[]): ReturnType<BaseFunction["calculate"]> {
        return args.some(isLarge) ? ErrorValueObject.create(ENGINE_FAILED as ErrorType) : super.calculate(...args);
      }
    }
    return new Limited(name);
  });
