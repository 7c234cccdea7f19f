import type { Context } from "../../answers/context";
import { NO_ROWS, ofDataset, SAMPLE, type Origin } from "../../answers/answering";
import { MAXIMUM_AGES } from "../../answers/maximum-age";
import { momentInUtc } from "../../time/clock";
import type { Venue } from "../../records/crypto";
import { lastFunding, lastOfContracts } from "../funding/last-funding";
import type { FundingSettlement } from "../funding/sample";
import { isPublished } from "../rows";
import type { PricedCoin } from "../prices/sample-coins";
import { sampleDerivativesRow, type DerivativesRow } from "./sample";

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
