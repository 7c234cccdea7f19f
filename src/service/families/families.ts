import type { Argument } from "../../contract/arguments";
import type { FunctionName } from "../../contract/functions";
import { declarationOf } from "../../contract/functions/declarations";
import { orList } from "../../contract/nearest";
import { forCell } from "../../contract/reason";
import { answering, NO_ROWS } from "../answers/answering";
import { DAY, type Evaluate, type EvaluateField, type Family, type FamilyFunction } from "../answers/family";
import type { TimeClaim } from "../answers/field-ages";
import { withNames } from "../names/resolve";
import { asOfFamily } from "./as-of/as-of";
import { centralBanks } from "./central-banks/central-banks";
import { confluence } from "./confluence/confluence";
import { congress } from "./congress/congress";
import { cot } from "./cot/cot";
import { curve } from "./curve/curve";
import { fundamentals } from "./fundamentals/fundamentals";
import { funding } from "./funding/funding";
import { gammaFamily } from "./gamma/gamma";
import { holders13f } from "./holders13f/holders13f";
import { insider } from "./insider/insider";
import { international } from "./international/international";
import { liquidityFamily } from "./liquidity/liquidity";
import { macro } from "./macro/macro";
import { moneyMarket } from "./money-market/money-market";
import { offerings } from "./offerings/offerings";
import { onchainRisk } from "./onchain-risk/onchain-risk";
import { osint } from "./osint/osint";
import { prediction } from "./prediction/prediction";
import { pricesFamily } from "./prices/prices";
import { macroRegime } from "./regime/regime";
import { relativeValueFamily } from "./relative-value/relative-value";
import { withinSampleYears, withSampleSwitch } from "./sample-switch";
import { shortInterestFamily } from "./short-interest/short-interest";
import { signals } from "./signals/signals";
import { smartMoney } from "./smart-money/smart-money";
import { surprise } from "./surprise/surprise";
import { treasuryHoldings } from "./tic/tic";
import { whales } from "./whale/whale";
import { claimsOf, withMaximumAge } from "./with-maximum-age";

/** Passes the field to a family, by default the first declared one. An undeclared field is a `bad_argument`. */
export function byField<N extends string>(fn: FunctionName, evaluate: EvaluateField<N>): Evaluate {
  const { parameters, fields } = declarationOf(fn);
  const [first = ""] = fields.map(({ name }) => name);
  const at = parameters.findIndex(({ name }) => name === "field");
  if (at < 0) return (args, context) => evaluate(args, context, first as N);
  const declared: ReadonlySet<string> = new Set(fields.map(({ name }) => name));
  return (args, context) => {
    const field = String(args[at] ?? first);
    if (declared.has(field)) return evaluate(args, context, field as N);
    return answering(NO_ROWS, DAY).reason("bad_argument", {
      short: forCell`${fn} has no field ${field}.`,
      full: `${fn} has no field "${field}". Use ${orList([...declared])}.`,
    });
  };
}

/** The families of the wider economy and of crypto. */
export const WORLD_FAMILIES: readonly Family[] = [
  macroRegime,
  centralBanks,
  international,
  surprise,
  whales,
  funding,
  onchainRisk,
  prediction,
  osint,
  cot,
  treasuryHoldings,
];

/** The families that answer about companies and their shares. */
export const COMPANY_FAMILIES: readonly Family[] = [
  pricesFamily, signals, smartMoney, confluence, holders13f, shortInterestFamily, insider, congress, gammaFamily, fundamentals, relativeValueFamily, offerings,
]; // prettier-ignore

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

const evaluating = new Map(
  functionsOf(FAMILIES).map(([fn, by]) => [fn, { ...by, evaluate: withNames(fn, withSampleSwitch(withMaximumAge(fn, by))) }] as const),
);

const claims = new Map(functionsOf(FAMILIES).map(([fn, { ages }]) => [fn, claimsOf(fn, ages)] as const));

/** What the field of a question claims about time. */
export const claimOf = (fn: FunctionName, args: readonly Argument[]): TimeClaim | undefined => claims.get(fn)?.(args);

/** The definition of a function, wrapped to accept common names and to withhold sample data if the operator has turned it off. */
export const familyFunction = (fn: FunctionName): AnyFunction | undefined => evaluating.get(fn);
export const evaluatorOf = (fn: FunctionName): Evaluate | undefined => familyFunction(fn)?.evaluate;
