import type { FunctionName } from "../../contract/functions";
import type { Argument } from "../../contract/arguments";
import { withNames } from "../names/resolve";
import type { TimeClaim } from "../answers/field-ages";
import { asOfFamily } from "./as-of/as-of";
import { byField } from "./by-field";
import { COMPANY_FAMILIES } from "./companies";
import { curve } from "./curve/curve";
import type { Evaluate, Family, FamilyFunction } from "../answers/family";
import { liquidityFamily } from "./liquidity/liquidity";
import { macro } from "./macro/macro";
import { moneyMarket } from "./money-market/money-market";
import { withSampleSwitch } from "./sample-switch";
import { withinSampleYears } from "./sample-years";
import { claimsOf, withMaximumAge } from "./with-maximum-age";
import { WORLD_FAMILIES } from "./world";

const DATA_FAMILIES: readonly Family[] = [macro, curve, moneyMarket, liquidityFamily, ...[...COMPANY_FAMILIES, ...WORLD_FAMILIES].map(withinSampleYears)];

/** A function as others evaluate it: its field is checked. */
type AnyFunction = Omit<FamilyFunction, "evaluate"> & { readonly evaluate: Evaluate };

const functionsOf = (families: readonly Family[]): readonly (readonly [FunctionName, AnyFunction])[] =>
  families.flatMap(({ functions }) =>
    (Object.entries(functions) as [FunctionName, FamilyFunction][]).map(([fn, by]) => [fn, { ...by, evaluate: byField(fn, by.evaluate) }] as const),
  );

/** Every data family. A function's family is found by the function's name. */
export const FAMILIES: readonly Family[] = [
  ...DATA_FAMILIES,
  asOfFamily(functionsOf(DATA_FAMILIES).map(([fn, { asOf, evaluate }]) => ({ fn, asOf, evaluate: withNames(fn, withSampleSwitch(evaluate)) }))),
];

const answering = new Map(functionsOf(FAMILIES).map(([fn, by]) => [fn, { ...by, evaluate: withNames(fn, withSampleSwitch(withMaximumAge(fn, by))) }] as const));

const claims = new Map(functionsOf(FAMILIES).map(([fn, { ages }]) => [fn, claimsOf(fn, ages)] as const));

/** What the field of a question claims about time. */
export const claimOf = (fn: FunctionName, args: readonly Argument[]): TimeClaim | undefined => claims.get(fn)?.(args);

/** The definition of a function, wrapped to accept common names and to withhold sample data if the operator has turned it off. */
export const familyFunction = (fn: FunctionName): AnyFunction | undefined => answering.get(fn);
export const evaluatorOf = (fn: FunctionName): Evaluate | undefined => familyFunction(fn)?.evaluate;
