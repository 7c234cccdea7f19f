import { isoOf } from "../../../contract/dates";
import { rounded } from "../../../contract/rounded";
import { NO_ROWS, ofDataset, type Origin, SAMPLE } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { MAXIMUM_AGES } from "../../answers/maximum-age";
import type { Venue } from "../../records/crypto";
import { normal } from "../../sample/random";
import { wave } from "../../sample/waves";
import { momentInUtc } from "../../time/clock";
import { HOUR_MS } from "../../time/durations";
import { lastFunding, lastOfContracts } from "../funding/funding";
import { type FundingSettlement, sampleFundingRate } from "../funding/sample";
import { type PricedCoin, sampleCoinPrice } from "../prices/sample";
import { isPublished } from "../rows";

/** The market of one perpetual at one moment. */
export type DerivativesRow = ReturnType<typeof sampleDerivativesRow>;

/** Usual open interest of one venue, in coins. */
const USUAL_COINS: Readonly<Record<PricedCoin, number>> = { BTC: 85_000, ETH: 1_500_000, SOL: 9_000_000 };

/** The market at the last full hour. */
function sampleDerivativesRow(symbol: PricedCoin, now: number) {
  const at = Math.floor(now / HOUR_MS) * HOUR_MS;
  const date = isoOf(at);
  const index_price_usd = sampleCoinPrice(symbol, at);
  // Perpetuals trade above the index while longs pay.
  const premium_pct = 0.6 * sampleFundingRate(symbol, now) + 0.008 * normal("basis", symbol, at);
  const mark_price_usd = rounded(index_price_usd * (1 + premium_pct / 100), 2);
  const coins = USUAL_COINS[symbol] * Math.exp(0.25 * wave(`open interest ${symbol}`, date, 160) + 0.004 * normal("open interest", symbol, at));
  return {
    /** Milliseconds UTC. */
    at,
    open_interest_usd: Math.round(coins * mark_price_usd),
    /** Accounts that are long, divided by accounts that are short. */
    long_short_ratio: rounded(Math.exp(0.4 + 0.35 * wave(`long short ${symbol}`, date, 45) + 0.02 * normal("long short", symbol, at)), 4),
    mark_price_usd,
    index_price_usd,
    /** The mark price above the index, in percent of the index. */
    basis_pct: rounded((100 * (mark_price_usd - index_price_usd)) / index_price_usd, 4),
  };
}

/** A value, or why it is unknown. */
type OrReason<T> = T | { readonly reason: string };

interface Derivatives {
  readonly funding: OrReason<FundingSettlement["body"]>;
  readonly market: OrReason<DerivativesRow>;
  readonly origin: Origin;
}

/** The last settlement at one venue, from its contract in USDT if there are several. */
function fundingAt(context: Context, symbol: PricedCoin, venue: Venue): Derivatives["funding"] {
  const found = lastOfContracts(context, symbol).find((r) => r.body.exchange === venue);
  const reason = `No settlement of ${symbol} at ${venue} in the last ${MAXIMUM_AGES.funding.days} days is loaded. Import the venue's newer history, or use a blank exchange for the venue of FUNDING.`;
  return found?.body ?? { reason };
}

/**
 * Funding and market of one perpetual: at one venue, or at that of FUNDING. `unknown` is why FUNDING shows no rate, if it shows none. If funding is
 * imported, nothing is sample data, and the market is unknown because no publisher of it is covered. Sample data belongs to no venue.
 */
export function derivativesOf(context: Context, symbol: PricedCoin, venue: Venue | undefined, unknown: string | undefined): Derivatives {
  if (!isPublished(context, "funding", symbol)) {
    if (unknown !== undefined) return { funding: { reason: unknown }, market: { reason: unknown }, origin: NO_ROWS };
    return { funding: lastFunding(context, symbol).rows!.body, market: sampleDerivativesRow(symbol, momentInUtc(context.clock)), origin: SAMPLE };
  }
  const freshest = (): Derivatives["funding"] => (unknown === undefined ? lastFunding(context, symbol).rows!.body : { reason: unknown });
  const funding = venue === undefined ? freshest() : fundingAt(context, symbol, venue);
  const origin = "reason" in funding ? NO_ROWS : ofDataset(funding.exchange, "funding", symbol);
  const market = {
    reason: `Open interest, long/short ratio, prices and basis of ${symbol} are unknown: no publisher of them is covered, and funding is not sample data.`,
  };
  return { funding, market, origin };
}
