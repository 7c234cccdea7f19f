import type { Close } from "../../records/equities";
import { meanOf, varianceOf } from "../statistics";

/** A jump by this factor or more between consecutive closes, up or down, looks like a split: prices are as traded, not adjusted. */
export const SPLIT_JUMP_RATIO = 1.8;

const SESSIONS_A_YEAR = 252;
const TAIL = 0.05;

/** The session of the first jump that looks like a split, or undefined. */
export function splitJump(closes: readonly Close[]): Close | undefined {
  return closes.find((row, i) => {
    const before = closes[i - 1];
    return before !== undefined && Math.max(row.close / before.close, before.close / row.close) >= SPLIT_JUMP_RATIO;
  });
}

/** Simple returns from close to close, as fractions. One fewer than closes. */
export const dailyReturns = (closes: readonly Close[]): number[] => closes.slice(1).map((row, i) => row.close / (closes[i] as Close).close - 1);

/** Percent change from the first close to the last; NaN for fewer than two. */
export function totalReturnPct(closes: readonly Close[]): number {
  const first = closes[0];
  const last = closes[closes.length - 1];
  return first && last && closes.length > 1 ? (last.close / first.close - 1) * 100 : Number.NaN;
}

/**
 * One-day historical value at risk at 95 %: the loss in percent, as a positive number, that the worst 5 % of days reached or exceeded. Interpolates linearly between
 * order statistics. 0 if that day was a gain.
 */
export function historicalVarPct(returns: readonly number[]): number {
  const sorted = [...returns].sort((a, b) => a - b);
  const place = TAIL * (sorted.length - 1);
  const low = sorted[Math.floor(place)];
  const high = sorted[Math.ceil(place)];
  if (low === undefined || high === undefined) return Number.NaN;
  return Math.max(0, -(low + (high - low) * (place - Math.floor(place))) * 100);
}

/** Mean of daily returns divided by their standard deviation, annualised by the root of 252, with a risk-free rate of zero. NaN without variation. */
export function sharpeRatio(returns: readonly number[]): number {
  const variance = varianceOf(returns);
  return variance > 0 ? (meanOf(returns) / Math.sqrt(variance)) * Math.sqrt(SESSIONS_A_YEAR) : Number.NaN;
}
