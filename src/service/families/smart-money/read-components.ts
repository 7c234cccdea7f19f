import { counted } from "../../../contract/counted";
import { addDays, daysBetween, type IsoDate } from "../../../contract/dates";
import { mergeProvenance, ofDataset, type Origin } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { isEnabled } from "../../answers/is-enabled";
import { MAXIMUM_AGES } from "../../answers/maximum-age";
import type { Instrument } from "../../instruments/universe";
import type { SourceId } from "../../records/attribution";
import type { DisclosedTrade } from "../../records/disclosed-trades";
import type { ShortVolume } from "../../records/equities";
import type { StoredRecord } from "../../records/record";
import type { RowsName } from "../../store/freshness";
import { quarterLabel } from "../../time/calendar";
import { disclosuresFor, tradesIn } from "../congress/congress";
import { holdersFor } from "../holders13f/holders13f";
import { holdersArePublished, type HoldersQuarter } from "../holders13f/reported-holders";
import { CLUSTER_DAYS, type InsiderMonth, insiderMonthFor, MIN_INSIDERS } from "../insider/clusters";
import { noInsiders } from "../insider/insider";
import type { InsiderSide } from "../insider/insider-side";
import { usdInWords } from "../insider/usd-in-words";
import { isPublished, recordsOf } from "../rows";

export const COMPONENT_NAMES = ["insider", "congress", "holders13f", "short_volume"] as const;
export type ComponentName = (typeof COMPONENT_NAMES)[number];

/** Published weights. The weight of an absent component goes to the others in proportion. */
export const COMPONENT_WEIGHTS: Readonly<Record<ComponentName, number>> = { insider: 0.35, congress: 0.2, holders13f: 0.3, short_volume: 0.15 };

/** One component's score, -100 (bear) to 100 (bull), with its observation date and its evidence in words. */
export interface ComponentScore {
  readonly score: number;
  readonly observed: IsoDate;
  readonly evidence: string;
  readonly provenance?: readonly RowsName[] | undefined;
}

/** Why a component is absent. */
export interface ComponentAbsence {
  readonly absent: string;
}

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

const CONGRESS_DAYS = 90;

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
function insiderComponent(month: InsiderMonth): ComponentScore | ComponentAbsence {
  if (month.buy.insiders + month.sell.insiders === 0) return { absent: `no open-market trade by an insider is known in the last ${CLUSTER_DAYS} days` };
  if (month.clusters.length === 0) return { absent: `no cluster (${MIN_INSIDERS.buy} buyers or ${MIN_INSIDERS.sell} sellers): ${insidersInWords(month)}` };
  return {
    score: bounded(month.clusters.reduce((sum, c) => sum + (c.side === "buy" ? c.strength : -c.strength), 0)),
    observed: newest(month.clusters.map((c) => c.lastTrade)),
    evidence: insidersInWords(month),
  };
}

/** Purchases less sales by count, as a share of both. Reduced for few trades. Absent without trades. */
function congressComponent(trades: readonly StoredRecord<DisclosedTrade>[]): ComponentScore | ComponentAbsence {
  if (trades.length === 0) return { absent: `no trade in ${CONGRESS_DAYS} days` };
  const bought = trades.filter(({ body }) => body.type === "P").length;
  const sold = trades.length - bought;
  return {
    score: bounded(((bought - sold) / trades.length) * 100 * Math.min(1, trades.length / FULL_SCORE_TRADES)),
    observed: newest(trades.map(({ date }) => date)),
    evidence: `${counted(bought, "purchase")} and ${counted(sold, "sale")} disclosed for the last ${CONGRESS_DAYS} days`,
  };
}

/** Holders who added less holders who cut, as a share of those compared. Reduced for few holders. Absent without two quarters to compare. */
function holdersComponent(quarter: HoldersQuarter | undefined): ComponentScore | ComponentAbsence {
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
function shortVolumeComponent(rows: readonly StoredRecord<ShortVolume>[]): ComponentScore | ComponentAbsence {
  const last = rows[rows.length - 1];
  const trend = last ? rows.filter((r) => r.date > addDays(last.date, -TREND_DAYS)) : [];
  if (!last || trend.length < MIN_SESSIONS)
    return { absent: `${counted(trend.length, "day")} of short volume within ${TREND_DAYS} days; a trend needs ${MIN_SESSIONS}` };
  const ratio = (some: readonly StoredRecord<ShortVolume>[]): number =>
    some.reduce((s, { body }) => s + body.short_volume, 0) / some.reduce((s, { body }) => s + body.total_volume, 0);
  const [now, before] = [ratio(trend.slice(-RECENT_SESSIONS)), ratio(trend.slice(0, -RECENT_SESSIONS))];
  if (!Number.isFinite(now - before)) return { absent: "without any volume there is no share of short sales" };
  return {
    score: bounded((-(now - before) / FULL_SCORE_RATIO_CHANGE) * 100),
    observed: last.date,
    evidence: `${inPercent(now)} of the volume was sold short in the last ${RECENT_SESSIONS} days, ${inPercent(before)} in the ${trend.length - RECENT_SESSIONS} before`,
  };
}

const SHORT_VOLUME_SESSIONS = 25;
const COMMAND = "npm run -s data --";

type Reading = ComponentScore | ComponentAbsence;

/** One component: its rows, published or sample, and why it is absent while other components have published rows. */
interface ComponentRows {
  /** Source of its published rows. */
  readonly source: SourceId;
  isPublished(context: Context, ticker: string): boolean;
  read(context: Context, instrument: Instrument): Reading;
  notLoaded(context: Context, instrument: Instrument): string;
  originOf(context: Context, ticker: string): Origin;
  /** Too old published rows make the component absent: `what` names the newest of them. */
  readonly limit?: { readonly days: number; readonly what: string };
}

const COMPONENTS: Readonly<Record<ComponentName, ComponentRows>> = {
  insider: {
    source: "sec",
    isPublished: (context, ticker) => isPublished(context, "insider_trade", ticker),
    read: (context, instrument) => {
      const month = insiderMonthFor(context, instrument);
      return month ? insiderComponent(month.rows) : { absent: noInsiders(instrument) };
    },
    notLoaded: (_context, instrument) =>
      instrument.instrumentType === "common" ? `no insider's report on ${instrument.ticker} is loaded: ${COMMAND} import sec FILE` : noInsiders(instrument),
    originOf: (_context, ticker) => ofDataset("sec", "insider_trade", ticker),
  },
  congress: {
    source: "house",
    isPublished: (context, ticker) => isPublished(context, "congress_trade", ticker),
    read: (context, { ticker }) => congressComponent(tradesIn(disclosuresFor(context, ticker, CONGRESS_DAYS)?.rows ?? [])),
    notLoaded: (_context, { ticker }) => `no disclosed trade in ${ticker} is loaded: ${COMMAND} import house FILE`,
    originOf: (context, ticker) => disclosuresFor(context, ticker, CONGRESS_DAYS) ?? ofDataset("house", "congress_trade", ticker),
  },
  holders13f: {
    source: "sec",
    isPublished: holdersArePublished,
    read: (context, instrument) => holdersComponent(holdersFor(context, instrument, 1).rows[0]),
    notLoaded: (_context, { ticker }) => `no institution's report on ${ticker} is loaded: ${COMMAND} import sec FILE`,
    originOf: () => ofDataset("sec", "holding"),
    limit: { days: MAXIMUM_AGES.holdings.days, what: "the newest quarter loaded ended on" },
  },
  short_volume: {
    source: "finra",
    isPublished: (context, ticker) => isPublished(context, "short_volume", ticker),
    read: (context, { ticker }) => {
      const volumes = recordsOf(context, "short_volume", ticker)
        .latest<ShortVolume>("short_volume", ticker, context.clock.today(), SHORT_VOLUME_SESSIONS)
        .toReversed();
      return volumes.length > 0 || isPublished(context, "short_volume", ticker)
        ? shortVolumeComponent(volumes)
        : { absent: `the short volume of ${ticker} is not covered` };
    },
    notLoaded: (context, { ticker }) =>
      isEnabled(context, "finra") || isPublished(context, "short_volume")
        ? `no short volume of ${ticker} is loaded: ${COMMAND} update finra`
        : `FINRA is off until you have read its terms (non-commercial use): ${COMMAND} enable finra`,
    originOf: (_context, ticker) => ofDataset("finra", "short_volume", ticker),
    limit: { days: MAXIMUM_AGES.short_volume.days, what: "the newest day loaded is" },
  },
};

/** Source of a component's published rows. */
export const sourceOf = (name: ComponentName): SourceId => COMPONENTS[name].source;

/** True if any component has published rows of the symbol. Then no component uses sample data. */
export const anyComponentIsPublished = (context: Context, ticker: string): boolean =>
  COMPONENT_NAMES.some((name) => COMPONENTS[name].isPublished(context, ticker));

/** Cache key for publishers that are off by default: the advice of an absent component depends on them. */
export const publisherState = (context: Context): string => (isEnabled(context, "finra") ? "finra" : "");

/** A component from published rows, or why it is absent. */
function fromPublished({ limit, ...of }: ComponentRows, context: Context, instrument: Instrument): Reading {
  if (!of.isPublished(context, instrument.ticker)) return { absent: of.notLoaded(context, instrument) };
  const reading = of.read(context, instrument);
  if ("absent" in reading) return reading;
  const today = context.clock.today();
  const age = daysBetween(reading.observed, today);
  if (limit && age > limit.days) return { absent: `too old: ${limit.what} ${reading.observed}, ${age} days before ${today}; the limit is ${limit.days} days` };
  return { ...reading, ...mergeProvenance([of.originOf(context, instrument.ticker)]) };
}

/** Each component, or why it is absent: all from published rows, or all from sample rows. */
export const readComponents = (context: Context, instrument: Instrument, published: boolean): Readonly<Record<ComponentName, Reading>> => {
  const read = (name: ComponentName): Reading =>
    published ? fromPublished(COMPONENTS[name], context, instrument) : COMPONENTS[name].read(context, instrument);
  return { insider: read("insider"), congress: read("congress"), holders13f: read("holders13f"), short_volume: read("short_volume") };
};
