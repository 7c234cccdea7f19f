import { addDays, daysBetween, type IsoDate } from "../../../contract/dates";
import type { Unit } from "../../../contract/units";
import { jointOrigin } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { isSampleOn } from "../sample-switch";
import { blockAt, type Block } from "../liquidity/blocks";
import { seriesReader, type Obs } from "../macro/series-reader";
import { ageOfSeries, holeIn, isStale } from "../../answers/maximum-age";

/** One input at one day: its reading from -1 (weak) to 1 (strong), the figure that it rests on, and every observation that went in, the newest first. */
export interface Reading {
  readonly reading: number;
  readonly value: number;
  readonly unit: Unit;
  readonly evidence: string;
  readonly from: readonly [Obs, ...Obs[]];
}

/** One input of the macro regime: how it is read at a day, or why it cannot be. */
export interface Input {
  readonly name: string;
  /** Its share of the score when every input is there; 0 for an input outside of the score. */
  readonly weight: number;
  read(at: IsoDate, context: Context): Reading | string;
}

const QUARTER_DAYS = 91;
const SESSIONS_OF_A_QUARTER = 65;

const bounded = (x: number): number => Math.max(-1, Math.min(1, x));
const mean = (of: readonly number[]): number => of.reduce((sum, x) => sum + x, 0) / of.length;
const shown = (x: number, decimals: number): number => Number(x.toFixed(decimals));

/** The newest observations of a series at a day, newest first, or the sentence that says why there are too few. */
function newest(id: string, at: IsoDate, count: number, context: Context): readonly [Obs, ...Obs[]] | string {
  const reader = seriesReader(id, context);
  const [last, ...before] = reader?.latest(at, count) ?? [];
  if (!reader || !last) return `${id} has no observation on or before ${at}`;
  if (last.sample && !isSampleOn(context.store.feeds)) return `nothing published is loaded for ${id}`;
  if (isStale(ageOfSeries(id), last.date, at)) return `${id} of ${last.date} is too old for ${at}`;
  const hole = last.sample ? undefined : holeIn(ageOfSeries(id), [last, ...before]);
  if (hole) return `nothing of ${id} is loaded from ${hole[0]} to ${hole[1]}`;
  return before.length + 1 < count ? `${id} has ${before.length + 1} of the ${count} observations that it takes` : [last, ...before];
}

/** The slope of the curve over a quarter: an inverted curve has led contractions, a steep one recoveries. */
const growth: Input = {
  name: "growth",
  weight: 0.3,
  read: (at, context) => {
    const slopes = newest("T10Y2Y", at, SESSIONS_OF_A_QUARTER, context);
    if (typeof slopes === "string") return slopes;
    const value = shown(mean(slopes.map((o) => o.value)), 4);
    const [last] = slopes;
    // The parts of the newest slope say whose yields these are.
    const parts = (last.components ?? []).map((component): Obs => ({ date: last.date, value: component.value ?? Number.NaN, ...jointOrigin([component]) }));
    return {
      reading: bounded(value / 1.5),
      value,
      unit: "%",
      evidence: "10-year less 2-year yield, mean of 65 sessions; full at 1.5",
      from: [last, ...parts],
    };
  },
};

/** New claims for unemployment benefits against the year before: the first figure in which a turn of the labour market shows. */
const labour: Input = {
  name: "labour",
  weight: 0.2,
  read: (at, context) => {
    const claims = newest("ICSA", at, 52, context);
    if (typeof claims === "string") return claims;
    const usual = mean(claims.map((o) => o.value));
    if (usual <= 0) return `ICSA averages ${usual} over a year, which cannot be compared with`;
    const value = shown((mean(claims.slice(0, 4).map((o) => o.value)) / usual - 1) * 100, 4);
    return { reading: bounded(-value / 15), value, unit: "%", evidence: "initial claims, four weeks against the year; full at -15", from: [claims[0]] };
  },
};

/** What banks pay for three months above what the Treasury pays. */
const credit: Input = {
  name: "credit",
  weight: 0.2,
  read: (at, context) => {
    const paper = newest("RIFSPPFAAD90NB", at, 20, context);
    if (typeof paper === "string") return paper;
    const bills = newest("DTB3", at, 20, context);
    if (typeof bills === "string") return bills;
    const value = shown(mean(paper.map((o) => o.value)) - mean(bills.map((o) => o.value)), 4);
    return {
      reading: bounded((0.3 - value) / 0.3),
      value,
      unit: "%",
      evidence: "90-day AA financial paper less the 3-month bill, mean of 20 observations each; full at 0, none at 0.3",
      from: [paper[0], bills[0]],
    };
  },
};

const NET = [
  ["balance_sheet", 1],
  ["reverse_repo", -1],
  ["tga", -1],
] as const satisfies readonly (readonly [Block, number])[];

/** Net liquidity against a quarter before, both ends with the Treasury's account on the same basis. */
const liquidity: Input = {
  name: "liquidity",
  weight: 0.15,
  read: (at, context) => {
    const basis = blockAt("tga", at, context)?.tga;
    const levels = (day: IsoDate) => NET.map(([block]) => blockAt(block, day, context, block === "tga" ? basis : undefined));
    const now = levels(at);
    const then = levels(addDays(at, -QUARTER_DAYS));
    const short = NET.findIndex((_, i) => !now[i] || !then[i]);
    if (short >= 0) return `the ${NET[short]![0].replaceAll("_", " ")} is not known at both ends of the quarter to ${at}`;
    if (now.some((o) => o!.sample) && !isSampleOn(context.store.feeds)) return "nothing published is loaded for a block of net liquidity";
    const old = [...now.map((o) => [o!, at] as const), ...then.map((o) => [o!, addDays(at, -QUARTER_DAYS)] as const)].find(([o, on]) =>
      isStale(o.ageName, o.date, on),
    );
    if (old) return `a block of net liquidity of ${old[0].date} is too old for ${old[1]}`;
    const net = (of: typeof now) => NET.reduce((sum, [, sign], i) => sum + sign * of[i]!.value, 0);
    const before = net(then);
    if (before <= 0) return `net liquidity was ${before} $M a quarter before, which cannot be compared with`;
    const value = shown((net(now) / before - 1) * 100, 4);
    const [assets, ...others] = now.map((o) => o!);
    return { reading: bounded(value / 3), value, unit: "%", evidence: "net liquidity against a quarter before; full at 3", from: [assets!, ...others] };
  },
};

/** An input that reads how far a daily series moved over a quarter: a rise is bad. */
const rising = (name: string, id: string, full: number, relative: boolean, evidence: string): Input => ({
  name,
  weight: 0.075,
  read: (at, context) => {
    const now = newest(id, at, 1, context);
    if (typeof now === "string") return now;
    const then = newest(id, addDays(at, -QUARTER_DAYS), 1, context);
    if (typeof then === "string") return then;
    const [a] = now;
    const [b] = then;
    const value = shown(relative ? (a.value / b.value - 1) * 100 : a.value - b.value, 4);
    if (!Number.isFinite(value)) return `${id} was 0 a quarter before, which cannot be compared with`;
    return { reading: bounded(-value / full), value, unit: "%", evidence, from: [a] };
  },
});

/** The inputs of the score; weights sum to 1. */
export const INPUTS: readonly Input[] = [
  growth,
  labour,
  credit,
  liquidity,
  rising("real yield", "DFII10", 0.5, false, "10-year real yield, change over a quarter; full at -0.5"),
  rising("dollar", "DTWEXBGS", 3, true, "broad dollar index, change over a quarter; full at -3"),
];

/** Not part of the score. It separates stagflation from a plain contraction. 0 at 2 percent a year, 1 at 4. */
export const INFLATION: Input = {
  name: "inflation",
  weight: 0,
  read: (at, context) => {
    const prices = newest("CPIAUCSL", at, 7, context);
    if (typeof prices === "string") return prices;
    const [now] = prices;
    const then = prices[6]!;
    // A month that was never published makes the seven observations span more than six months.
    const months = Math.round(daysBetween(then.date, now.date) / 30.44);
    const value = shown(((now.value / then.value) ** (12 / months) - 1) * 100, 4);
    return { reading: bounded((value - 2) / 2), value, unit: "%", evidence: "consumer prices over six months, annualised; hot from 2.7", from: [now] };
  },
};
