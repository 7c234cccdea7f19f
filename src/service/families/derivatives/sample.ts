import { isoOf } from "../../../contract/dates";
import { normal } from "../../sample/random";
import { rounded } from "../../../contract/rounded";
import { wave } from "../../sample/waves";
import { HOUR_MS } from "../../time/durations";
import { sampleFundingRate } from "../funding/sample";
import { sampleCoinPrice, type PricedCoin } from "../prices/sample-coins";

/** The market of one perpetual at one moment. */
export interface DerivativesRow {
  /** Milliseconds UTC. */
  readonly at: number;
  readonly open_interest_usd: number;
  /** Accounts that are long, divided by accounts that are short. */
  readonly long_short_ratio: number;
  readonly mark_price_usd: number;
  readonly index_price_usd: number;
  /** The mark price above the index, in percent of the index. */
  readonly basis_pct: number;
}

/** Usual open interest of one venue, in coins. */
const USUAL_COINS: Readonly<Record<PricedCoin, number>> = { BTC: 85_000, ETH: 1_500_000, SOL: 9_000_000 };

/** The market at the last full hour. */
export function sampleDerivativesRow(symbol: PricedCoin, now: number): DerivativesRow {
  const at = Math.floor(now / HOUR_MS) * HOUR_MS;
  const date = isoOf(at);
  const index_price_usd = sampleCoinPrice(symbol, at);
  // Perpetuals trade above the index while longs pay.
  const premium_pct = 0.6 * sampleFundingRate(symbol, now) + 0.008 * normal("basis", symbol, at);
  const mark_price_usd = rounded(index_price_usd * (1 + premium_pct / 100), 2);
  const coins = USUAL_COINS[symbol] * Math.exp(0.25 * wave(`open interest ${symbol}`, date, 160) + 0.004 * normal("open interest", symbol, at));
  return {
    at,
    open_interest_usd: Math.round(coins * mark_price_usd),
    long_short_ratio: rounded(Math.exp(0.4 + 0.35 * wave(`long short ${symbol}`, date, 45) + 0.02 * normal("long short", symbol, at)), 4),
    mark_price_usd,
    index_price_usd,
    basis_pct: rounded((100 * (mark_price_usd - index_price_usd)) / index_price_usd, 4),
  };
}
