import type { IsoDate } from "../../../contract/dates";
import type { CongressTrade } from "../congress/rows";
import type { HoldersQuarter } from "../holders13f/rows";
import type { InsiderTrade } from "../insider/rows";
import { LEG_WEIGHTS, type Leg, type ShortVolumeRow } from "./rows";

/** Trades that make a leg speak with its full voice; fewer speak more softly. */
const FULL_VOICE = 4;
const RECENT_SESSIONS = 5;
/** A change of the short-volume ratio by this much is a full score. */
const FULL_RATIO_CHANGE = 0.1;
/** Net accumulation by this share of the holders is a full score. */
const FULL_ACCUMULATION = 0.25;

const bounded = (score: number): number => Math.max(-100, Math.min(100, score));
const newest = (days: readonly IsoDate[]): IsoDate => days.reduce((a, b) => (b > a ? b : a));

/** Buys against sells by value, softer for few trades. Absent without trades. */
export function insiderLeg(trades: readonly InsiderTrade[] | undefined): Leg | undefined {
  if (!trades || trades.length === 0) return undefined;
  const gross = trades.reduce((sum, t) => sum + t.value, 0);
  const net = trades.reduce((sum, t) => sum + (t.side === "buy" ? t.value : -t.value), 0);
  if (gross <= 0) return undefined;
  return { family: "insider", score: bounded((net / gross) * 100 * Math.min(1, trades.length / FULL_VOICE)), observed: newest(trades.map((t) => t.filed)) };
}

/** Purchases against sales by count, softer for few trades. Absent without trades. */
export function congressLeg(trades: readonly CongressTrade[]): Leg | undefined {
  if (trades.length === 0) return undefined;
  const net = trades.reduce((sum, t) => sum + (t.type === "purchase" ? 1 : -1), 0);
  return {
    family: "congress",
    score: bounded((net / trades.length) * 100 * Math.min(1, trades.length / FULL_VOICE)),
    observed: newest(trades.map((t) => t.disclosed)),
  };
}

/** Holders who added against holders who cut, in proportion to all. Absent without a quarter. */
export function holdersLeg(quarter: HoldersQuarter | undefined): Leg | undefined {
  if (!quarter || quarter.count <= 0) return undefined;
  return {
    family: "holders13f",
    score: bounded(((quarter.accumulating - quarter.reducing) / quarter.count / FULL_ACCUMULATION) * 100),
    observed: quarter.quarterEnd,
  };
}

/** The short-volume ratio of the last days against the days before: a rise is bearish. Absent for symbols that are not covered. */
export function shortVolumeLeg(rows: readonly ShortVolumeRow[] | undefined): Leg | undefined {
  const last = rows?.[rows.length - 1];
  if (!rows || !last || rows.length <= RECENT_SESSIONS) return undefined;
  const ratio = (some: readonly ShortVolumeRow[]): number => some.reduce((s, r) => s + r.shortVolume, 0) / some.reduce((s, r) => s + r.totalVolume, 0);
  const change = ratio(rows.slice(-RECENT_SESSIONS)) - ratio(rows.slice(0, -RECENT_SESSIONS));
  return Number.isFinite(change) ? { family: "short_volume", score: bounded((-change / FULL_RATIO_CHANGE) * 100), observed: last.date } : undefined;
}

/** The weighted mean of the legs that are there, -100 to 100; undefined without any. */
export function composite(legs: readonly Leg[]): number | undefined {
  const weight = legs.reduce((sum, leg) => sum + LEG_WEIGHTS[leg.family], 0);
  return weight > 0 ? legs.reduce((sum, leg) => sum + LEG_WEIGHTS[leg.family] * leg.score, 0) / weight : undefined;
}
