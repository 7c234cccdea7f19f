import { addDays, DAY_MS, daysBetween, type IsoDate, isoOf } from "../../../contract/dates";
import { largest } from "../../../contract/lists";
import type { Unit } from "../../../contract/units";
import type { WhaleAsset } from "../../../contract/vocabulary";
import { jointOrigin, mergeProvenance, ofDataset, type Origin, type Sourced } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { MAXIMUM_AGES } from "../../answers/maximum-age";
import { untilImport } from "../../answers/until-import";
import type { PublishedFunding } from "../../records/crypto";
import { momentInUtc } from "../../time/clock";
import { liquidated, wholeDays } from "../liquidations/liquidated";
import { closesFor } from "../prices/prices";
import { splitJump } from "../prices/returns";
import { isPublished } from "../rows";
import { meanOf, median, sumOf, varianceOf } from "../statistics";
import { hasOwnTransfers, originOfTransfers } from "../whale/transfers";
import { flow, rowsFor } from "../whale/whale";

export const RISK_ASSETS = ["BTC", "ETH", "SOL"] as const;
export type RiskAsset = (typeof RISK_ASSETS)[number];

/** Share of the score if every component is known. They sum to 1. */
export const RISK_WEIGHTS = { funding: 0.25, liquidations: 0.25, "exchange flows": 0.2, volatility: 0.2, stablecoins: 0.1 } as const;
export type RiskName = keyof typeof RISK_WEIGHTS;
export const RISK_NAMES = Object.keys(RISK_WEIGHTS) as RiskName[];

/** A measured component, with its stress. */
interface MeasuredStress extends Omit<Origin, "sample"> {
  /** From 0 (calm) to 100. */
  readonly stress: number;
  readonly value: number;
  readonly unit: Unit;
  readonly observation_date: IsoDate;
  /** Absent for sample data. */
  readonly evidence?: string;
}

/** Why a component is absent, in words. */
interface Absent {
  readonly absent: string;
}

export interface RiskRow {
  readonly asset: RiskAsset;
  readonly date: IsoDate;
  readonly components: readonly { readonly name: RiskName; readonly reading: MeasuredStress | Absent }[];
}

/** Components older than this many days count as absent. */
const STALE_DAYS = MAXIMUM_AGES.funding.days;

export const isMeasured = (reading: MeasuredStress | Absent): reading is MeasuredStress => "stress" in reading;

/** Clamps points to the scale of 0 to 100. */
const stressOf = (points: number): number => Math.max(0, Math.min(100, points));

const FUNDING_DAYS = 30;
/** Minimum settlements for a meaningful standard deviation. */
const MIN_SETTLEMENTS = 20;
/** Full stress: funding in percent per eight hours, positive or negative, and its distance from the mean in standard deviations. */
const FULL_STRESS_LEVEL = 0.1;
const FULL_STRESS_Z = 3;

/** One settlement, per eight hours, weighted by its hours, so that venues that settle every hour do not count more than others. */
interface Rate {
  readonly rate: number;
  readonly hours: number;
}

function spreadOf(rates: readonly Rate[]): { mean: number; sd: number } {
  const hours = rates.reduce((n, r) => n + r.hours, 0);
  const mean = rates.reduce((n, r) => n + r.rate * r.hours, 0) / hours;
  return { mean, sd: Math.sqrt(rates.reduce((n, r) => n + (r.rate - mean) ** 2 * r.hours, 0) / hours) };
}

/**
 * Stress from the mean of the venues' last settled rates, in percent per eight hours: half from its distance to zero, half from its distance to the mean of the last 30
 * days in standard deviations. Settlements without a stated interval are left out.
 */
function fundingStress({ clock, store }: Context, asset: RiskAsset): MeasuredStress | Absent {
  const now = momentInUtc(clock);
  const today = clock.today();
  const rows = store.records
    .between<PublishedFunding>("funding", asset, addDays(today, -FUNDING_DAYS), today, today)
    .filter(({ body }) => body.time_ms <= now && body.time_ms > now - FUNDING_DAYS * DAY_MS);
  const stated = rows.filter((r) => r.body.interval_hours !== null);
  if (stated.length === 0)
    return { absent: rows.length > 0 ? `no settlement of ${asset} states its interval` : `no funding of ${asset} in the last ${FUNDING_DAYS} days is loaded` };
  const last = new Map<string, (typeof stated)[number]>();
  for (const row of stated) {
    const venue = `${row.body.exchange} ${row.body.contract}`;
    if (row.body.time_ms > (last.get(venue)?.body.time_ms ?? 0)) last.set(venue, row);
  }
  const fresh = [...last.values()].filter((r) => r.body.time_ms >= now - STALE_DAYS * DAY_MS).sort((a, b) => b.body.time_ms - a.body.time_ms);
  const [newest] = fresh;
  if (!newest) return { absent: `the loaded funding of ${asset} ends on ${stated[stated.length - 1]!.date}, more than three days ago` };
  if (stated.length < MIN_SETTLEMENTS)
    return { absent: `${stated.length} settlements of ${asset} in the last ${FUNDING_DAYS} days are loaded, and ${MIN_SETTLEMENTS} are needed` };
  const per8 = ({ rate_pct, interval_hours }: PublishedFunding): Rate => ({ rate: (rate_pct * 8) / (interval_hours ?? 8), hours: interval_hours ?? 8 });
  const level = meanOf(fresh.map((r) => per8(r.body).rate));
  const { mean, sd } = spreadOf(stated.map((r) => per8(r.body)));
  const z = sd > 1e-9 ? (level - mean) / sd : 0;
  const venues = [...new Set(fresh.map((r) => r.body.exchange))].sort();
  return {
    stress: 0.5 * stressOf((100 * Math.abs(level)) / FULL_STRESS_LEVEL) + 0.5 * stressOf((100 * Math.abs(z)) / FULL_STRESS_Z),
    value: Number(level.toFixed(6)),
    unit: "% per interval",
    observation_date: isoOf(newest.body.time_ms),
    source: newest.source,
    ...mergeProvenance(fresh.map((r) => ofDataset(r.source, "funding", asset))),
    evidence: `mean of the last settled rates per 8 hours at ${venues.join(", ")}; ${z.toFixed(1)} standard deviations from the mean of ${stated.length} settlements of ${FUNDING_DAYS} days`,
  };
}

/** Maximum number of earlier days to compare with. */
const COMPARED_DAYS = 30;
const MIN_COMPARED_DAYS = 3;

/** US dollars liquidated on each fully covered UTC day before today. Constant during the day, so cached. */
const daysBefore = untilImport((context, asset: RiskAsset): readonly number[] => {
  const today = context.clock.today();
  return wholeDays(context, asset, addDays(today, -COMPARED_DAYS), addDays(today, -1));
});

/** Stress from the liquidations of the last 24 hours against the median of the fully covered days before: 50 at the median, 100 at twice the median or more. */
function liquidationStress(context: Context, asset: RiskAsset): MeasuredStress | Absent {
  const now = momentInUtc(context.clock);
  const last = liquidated(context, asset, now - DAY_MS, now);
  if (!last) return { absent: `no liquidations of ${asset} in the last 24 hours are loaded` };
  if (!last.whole) return { absent: `the loaded liquidations of ${asset} do not cover the last 24 hours` };
  const before = daysBefore(context, asset);
  if (before.length < MIN_COMPARED_DAYS)
    return { absent: `${before.length} earlier days of ${asset} liquidations are fully loaded, and ${MIN_COMPARED_DAYS} are needed` };
  const usual = median(before);
  if (usual <= 0) return { absent: `${asset} has no liquidations on most of the ${before.length} days before, so there is no base to compare with` };
  const usd = last.long_usd + last.short_usd;
  return {
    stress: stressOf((50 * usd) / usual),
    value: Number(usd.toPrecision(12)),
    unit: "USD",
    observation_date: isoOf(largest(last.contracts.map((c) => c.to_ms).map((ms) => Math.min(ms, now)))),
    ...ofDataset("okx", "coverage", `liquidation ${asset}`),
    evidence: `last 24 hours at okx, ${(usd / usual).toFixed(2)} times the median of ${before.length} days before`,
  };
}

interface Flows {
  readonly into: number;
  readonly out: number;
}

/** Flows into and out of exchanges in the last 24 hours, from the operator's own transfers, or why they are unknown. */
function flowsOf(context: Context, asset: WhaleAsset): Flows | Absent {
  const { rows, sample } = rowsFor(context, asset);
  if (sample) return { absent: `no transfers of ${asset} are imported` };
  if ("missing" in rows) return { absent: rows.missing };
  if (!rows.exchange_labels) return { absent: `the transfers of ${asset} have no exchange labels` };
  return { into: flow(rows, "exchange_inflow"), out: flow(rows, "exchange_outflow") };
}

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

/** Net inflow to exchanges as a share of all flows: −1 all out, 1 all in. `sign` is 1 if inflow is stress, -1 if outflow is. */
function flowStress(
  context: Context,
  assets: readonly WhaleAsset[],
  { into, out }: Flows,
  sign: 1 | -1,
  evidence: (net: string) => string,
): MeasuredStress | Absent {
  if (into + out === 0) return { absent: `no large transfer of ${assets.join(" and ")} to or from an exchange in the last 24 hours` };
  const net = (into - out) / (into + out);
  return {
    stress: stressOf(50 + sign * 50 * net),
    value: Number(net.toFixed(6)),
    unit: "ratio",
    observation_date: context.clock.today(),
    ...jointOrigin(assets.map((asset) => originOfTransfers(context, asset))),
    evidence: `${evidence(percent(net))} of all flows in the last 24 hours`,
  };
}

/** Coins move to exchanges to be sold, so inflow is stress. */
function exchangeFlowStress(context: Context, asset: RiskAsset): MeasuredStress | Absent {
  const flows = flowsOf(context, asset);
  return "absent" in flows ? flows : flowStress(context, [asset], flows, 1, (net) => `net inflow to exchanges is ${net}`);
}

const STABLECOINS = ["USDT", "USDC"] as const;

/** The same for stablecoins with the opposite sign: dollars that leave exchanges cannot buy coins. */
function stablecoinStress(context: Context): MeasuredStress | Absent {
  const read = STABLECOINS.map((asset) => [asset, flowsOf(context, asset)] as const);
  const known = read.flatMap(([asset, flows]) => ("absent" in flows ? [] : [{ asset, ...flows }]));
  if (known.length === 0) return { absent: read.flatMap(([, flows]) => ("absent" in flows ? [flows.absent] : [])).join("; ") };
  const assets = known.map(({ asset }) => asset);
  const sums = { into: sumOf(known.map((f) => f.into)), out: sumOf(known.map((f) => f.out)) };
  const stress = flowStress(context, assets, sums, -1, (net) => `net inflow of ${assets.join(" and ")} to exchanges is ${net}`);
  return "absent" in stress || known.length === STABLECOINS.length ? stress : { ...stress, evidence: `${stress.evidence}; the other one is not known` };
}

const VOLATILITY_DAYS = 20;
/** Maximum days that the closes may span: a market that never closes may lack only a few. */
const MAX_SPAN_DAYS = 25;
const DAYS_A_YEAR = 365;
/** Volatility in percent a year at full stress. */
const FULL_STRESS_PCT = 100;

/** Stress from the standard deviation of the last 20 daily log returns of the operator's own prices, annualised over 365 days: one point per percent, at most 100. */
function volatilityStress(context: Context, asset: RiskAsset): MeasuredStress | Absent {
  const { rows: closes, ...origin } = closesFor(context, asset, VOLATILITY_DAYS + 1);
  const [first, last] = [closes[0], closes[closes.length - 1]];
  if (origin.sample) return { absent: `no prices of ${asset} are imported` };
  if (!first || !last || closes.length <= VOLATILITY_DAYS)
    return { absent: `${closes.length} of the ${VOLATILITY_DAYS + 1} closes of ${asset} that are needed are loaded` };
  if (daysBetween(last.date, context.clock.today()) > STALE_DAYS)
    return { absent: `the loaded prices of ${asset} end on ${last.date}, more than three days ago` };
  if (daysBetween(first.date, last.date) > MAX_SPAN_DAYS)
    return { absent: `the last ${VOLATILITY_DAYS + 1} closes of ${asset} span more than ${MAX_SPAN_DAYS} days: too many are missing` };
  const jump = splitJump(closes);
  if (jump) return { absent: `the close of ${asset} jumps on ${jump.date} as in a split: check the imported prices` };
  const returns = closes.slice(1).map((c, i) => Math.log(c.close / closes[i]!.close));
  const percent = Math.sqrt(varianceOf(returns) * DAYS_A_YEAR) * 100;
  return {
    stress: stressOf((100 * percent) / FULL_STRESS_PCT),
    value: Number(percent.toFixed(4)),
    unit: "%",
    observation_date: last.date,
    ...origin,
    evidence: `standard deviation of ${VOLATILITY_DAYS} daily returns up to ${last.date}, a year of ${DAYS_A_YEAR} days`,
  };
}

const MEASURES: Readonly<Record<RiskName, (context: Context, asset: RiskAsset) => MeasuredStress | Absent>> = {
  funding: fundingStress,
  liquidations: liquidationStress,
  "exchange flows": exchangeFlowStress,
  volatility: volatilityStress,
  stablecoins: stablecoinStress,
};

/** True if any component has a published row, of any age. Then no component uses sample data. */
const hasRows = (context: Context, asset: RiskAsset): boolean =>
  (["funding", "liquidation", "price"] as const).some((dataset) => isPublished(context, dataset, asset)) ||
  ([asset, "USDT", "USDC"] as const).some((of) => hasOwnTransfers(context, of));

const rowNow = untilImport(readRisk, (context, asset) => `${asset} ${context.clock.asOf()}`);

function readRisk(context: Context, asset: RiskAsset): RiskRow {
  const components = RISK_NAMES.map((name) => ({ name, reading: MEASURES[name](context, asset) }));
  const days = components.flatMap(({ reading }) => (isMeasured(reading) ? [reading.observation_date] : []));
  return { asset, date: days.reduce((a, b) => (a > b ? a : b), days[0] ?? context.clock.today()), components };
}

/** The components of an asset from published rows alone, absent ones with the reason; undefined if none has a row. */
export function publishedRiskRow(context: Context, asset: RiskAsset): Sourced<RiskRow> | undefined {
  if (!hasRows(context, asset)) return undefined;
  const rows = rowNow(context, asset);
  const [first] = rows.components.flatMap(({ reading }) => (isMeasured(reading) ? [reading.source] : []));
  return { rows, source: first ?? "sample", sample: false };
}
