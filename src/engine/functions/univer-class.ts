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

/** Univer's function of this name, also under another one. */
export function univerFunction(name: string, as = name): BaseFunction {
  const found = classes.get(name) as (new (name: string) => BaseFunction) | undefined;
  if (!found) throw new Error(`Univer has no function ${name}.`);
  return new found(as);
}

type Calculate = BaseFunction["calculate"];

/** Gives a function another calculation, which may use the one that it has. */
export function withCalculation(one: BaseFunction, from: (calculate: Calculate) => Calculate): BaseFunction {
  one.calculate = from(one.calculate.bind(one));
  return one;
}
