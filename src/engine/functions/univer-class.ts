import {
  type BaseFunction,
  functionCompatibility,
  functionDate,
  functionEngineering,
  functionFinancial,
  functionInformation,
  functionLogical,
  functionLookup,
  functionMath,
  functionMeta,
  functionStatistical,
  functionText,
} from "@univerjs/engine-formula";

export type FunctionClass = new (name: string) => BaseFunction;

const classes = new Map<string, unknown>(
  [
    functionMeta,
    functionText,
    functionMath,
    functionLookup,
    functionLogical,
    functionInformation,
    functionFinancial,
    functionEngineering,
    functionDate,
    functionCompatibility,
    functionStatistical,
  ]
    .flat()
    .map(([of, name]) => [String(name), of]),
);

/** Univer's class of a function. */
export function classOf(name: string): FunctionClass {
  const found = classes.get(name);
  if (!found) throw new Error(`Univer has no function ${name}.`);
  return found as FunctionClass;
}
