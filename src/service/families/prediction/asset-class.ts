import { own } from "../../../contract/json";
import type { Market } from "../../records/prediction";

export const ASSET_CLASSES = ["crypto", "equity", "macro", "forex", "commodity"] as const;
export type AssetClass = (typeof ASSET_CLASSES)[number];

/** Venues' categories that are an asset class. */
const OF_CATEGORY: Readonly<Record<string, AssetClass>> = {
  crypto: "crypto",
  nfts: "crypto",
  equity: "equity",
  stocks: "equity",
  macro: "macro",
  economics: "macro",
  economy: "macro",
  forex: "forex",
  commodity: "commodity",
  commodities: "commodity",
};

/** Words that have only one meaning. "Gold" is missing, because it is also a medal. */
const WORDS: readonly (readonly [AssetClass, RegExp])[] = [
  ["crypto", /\b(bitcoin|btc|ethereum|ether|eth|solana|xrp|dogecoin|crypto|cryptocurrency|stablecoins?)\b/i],
  ["forex", /\b(eur|gbp|jpy|usdjpy|eurusd|gbpusd|forex)\b/i],
  ["commodity", /\b(crude|brent|wti|natural gas|gold price|price of gold|silver price|price of silver)\b/i],
  ["equity", /\b(s&p|nasdaq|dow jones|nyse|ipo|earnings|stock price|market cap)\b/i],
  ["macro", /\b(fed|fomc|ecb|inflation|cpi|recession|gdp|unemployment|payrolls?|rate (?:cuts?|hikes?)|interest rates?)\b/i],
];

const SPORT_CATEGORIES = new Set(["sport", "sports"]);
const LEAGUES =
  /\b(nba|wnba|nfl|nhl|mlb|mls|ufc|ncaa|fifa|uefa|atp|wta|super bowl|world cup|world series|premier league|champions league|la liga|serie a|bundesliga|grand prix|olympics?)\b/i;
/** Kalshi's ids begin with the series, such as KXNFLGAME. */
const LEAGUE_SERIES = /^KX(?:NBA|WNBA|NFL|NHL|MLB|MLS|UFC|NCAA|FIFA|UEFA|ATP|WTA|EPL|F1)/;

const textOf = ({ question, event }: Market): string => `${question} ${event}`;

/** The asset class of a market by its category. If the venue states none, by words of its question and event. Null if there is none. */
export function assetClassOf(market: Market): AssetClass | null {
  if (market.category !== "") return own(OF_CATEGORY, market.category.toLowerCase()) ?? null;
  return WORDS.find(([, words]) => words.test(textOf(market)))?.[0] ?? null;
}

/** True for a market on sport, by its category. If the venue states none, by the name of a league in its question, event or id. */
export const isSport = (market: Market): boolean =>
  market.category === "" ? LEAGUES.test(textOf(market)) || LEAGUE_SERIES.test(market.id) : SPORT_CATEGORIES.has(market.category.toLowerCase());
