import type { FunctionName } from "../../../contract/functions";

/** The groups of search results and of a company's page, in their order, with the functions whose figures they have. */
const FUNCTIONS_OF = {
  Companies: [],
  "Prices and risk": ["PRICE", "CHANGE", "VAR", "SHARPE", "GAMMA"],
  "Financial statements": ["FIN", "FILING"],
  Valuation: ["RV"],
  "Short interest": ["SHORTINTEREST"],
  "Holders and insiders": ["HOLDERS13F", "INSIDER", "CONGRESS", "SMARTMONEY"],
  "Signals and news": ["SIGNAL", "CONFLUENCE", "TRACKRECORD", "OSINT"],
  Offerings: ["IPO"],
  "Treasury yields and spreads": ["YIELD"],
  "Policy and money-market rates": ["MMRATE", "CBRATE"],
  "Macro series": ["FRED", "FREDH", "REGIME", "ESI"],
  Countries: ["BIS"],
  Liquidity: ["LIQUIDITY", "NETLIQ"],
  Crypto: ["WHALE", "ONCHAIN_RISK", "FUNDING"],
  "Prediction markets": ["ODDS"],
  Functions: [],
  "Screener fields": [],
  Caveats: [],
} as const satisfies Readonly<Record<string, readonly FunctionName[]>>;
export type Topic = keyof typeof FUNCTIONS_OF;
export const TOPICS = Object.keys(FUNCTIONS_OF) as readonly Topic[];

/** The group of a function's figures; a function without one is listed among the functions. */
export const topicOf = (fn: FunctionName): Topic => TOPICS.find((topic) => (FUNCTIONS_OF[topic] as readonly FunctionName[]).includes(fn)) ?? "Functions";

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
