import type { Instrument } from "../../instruments/universe";
import type { Market } from "../../records/market";

/** Names by which questions call a coin. */
const COIN_NAMES: Readonly<Record<string, readonly string[]>> = { BTC: ["Bitcoin", "BTC"], ETH: ["Ethereum", "Ether", "ETH"], SOL: ["Solana", "SOL"] };
export const namesOfCoin = (coin: string): readonly string[] => COIN_NAMES[coin] ?? [coin];

/** What a company's name has and a question leaves out. */
const ENDING = /(?: Class [A-Z]|\.com|,? (?:Inc|Corp|Corporation|Co|Ltd|plc|PLC|Holdings)\.?)+$/;
/** Shorter tickers are also words and initials. */
const LEAST_TICKER = 3;

/** Names by which questions call a company: its name, and its ticker if that is no common word. */
export function namesOfCompany({ ticker, name }: Pick<Instrument, "ticker" | "name">): readonly string[] {
  const short = name.replace(ENDING, "");
  return [...(short === ticker ? [] : [short]), ...(ticker.length >= LEAST_TICKER ? [ticker] : [])];
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Returns whether a market's question or event has one of the names, whole and with its capitals: a target is not Target. */
export function about(names: readonly string[]): (market: Pick<Market, "question" | "event">) => boolean {
  if (names.length === 0) return () => false;
  const named = new RegExp(`(?<![\\p{L}\\d])(?:${names.map(escaped).join("|")})(?![\\p{L}\\d])`, "u");
  return ({ question, event }) => named.test(question) || named.test(event);
}
