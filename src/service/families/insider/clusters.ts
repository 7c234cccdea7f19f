import { addDays, type IsoDate } from "../../../contract/dates";
import { instrumentOf, UNIVERSE, type Instrument } from "../../instruments/universe";
import { ofDataset, mergeProvenance, sampled, type Sourced } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { untilRelease } from "../until-release";
import { strengthOf } from "./cluster-strength";
import { sideOf, type InsiderSide } from "./insider-side";
import { ownedTrades, type OwnedTrade } from "./owned-trades";
import { allReportsNear, reportsNear, sampleReportsNear } from "./reported-trades";
import { effectiveOn } from "./effective-reports";
import type { Report } from "./one-block";
import { doubtsOf } from "./trade-doubts";

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
export interface InsiderMonth {
  readonly buy: InsiderSide;
  readonly sell: InsiderSide;
  readonly clusters: readonly InsiderCluster[];
}

const isCluster = ({ side, insiders }: InsiderSide): boolean => insiders >= MIN_INSIDERS[side];

/** Both sides and the clusters of a window's trades. `before` returns the trades of the window that ended the day before, as known then. */
export function monthOf(ticker: string | null, trades: readonly OwnedTrade[], before: () => readonly OwnedTrade[]): InsiderMonth {
  const [buy, sell] = [sideOf("buy", trades), sideOf("sell", trades)];
  const clusters = [buy, sell].flatMap((side): InsiderCluster[] => {
    const { firstTrade, lastTrade, lastFiled } = side;
    if (!isCluster(side) || firstTrade === undefined || lastTrade === undefined || lastFiled === undefined) return [];
    return [{ ...side, ticker, strength: strengthOf(side), firstTrade, lastTrade, lastFiled, newToday: !isCluster(sideOf(side.side, before())) }];
  });
  return { buy, sell, clusters };
}

function reportedMonth(context: Context, entity: string, reports: readonly Report[]): InsiderMonth {
  const today = context.clock.today();
  const tradesOn = (day: IsoDate): readonly OwnedTrade[] => {
    const effective = effectiveOn(day, reports);
    return ownedTrades(effective, doubtsOf(context, entity, effective, addDays(day, 1 - CLUSTER_DAYS)), day, CLUSTER_DAYS);
  };
  return monthOf(entity.startsWith("cik:") ? null : entity, tradesOn(today), () => tradesOn(addDays(today, -1)));
}

/** Reads one day more than the window, to compare with the window of the day before. */
const sampleMonth = (context: Context, i: Instrument): InsiderMonth => reportedMonth(context, i.ticker, sampleReportsNear(context, i, CLUSTER_DAYS + 1));

/**
 * Trades of one company's insiders in the last 30 days, with the clusters: from imported reports, else from sample trades of a covered symbol. Undefined for funds
 * and foreign private issuers without imported reports: their insiders file no Form 4.
 */
export function insiderMonthFor(context: Context, instrument: Instrument): Sourced<InsiderMonth> | undefined {
  const { ticker, instrumentType } = instrument;
  if (context.store.records.isPublished("insider_trade", ticker))
    return { rows: reportedMonth(context, ticker, reportsNear(context, ticker, CLUSTER_DAYS)), ...ofDataset("sec", "insider_trade", ticker) };
  return instrumentType === "common" && instrumentOf(ticker) !== undefined ? sampled(sampleMonth(context, instrument)) : undefined;
}

/** All clusters on the service's date, strongest first: from imported reports, or from sample trades if no report is imported. */
export const allInsiderClusters = (context: Context): Sourced<readonly InsiderCluster[]> => cache(context, "all", () => readAll(context));

/** Cached, because a month has tens of thousands of reports. */
const cache = untilRelease<Sourced<readonly InsiderCluster[]>>(4);

const byStrength = (a: InsiderCluster, b: InsiderCluster): number => b.strength - a.strength || ((a.ticker ?? "~") < (b.ticker ?? "~") ? -1 : 1);

function readAll(context: Context): Sourced<readonly InsiderCluster[]> {
  if (!context.store.records.any("insider_trade"))
    return sampled(UNIVERSE.filter((i) => i.instrumentType === "common" && i.issuer === i.ticker).flatMap((i) => sampleMonth(context, i).clusters).sort(byStrength)); // prettier-ignore
  const reports = new Map<string, Report[]>();
  for (const report of allReportsNear(context, CLUSTER_DAYS)) {
    const of = reports.get(report.entity);
    if (of) of.push(report);
    else reports.set(report.entity, [report]);
  }
  const clusters = [...reports].flatMap(([entity, of]) => reportedMonth(context, entity, of).clusters);
  const provenance = mergeProvenance([...reports.keys()].map((entity) => ofDataset("sec", "insider_trade", entity)));
  return { rows: clusters.sort(byStrength), source: "sec", sample: false, ...provenance };
}
