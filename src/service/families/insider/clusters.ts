import { addDays, type IsoDate } from "../../../contract/dates";
import { groupedBy } from "../../../contract/lists";
import { rounded } from "../../../contract/rounded";
import { jointOrigin, type Origin, SAMPLE, type Sourced } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { type Instrument, instrumentOf } from "../../instruments/universe";
import { isPublished, originOf } from "../rows";
import { untilRelease } from "../../answers/until-import";
import { effectiveOn } from "./effective-reports";
import { type InsiderSide, insiderSideOf, type OwnedTrade, ownedTrades } from "./insider-side";
import type { Report } from "./one-block";
import { allReportsNear, reportsNear, tradeDoubtsOf } from "./reported-trades";

/** Number of insiders for the full score: few companies have more who may trade at once. */
const FULL_SCORE_INSIDERS = 6;
/** The value counts on a log scale, from 10 thousand to 10 million US dollars. */
const MIN_VALUE = 1e4;
const FULL_SCORE_VALUE = 1e7;
const STRENGTH_WEIGHTS = { insiders: 0.35, value: 0.3, chief: 0.2, freely: 0.15 } as const;

const within = (share: number): number => Math.max(0, Math.min(1, share));
const ofValue = (usd: number): number => (usd <= 0 ? 0 : within(Math.log10(usd / MIN_VALUE) / Math.log10(FULL_SCORE_VALUE / MIN_VALUE)));

/**
 * Strength from 0 to 100: 35 points for the number of insiders (all at six), 30 for the value on a log scale (10 thousand to 10 million US dollars), 20 if the CEO
 * or CFO takes part, 15 for the share of trades outside a plan. The points of an unknown value or plan go to the others in proportion.
 */
export function strengthOf({ insiders, value, hasCeo, hasCfo, unplanned: freely }: InsiderSide): number {
  const parts: readonly (readonly [keyof typeof STRENGTH_WEIGHTS, number | null])[] = [
    ["insiders", within(insiders / FULL_SCORE_INSIDERS)],
    ["value", value === null ? null : ofValue(value)],
    ["chief", hasCeo || hasCfo ? 1 : 0],
    ["freely", freely],
  ];
  const known = parts.flatMap(([name, share]) => (share === null ? [] : [{ weight: STRENGTH_WEIGHTS[name], share }]));
  return rounded((100 * known.reduce((sum, p) => sum + p.weight * p.share, 0)) / known.reduce((sum, p) => sum + p.weight, 0), 1);
}

/** Window of a cluster in days, by trade date. */
export const CLUSTER_DAYS = 30;
/** Minimum number of insiders of a cluster. Insiders sell for many reasons and buy for one, so a selling cluster needs more. */
export const MIN_INSIDERS = { buy: 2, sell: 3 } as const;

export interface InsiderCluster extends InsiderSide {
  /** The symbol; null if the SEC's reports name none. */
  readonly ticker: string | null;
  /** 0 to 100, by `strengthOf`. */
  readonly strength: number;
  readonly firstTrade: IsoDate;
  readonly lastTrade: IsoDate;
  readonly lastFiled: IsoDate;
  /** True if it was not a cluster by the reports known the day before. */
  readonly newToday: boolean;
}

/** Both sides of one company's insiders within the window, and the clusters among them. */
export type InsiderMonth = ReturnType<typeof insiderMonthOf>;

const isCluster = ({ side, insiders }: InsiderSide): boolean => insiders >= MIN_INSIDERS[side];

/** Both sides and the clusters of a window's trades. `before` returns the trades of the window that ended the day before, as known then. */
export function insiderMonthOf(ticker: string | null, trades: readonly OwnedTrade[], before: () => readonly OwnedTrade[]) {
  const [buy, sell] = [insiderSideOf("buy", trades), insiderSideOf("sell", trades)];
  const clusters = [buy, sell].flatMap((side): InsiderCluster[] => {
    const { firstTrade, lastTrade, lastFiled } = side;
    if (!isCluster(side) || firstTrade === undefined || lastTrade === undefined || lastFiled === undefined) return [];
    return [{ ...side, ticker, strength: strengthOf(side), firstTrade, lastTrade, lastFiled, newToday: !isCluster(insiderSideOf(side.side, before())) }];
  });
  return { buy, sell, clusters };
}

function reportedMonth(context: Context, entity: string, reports: readonly Report[]): InsiderMonth {
  const today = context.clock.today();
  const tradesOn = (day: IsoDate): readonly OwnedTrade[] => {
    const effective = effectiveOn(day, reports);
    return ownedTrades(effective, tradeDoubtsOf(context, entity, effective, addDays(day, 1 - CLUSTER_DAYS)), day, CLUSTER_DAYS);
  };
  return insiderMonthOf(entity.startsWith("cik:") ? null : entity, tradesOn(today), () => tradesOn(addDays(today, -1)));
}

/**
 * Trades of one company's insiders in the last 30 days, with the clusters. Undefined for funds and foreign private issuers without imported reports: their insiders
 * file no Form 4.
 */
export function insiderMonthFor(context: Context, { ticker, instrumentType }: Instrument): Sourced<InsiderMonth> | undefined {
  const origin = originOf(context, "sec", "insider_trade", ticker);
  if (origin.sample && (instrumentType !== "common" || instrumentOf(ticker) === undefined)) return undefined;
  return { rows: reportedMonth(context, ticker, reportsNear(context, ticker, CLUSTER_DAYS)), ...origin };
}

/** All clusters on the service's date, strongest first. Cached, because a month has tens of thousands of reports. */
export const allInsiderClusters = untilRelease(readAll);

const byStrength = (a: InsiderCluster, b: InsiderCluster): number => b.strength - a.strength || ((a.ticker ?? "~") < (b.ticker ?? "~") ? -1 : 1);

function readAll(context: Context): Sourced<readonly InsiderCluster[]> {
  const reports = groupedBy(allReportsNear(context, CLUSTER_DAYS), ({ entity }) => entity);
  const clusters = [...reports].flatMap(([entity, of]) => reportedMonth(context, entity, of).clusters);
  const origins = [...reports.keys()].map((entity) => originOf(context, "sec", "insider_trade", entity));
  const none: Origin = isPublished(context, "insider_trade") ? { source: "sec", sample: false } : SAMPLE;
  return { rows: clusters.sort(byStrength), ...jointOrigin([none, ...origins]) };
}
