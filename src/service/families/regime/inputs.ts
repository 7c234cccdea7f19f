import { addDays, daysBetween, type IsoDate } from "../../../contract/dates";
import { jointOrigin } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { awaitedBetween, whenPublic } from "../awaited";
import { isSampleOn } from "../sample-switch";
import { meanOf } from "../statistics";
import { blockAt, type LiquidityBlock } from "../liquidity/blocks";
import { seriesReader, type Obs } from "../macro/series-reader";
import { ageOfSeries, gapIn, isStale } from "../../answers/maximum-age";

/** One input on one day: its reading from -1 (weak) to 1 (strong), the figure behind it in percent, and every observation used, newest first. */
export interface InputReading {
  readonly reading: number;
  readonly value: number;
  readonly evidence: string;
  readonly from: readonly [Obs, ...Obs[]];
}

/** One input of the macro regime. `read` returns its reading on a day, or why there is none. */
export interface RegimeInput {
  readonly name: string;
  /** Its share of the score if every input is known; 0 if it is not part of the score. */
  readonly weight: number;
  read(at: IsoDate, context: Context): InputReading | string;
}

const QUARTER_DAYS = 91;
const SESSIONS_OF_A_QUARTER = 65;

const bounded = (x: number): number => Math.max(-1, Math.min(1, x));
const toDecimals = (x: number, decimals: number): number => Number(x.toFixed(decimals));

/** The newest observations of a series on a day, newest first, or why there are too few. */
function newestObservations(id: string, at: IsoDate, count: number, context: Context): readonly [Obs, ...Obs[]] | string {
  const reader = seriesReader(id, context);
  const [last, ...before] = reader?.latest(at, count) ?? [];
  if (!reader || !last) return `${id} has no observation on or before ${at}`;
  if (last.sample && !isSampleOn(context.store.decisions)) return `no published ${id} is loaded`;
  if (isStale(ageOfSeries(id), last.date, at)) return `${id} of ${last.date} is too old for ${at}`;
  const gap = last.sample ? undefined : gapIn(ageOfSeries(id), [last, ...before]);
  const awaited = gap && awaitedBetween(id, ...gap, context);
  if (awaited) return whenPublic(awaited);
  if (gap) return `no ${id} is loaded from ${gap[0]} to ${gap[1]}`;
  return before.length + 1 < count ? `${id} has ${before.length + 1} of the ${count} observations needed` : [last, ...before];
}

/** Slope of the yield curve over a quarter: an inverted curve has preceded contractions, a steep one recoveries. */
const growth: RegimeInput = {
  name: "growth",
  weight: 0.3,
  read: (at, context) => {
    const slopes = newestObservations("T10Y2Y", at, SESSIONS_OF_A_QUARTER, context);
    if (typeof slopes === "string") return slopes;
    const value = toDecimals(meanOf(slopes.map((o) => o.value)), 4);
    const [last] = slopes;
    // The components of the newest slope name the publishers of its yields.
    const parts = (last.components ?? []).map((component): Obs => ({ date: last.date, value: component.value ?? Number.NaN, ...jointOrigin([component]) }));
    const evidence = "10-year less 2-year yield, mean of 65 sessions; the reading is 1 at 1.5 pp";
    return { reading: bounded(value / 1.5), value, evidence, from: [last, ...parts] };
  },
};

/** New claims for unemployment benefits against their mean of a year: the first figure that shows a turn of the labour market. */
const labour: RegimeInput = {
  name: "labour",
  weight: 0.2,
  read: (at, context) => {
    const claims = newestObservations("ICSA", at, 52, context);
    if (typeof claims === "string") return claims;
    const usual = meanOf(claims.map((o) => o.value));
    if (usual <= 0) return `ICSA averages ${usual} over a year, so no change can be computed`;
    const value = toDecimals((meanOf(claims.slice(0, 4).map((o) => o.value)) / usual - 1) * 100, 4);
    const evidence = "initial claims, four weeks against the year; the reading is 1 at -15 %";
    return { reading: bounded(-value / 15), value, evidence, from: [claims[0]] };
  },
};

/** Spread that banks pay over the Treasury for three months. */
const credit: RegimeInput = {
  name: "credit",
  weight: 0.2,
  read: (at, context) => {
    const paper = newestObservations("RIFSPPFAAD90NB", at, 20, context);
    if (typeof paper === "string") return paper;
    const bills = newestObservations("DTB3", at, 20, context);
    if (typeof bills === "string") return bills;
    const value = toDecimals(meanOf(paper.map((o) => o.value)) - meanOf(bills.map((o) => o.value)), 4);
    const evidence = "90-day AA financial paper less the 3-month bill, mean of 20 observations each; the reading is 1 at 0 pp and 0 at 0.3 pp";
    return { reading: bounded((0.3 - value) / 0.3), value, evidence, from: [paper[0], bills[0]] };
  },
};

const NET = [
  ["balance_sheet", 1],
  ["reverse_repo", -1],
  ["tga", -1],
] as const satisfies readonly (readonly [LiquidityBlock, number])[];

/** Net liquidity against a quarter before, with the Treasury General Account on the same basis at both ends. */
const liquidity: RegimeInput = {
  name: "liquidity",
  weight: 0.15,
  read: (at, context) => {
    const basis = blockAt("tga", at, context)?.tga;
    const levels = (day: IsoDate) => NET.map(([block]) => blockAt(block, day, context, block === "tga" ? basis : undefined));
    const now = levels(at);
    const then = levels(addDays(at, -QUARTER_DAYS));
    const missing = NET.findIndex((_, i) => !now[i] || !then[i]);
    if (missing >= 0) return `the ${NET[missing]![0].replaceAll("_", " ")} is not known at both ends of the quarter to ${at}`;
    if (now.some((o) => o!.sample) && !isSampleOn(context.store.decisions)) return "a block of net liquidity has no published data";
    const old = [...now.map((o) => [o!, at] as const), ...then.map((o) => [o!, addDays(at, -QUARTER_DAYS)] as const)].find(([o, on]) =>
      isStale(o.ageName, o.date, on),
    );
    if (old) return `a block of net liquidity, of ${old[0].date}, is too old for ${old[1]}`;
    const net = (of: typeof now) => NET.reduce((sum, [, sign], i) => sum + sign * of[i]!.value, 0);
    const before = net(then);
    if (before <= 0) return `net liquidity was ${before} $M a quarter before, so no change can be computed`;
    const value = toDecimals((net(now) / before - 1) * 100, 4);
    const [assets, ...others] = now.map((o) => o!);
    const evidence = "net liquidity against a quarter before; the reading is 1 at 3 %";
    return { reading: bounded(value / 3), value, evidence, from: [assets!, ...others] };
  },
};

/** An input from the change of a daily series over a quarter. A rise lowers the score. */
const adverseRise = (name: string, id: string, full: number, relative: boolean, evidence: string): RegimeInput => ({
  name,
  weight: 0.075,
  read: (at, context) => {
    const now = newestObservations(id, at, 1, context);
    if (typeof now === "string") return now;
    const then = newestObservations(id, addDays(at, -QUARTER_DAYS), 1, context);
    if (typeof then === "string") return then;
    const [a] = now;
    const [b] = then;
    const value = toDecimals(relative ? (a.value / b.value - 1) * 100 : a.value - b.value, 4);
    if (!Number.isFinite(value)) return `${id} was 0 a quarter before, so no change can be computed`;
    return { reading: bounded(-value / full), value, evidence, from: [a] };
  },
});

/** The inputs of the score. Their weights sum to 1. */
export const INPUTS: readonly RegimeInput[] = [
  growth,
  labour,
  credit,
  liquidity,
  adverseRise("real yield", "DFII10", 0.5, false, "10-year real yield, change over a quarter; the reading is 1 at -0.5 pp"),
  adverseRise("dollar", "DTWEXBGS", 3, true, "broad dollar index, change over a quarter; the reading is 1 at -3 %"),
];

/** Not part of the score: it separates stagflation from contraction. The reading is 0 at 2 percent a year and 1 at 4. */
export const INFLATION: RegimeInput = {
  name: "inflation",
  weight: 0,
  read: (at, context) => {
    const prices = newestObservations("CPIAUCSL", at, 7, context);
    if (typeof prices === "string") return prices;
    const [now] = prices;
    const then = prices[6]!;
    // A month that was never published makes the seven observations span more than six months.
    const months = Math.round(daysBetween(then.date, now.date) / 30.44);
    const value = toDecimals(((now.value / then.value) ** (12 / months) - 1) * 100, 4);
    return { reading: bounded((value - 2) / 2), value, evidence: "consumer prices over six months, annualised; high from 2.7", from: [now] };
  },
};
