import type { FunctionName } from "../../contract/functions";
import { withNames } from "../names/resolve";
import { asOfFamily } from "./as-of/as-of";
import { COMPANY_FAMILIES } from "./companies";
import { curve } from "./curve/curve";
import type { Evaluate, Family } from "../answers/family";
import { liquidityFamily } from "./liquidity/liquidity";
import { macro } from "./macro/macro";
import { moneyMarket } from "./money-market/money-market";
import { withSampleSwitch } from "./sample-switch";
import { withinSampleYears } from "./sample-years";
import { withMaximumAge } from "./with-maximum-age";
import { WORLD_FAMILIES } from "./world";

const DATA_FAMILIES: readonly Family[] = [macro, curve, moneyMarket, liquidityFamily, ...[...COMPANY_FAMILIES, ...WORLD_FAMILIES].map(withinSampleYears)];

/** Asked by any name that people give a thing. */
const byFunction = (
  families: readonly Family[],
  within: (fn: FunctionName, evaluate: Evaluate) => Evaluate = (_, evaluate) => evaluate,
): ReadonlyMap<FunctionName, Evaluate> =>
  new Map(
    families
      .flatMap((family) => Object.entries(family.functions) as [FunctionName, Evaluate][])
      .map(([fn, evaluate]): [FunctionName, Evaluate] => [fn, withNames(fn, within(fn, evaluate))]),
  );

/** Every data family; what answers a function is found by its name. */
export const FAMILIES: readonly Family[] = [...DATA_FAMILIES, asOfFamily(byFunction(DATA_FAMILIES))];

const evaluators = byFunction(FAMILIES, (fn, evaluate) => withSampleSwitch(withMaximumAge(fn, evaluate)));
/** What answers a function; nothing generated where the operator has switched sample data off. */
export const evaluatorOf = (fn: FunctionName): Evaluate | undefined => evaluators.get(fn);
