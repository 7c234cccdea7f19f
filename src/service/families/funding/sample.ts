import { isoOf, msOf } from "../../../contract/dates";
import type { Perpetual } from "../../../contract/vocabulary";
import { coinSince } from "../../sample/coins";
import { between, normal } from "../../sample/random";
import { rounded } from "../../../contract/rounded";
import { sampleRow } from "../../sample/public-rows";
import type { PublishedFunding, Venue } from "../../records/crypto";
import type { StoredRecord } from "../../records/record";
import { wave } from "../../sample/waves";
import { HOUR_MS } from "../../time/durations";

/** A settlement of one perpetual, imported or sample. A sample one belongs to no venue. */
export type FundingSettlement = StoredRecord<Omit<PublishedFunding, "exchange"> & { readonly exchange: Venue | "sample" }>;

const INTERVAL_HOURS = 8;
const INTERVAL_MS = INTERVAL_HOURS * HOUR_MS;
/** The rate of an eight-hour interval from interest alone. */
const BASE_PCT = 0.01;
const BOUND_PCT = 0.3;
/** Smaller premiums are reduced. */
const FULL_PREMIUM_PCT = 0.03;

/** The rate of the last interval settled at or before `now`. */
export function sampleFundingRate(symbol: Perpetual, now: number): number {
  const settled = Math.floor(now / INTERVAL_MS) * INTERVAL_MS;
  const date = isoOf(settled);
  const mood = 0.024 * wave("funding mood", date, 300) + between(0.008, 0.03, "funding swing", symbol) * wave(`funding ${symbol}`, date, 120);
  // Most rates are near the base rate. Rates far from it are rare, and more often positive.
  const premium = mood * Math.min(1, Math.abs(mood) / FULL_PREMIUM_PCT) * (mood < 0 ? 0.8 : 1.5);
  const rate = BASE_PCT + premium + 0.0015 * normal("funding", symbol, settled);
  return rounded(Math.max(-BOUND_PCT, Math.min(BOUND_PCT, rate)), 4);
}

/** The intervals settled from `from` to `to`, milliseconds UTC, oldest first; none before the coin traded. */
export function sampleFundingSettlements(symbol: Perpetual, from: number, to: number): FundingSettlement[] {
  const rows: FundingSettlement[] = [];
  const first = Math.max(from, msOf(coinSince(symbol)));
  for (let time_ms = Math.ceil(first / INTERVAL_MS) * INTERVAL_MS; time_ms <= to; time_ms += INTERVAL_MS) {
    const [day, rate_pct] = [isoOf(time_ms), sampleFundingRate(symbol, time_ms)];
    rows.push(sampleRow(symbol, day, day, "", { exchange: "sample", contract: `${symbol} (sample)`, time_ms, rate_pct, interval_hours: INTERVAL_HOURS }));
  }
  return rows;
}
