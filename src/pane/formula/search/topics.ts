import type { FunctionName } from "../../../contract/functions";

/** The groups of search results and of a company's page. */
export const TOPICS = [
  "Companies",
  "Prices and risk",
  "Financial statements",
  "Valuation",
  "Short interest",
  "Holders and insiders",
  "Signals and news",
  "Offerings",
  "Treasury yields and spreads",
  "Policy and money-market rates",
  "Macro series",
  "Countries",
  "Liquidity",
  "Crypto",
  "Prediction markets",
  "Functions",
  "Screener fields",
  "Caveats",
] as const;
export type Topic = (typeof TOPICS)[number];

const BY_FUNCTION: { readonly [F in FunctionName]?: Topic } = {
  PRICE: "Prices and risk",
  CHANGE: "Prices and risk",
  VAR: "Prices and risk",
  SHARPE: "Prices and risk",
  GAMMA: "Prices and risk",
  FIN: "Financial statements",
  FILING: "Financial statements",
  RV: "Valuation",
  SHORTINTEREST: "Short interest",
  HOLDERS13F: "Holders and insiders",
  INSIDER: "Holders and insiders",
  CONGRESS: "Holders and insiders",
  SMARTMONEY: "Holders and insiders",
  SIGNAL: "Signals and news",
  CONFLUENCE: "Signals and news",
  TRACKRECORD: "Signals and news",
  OSINT: "Signals and news",
  IPO: "Offerings",
  YIELD: "Treasury yields and spreads",
  MMRATE: "Policy and money-market rates",
  CBRATE: "Policy and money-market rates",
  FRED: "Macro series",
  FREDH: "Macro series",
  REGIME: "Macro series",
  ESI: "Macro series",
  BIS: "Countries",
  LIQUIDITY: "Liquidity",
  NETLIQ: "Liquidity",
  WHALE: "Crypto",
  ONCHAIN_RISK: "Crypto",
  FUNDING: "Crypto",
  ODDS: "Prediction markets",
};

/** The group of a function's figures; a function without one is listed among the functions. */
export const topicOf = (fn: FunctionName): Topic => BY_FUNCTION[fn] ?? "Functions";

/** Functions that most analysts use first, in this order. */
export const POPULAR: readonly FunctionName[] = [
  "PRICE",
  "FRED",
  "FIN",
  "YIELD",
  "RV",
  "SHORTINTEREST",
  "MMRATE",
  "CBRATE",
  "BIS",
  "FILING",
  "FREDH",
  "HOLDERS13F",
];
