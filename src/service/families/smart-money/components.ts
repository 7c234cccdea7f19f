import { addDays, type IsoDate } from "../../../contract/dates";
import { quarterLabel } from "../../time/calendar";
import type { CongressTrade } from "../../records/congress-trade";
import type { HoldersQuarter } from "../holders13f/rows";
import { CLUSTER_DAYS, MIN_INSIDERS, type InsiderMonth } from "../insider/clusters";
import type { InsiderSide } from "../insider/insider-side";
import { counted } from "../../../contract/counted";
import { usdInWords } from "../insider/usd-in-words";
import type { ShortVolumeRow, ComponentAbsence, ComponentScore } from "./rows";

/** Number of trades for the full Congress score. Fewer trades reduce it. */
const FULL_SCORE_TRADES = 4;
/** Number of institutions for the full 13F score. Fewer institutions reduce it. */
const FULL_SCORE_HOLDERS = 10;
/** Net accumulation for the full 13F score, as a share of the holders. */
const FULL_SCORE_ACCUMULATION = 0.25;
/** The trend compares the last sessions with the ones before, and needs at least as many of those. */
const RECENT_SESSIONS = 5;
const MIN_SESSIONS = 2 * RECENT_SESSIONS;
/** Older days are not part of the trend. */
const TREND_DAYS = 60;
/** Change of the short-volume ratio for the full score. */
const FULL_SCORE_RATIO_CHANGE = 0.1;

export const CONGRESS_DAYS = 90;

const bounded = (score: number): number => Math.max(-100, Math.min(100, score));
const newest = (days: readonly IsoDate[]): IsoDate => days.reduce((a, b) => (b > a ? b : a));

function worth({ value, unpriced }: InsiderSide): string {
  if (value !== null) return usdInWords(value);
  return `for an unknown sum (${counted(unpriced, "trade states", "trades state")} no price)`;
}

/** `3 insiders bought 1.2 M USD in 30 days, none sold`. */
function insidersInWords({ buy, sell }: InsiderMonth): string {
  const inWords = (side: InsiderSide, verb: string): string =>
    side.insiders === 0 ? `none ${verb}` : `${counted(side.insiders, "insider")} ${verb} ${worth(side)}`;
  const [first, second] = buy.insiders > 0 ? [inWords(buy, "bought"), inWords(sell, "sold")] : [inWords(sell, "sold"), inWords(buy, "bought")];
  return `${first} in ${CLUSTER_DAYS} days, ${second}`;
}

/** Strength of the buying cluster less that of the selling cluster. Absent without a cluster: single trades say little. */
export function insiderComponent(month: InsiderMonth): ComponentScore | ComponentAbsence {
  if (month.buy.insiders + month.sell.insiders === 0) return { absent: `no open-market trade by an insider is known in the last ${CLUSTER_DAYS} days` };
  if (month.clusters.length === 0) return { absent: `no cluster (${MIN_INSIDERS.buy} buyers or ${MIN_INSIDERS.sell} sellers): ${insidersInWords(month)}` };
  return {
    score: bounded(month.clusters.reduce((sum, c) => sum + (c.side === "buy" ? c.strength : -c.strength), 0)),
    observed: newest(month.clusters.map((c) => c.lastTrade)),
    evidence: insidersInWords(month),
  };
}

/** Purchases less sales by count, as a share of both. Reduced for few trades. Absent without trades. */
export function congressComponent(trades: readonly CongressTrade[]): ComponentScore | ComponentAbsence {
  if (trades.length === 0) return { absent: `no trade in ${CONGRESS_DAYS} days` };
  const bought = trades.filter((t) => t.type === "purchase").length;
  const sold = trades.length - bought;
  return {
    score: bounded(((bought - sold) / trades.length) * 100 * Math.min(1, trades.length / FULL_SCORE_TRADES)),
    observed: newest(trades.map((t) => t.traded)),
    evidence: `${counted(bought, "purchase")} and ${counted(sold, "sale")} disclosed for the last ${CONGRESS_DAYS} days`,
  };
}

/** Holders who added less holders who cut, as a share of those compared. Reduced for few holders. Absent without two quarters to compare. */
export function holdersComponent(quarter: HoldersQuarter | undefined): ComponentScore | ComponentAbsence {
  if (!quarter) return { absent: "no institutions' reports were due by then" };
  if (quarter.uncompared) return { absent: quarter.uncompared.full };
  const { accumulating, reducing, quarterEnd } = quarter;
  const compared = quarter.compared ?? quarter.count;
  if (compared <= 0) return { absent: `no institution's reports are loaded for both ${quarterLabel(quarterEnd)} and the previous quarter` };
  return {
    score: bounded(((accumulating - reducing) / compared / FULL_SCORE_ACCUMULATION) * 100) * Math.min(1, compared / FULL_SCORE_HOLDERS),
    observed: quarterEnd,
    evidence: `${accumulating} of ${counted(compared, "institution")} added and ${reducing} cut in ${quarterLabel(quarterEnd)}`,
  };
}

const inPercent = (ratio: number): string => `${(ratio * 100).toFixed(1)} %`;

/** Change of the short share of volume in the last sessions against the ones before. A rise is bearish. Rows are oldest first. */
export function shortVolumeComponent(rows: readonly ShortVolumeRow[]): ComponentScore | ComponentAbsence {
  const last = rows[rows.length - 1];
  const trend = last ? rows.filter((r) => r.date > addDays(last.date, -TREND_DAYS)) : [];
  if (!last || trend.length < MIN_SESSIONS)
    return { absent: `${counted(trend.length, "day")} of short volume within ${TREND_DAYS} days; a trend needs ${MIN_SESSIONS}` };
  const ratio = (some: readonly ShortVolumeRow[]): number => some.reduce((s, r) => s + r.shortVolume, 0) / some.reduce((s, r) => s + r.totalVolume, 0);
  const [now, before] = [ratio(trend.slice(-RECENT_SESSIONS)), ratio(trend.slice(0, -RECENT_SESSIONS))];
  if (!Number.isFinite(now - before)) return { absent: "without any volume there is no share of short sales" };
  return {
    score: bounded((-(now - before) / FULL_SCORE_RATIO_CHANGE) * 100),
    observed: last.date,
    evidence: `${inPercent(now)} of the volume was sold short in the last ${RECENT_SESSIONS} days, ${inPercent(before)} in the ${trend.length - RECENT_SESSIONS} before`,
  };
}
