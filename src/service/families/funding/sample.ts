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

/** The funding rate of one interval of one perpetual, in percent of the position. Longs pay shorts if it is positive. */
export interface FundingRow {
  readonly symbol: Perpetual;
  /** Milliseconds UTC at which the interval was settled. */
  readonly settled: number;
  readonly rate: number;
  /** Length of the interval in hours; undefined if not stated. */
  readonly intervalHours: number | undefined;
  /** The venue of a published row, and its name of the contract. */
  readonly venue?: Venue;
  readonly contract?: string;
}

const INTERVAL_MS = 8 * HOUR_MS;
/** The rate of an eight-hour interval from interest alone. */
const BASE_PCT = 0.01;
const BOUND_PCT = 0.3;
/** Smaller premiums are reduced. */
const FULL_PREMIUM_PCT = 0.03;

/** The last interval settled at or before `now`. */
export function sampleFundingRow(symbol: Perpetual, now: number): FundingRow {
  const settled = Math.floor(now / INTERVAL_MS) * INTERVAL_MS;
  const date = isoOf(settled);
  const mood = 0.024 * wave("funding mood", date, 300) + between(0.008, 0.03, "funding swing", symbol) * wave(`funding ${symbol}`, date, 120);
  // Most rates are near the base rate. Rates far from it are rare, and more often positive.
  const premium = mood * Math.min(1, Math.abs(mood) / FULL_PREMIUM_PCT) * (mood < 0 ? 0.8 : 1.5);
  const rate = BASE_PCT + premium + 0.0015 * normal("funding", symbol, settled);
  return { symbol, settled, rate: rounded(Math.max(-BOUND_PCT, Math.min(BOUND_PCT, rate)), 4), intervalHours: 8 };
}

/** A sample settlement in the shape of a published one. It belongs to no venue. */
export type SampleFunding = Omit<PublishedFunding, "exchange"> & { readonly exchange: "sample" };

function settlementOf({ symbol, settled, rate, intervalHours }: FundingRow): StoredRecord<SampleFunding> {
  const body: SampleFunding = { exchange: "sample", contract: `${symbol} (sample)`, time_ms: settled, rate_pct: rate, interval_hours: intervalHours ?? null };
  return sampleRow(symbol, isoOf(settled), isoOf(settled), "", body);
}

/** The intervals settled from `from` to `to`, milliseconds UTC, oldest first; none before the coin traded. */
export function sampleFundingSettlements(symbol: Perpetual, from: number, to: number): StoredRecord<SampleFunding>[] {
  const rows: StoredRecord<SampleFunding>[] = [];
  const first = Math.max(from, msOf(coinSince(symbol)));
  for (let settled = Math.ceil(first / INTERVAL_MS) * INTERVAL_MS; settled <= to; settled += INTERVAL_MS)
    rows.push(settlementOf(sampleFundingRow(symbol, settled)));
  return rows;
}
