import { BY_PATH } from "./by-path";
import { CRYPTO_FUNCTIONS } from "./crypto";
import type { Declaration, Field, Result } from "./declaration";
import { FILING_FUNCTIONS } from "./filings";
import { INTERNATIONAL_FUNCTIONS } from "./international";
import { MACRO_FUNCTIONS } from "./macro";
import { outputIn } from "./output-in";
import { POSITIONING_FUNCTIONS } from "./positioning";
import { PRICE_FUNCTIONS } from "./prices";
import { RATE_FUNCTIONS } from "./rates";
import { RELATIVE_VALUE_FUNCTIONS } from "./relative-value";
import { SIGNAL_FUNCTIONS } from "./signals";

/** Declarations by module. The functions that users type are generated into the module of the same name in `src/functions`. */
export const DECLARED = {
  crypto: CRYPTO_FUNCTIONS,
  filings: FILING_FUNCTIONS,
  international: INTERNATIONAL_FUNCTIONS,
  macro: MACRO_FUNCTIONS,
  positioning: POSITIONING_FUNCTIONS,
  prices: PRICE_FUNCTIONS,
  rates: RATE_FUNCTIONS,
  "relative-value": RELATIVE_VALUE_FUNCTIONS,
  signals: SIGNAL_FUNCTIONS,
  "by-path": BY_PATH,
} as const;

const ALL = {
  ...CRYPTO_FUNCTIONS,
  ...FILING_FUNCTIONS,
  ...INTERNATIONAL_FUNCTIONS,
  ...MACRO_FUNCTIONS,
  ...POSITIONING_FUNCTIONS,
  ...PRICE_FUNCTIONS,
  ...RATE_FUNCTIONS,
  ...RELATIVE_VALUE_FUNCTIONS,
  ...SIGNAL_FUNCTIONS,
  ...BY_PATH,
};

export type FunctionName = keyof typeof ALL;
/** The names of a function's fields; "" for a function without fields. */
export type FieldName<F extends FunctionName> = (typeof ALL)[F] extends Declaration<infer N> ? N : never;

/** The specification's order: the 25 functions that users type, then the 8 that only sheet paths reach. Functions outside the specification follow. */
const SPECIFIED: readonly FunctionName[] = [
  ...(["REGIME", "SIGNAL", "PRICE", "FRED", "FREDH", "WHALE", "BIS", "FILING", "OSINT", "LIQUIDITY", "NETLIQ", "ONCHAIN_RISK", "SMARTMONEY"] as const),
  ...(["CONFLUENCE", "HOLDERS13F", "SHORTINTEREST", "TRACKRECORD", "FUNDING", "CBRATE", "YIELD", "MMRATE", "RV", "IPO", "ESI", "FIN"] as const),
  ...(["CHANGE", "VAR", "SHARPE", "INSIDER", "CONGRESS", "ODDS", "GAMMA", "ASOF"] as const),
];

/** Every function, in the specification's order. Cells load `calls.ts` and the pane loads `listing.ts` instead, which are smaller: they lack the texts of help and docs. */
export const DECLARATIONS = Object.fromEntries(
  [...new Set([...SPECIFIED, ...(Object.keys(ALL) as FunctionName[])])].map((name) => [name, ALL[name]]),
) as Readonly<Record<FunctionName, Declaration>>;

export const declarationOf = (name: FunctionName): Declaration => DECLARATIONS[name];

/** The output of a function: the named field, else its default field, else its result. */
export const outputOf = (name: FunctionName, field?: string): Field | Result => outputIn(DECLARATIONS[name], field);
