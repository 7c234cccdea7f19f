import { addDays, DAY_MS, type IsoDate, msOf } from "../../../contract/dates";
import { ofDataset } from "../answering";
import type { Context } from "../family";
import type { PublishedFunding } from "../funding/rows";
import { usdInWords } from "../insider/usd-in-words";
import { liquidated, type Liquidated } from "../liquidations/liquidated";
import { median } from "../median";
import { counted } from "../counted";
import { scoreOf } from "../signals/strength";
import { ownTransfers, publishedWindow } from "../whale/published";
import { flow } from "../whale/whale";
import type { Event, FamilyEvents, NotCovered } from "./rows";

/** Symbols that are read beside the tickers. */
export const CRYPTO = ["BTC", "ETH", "SOL"] as const;
export type Crypto = (typeof CRYPTO)[number];
export const isCrypto = (symbol: string): symbol is Crypto => CRYPTO.some((c) => c === symbol);

/** A confluence looks at the last sessions, which are less than so many days. */
const RECENT_DAYS = 20;
const BASE_DAYS = 30;
/** Fewer days to compare with say nothing of what is usual. */
const LEAST_BASE = 10;

type Reader = (context: Context, symbol: Crypto, days: readonly IsoDate[]) => FamilyEvents | NotCovered | undefined;

/** Standard deviations from the mean of the days before that are unusual; percent for eight hours that the deviation counts as at least. */
const FULL_DEVIATIONS = 2;
const LEAST_DEVIATION = 0.002;

/** Funding for eight hours, the mean over venues and a day, against the 30 days before. Longs that pay much are crowded: bearish; shorts that do, bullish. */
const funding: Reader = (context, symbol, days) => {
  const { clock, store } = context;
  const today = clock.today();
  if (!store.records.isReal("funding", symbol)) return undefined;
  const now = Date.parse(clock.asOf());
  const byDay = new Map<IsoDate, number[]>();
  for (const { body, date } of store.records.between<PublishedFunding>("funding", symbol, addDays(days[0]!, -BASE_DAYS), today, today)) {
    // Without its interval a rate compares with no other.
    if (body.interval_hours === null || body.time_ms > now) continue;
    byDay.set(date, [...(byDay.get(date) ?? []), (body.rate_pct / body.interval_hours) * 8]);
  }
  const means = [...byDay].map(([date, rates]) => ({ date, rate: rates.reduce((a, b) => a + b, 0) / rates.length }));
  const newest = means[means.length - 1]?.date;
  if (newest === undefined || newest < days[0]!) return { family: "funding", absent: `no settled funding of ${symbol} from ${days[0]} to ${today} is loaded` };
  const events = means.flatMap(({ date, rate }): Event[] => {
    const base = means.filter((m) => m.date < date && m.date >= addDays(date, -BASE_DAYS)).map((m) => m.rate);
    if (date < days[0]! || base.length < LEAST_BASE) return [];
    const mean = base.reduce((a, b) => a + b, 0) / base.length;
    const deviation = Math.sqrt(base.reduce((sum, r) => sum + (r - mean) ** 2, 0) / (base.length - 1));
    const z = (rate - mean) / Math.max(deviation, LEAST_DEVIATION);
    if (Math.abs(z) < FULL_DEVIATIONS) return [];
    const headline = `Funding of ${Number(rate.toFixed(4))} % for eight hours on ${date}, after ${Number(mean.toFixed(4))} % over ${BASE_DAYS} days`;
    return [{ date, direction: z > 0 ? "bear" : "bull", score: scoreOf(Math.abs(z) / FULL_DEVIATIONS), headline }];
  });
  const [source] = store.records.latest<PublishedFunding>("funding", symbol, today, 1);
  return { family: "funding", ...ofDataset(source!.source, "funding", symbol), newest, read: `funding of ${counted(means.length, "day")}`, events };
};

/** A day's liquidations against the median of the days before, and the part of them that must be of one side. */
const FULL_MULTIPLE = 3;
const ONE_SIDED = 0.6;

/** Days on which much more than usual was liquidated: longs forced out are bearish, shorts bullish. Only days that the pages reach over. */
const liquidations: Reader = (context, symbol, days) => {
  if (!context.store.records.isReal("liquidation", symbol)) return undefined;
  const now = Date.parse(context.clock.asOf());
  const first = addDays(days[0]!, -BASE_DAYS);
  const all = Array.from({ length: BASE_DAYS + days.length }, (_, i) => addDays(first, i));
  const whole = all.flatMap((date): { date: IsoDate; of: Liquidated }[] => {
    const start = msOf(date);
    const of = start < now ? liquidated(context, symbol, start, Math.min(start + DAY_MS, now)) : undefined;
    return of?.whole ? [{ date, of }] : [];
  });
  const newest = whole[whole.length - 1];
  if (!newest || newest.date < days[0]!) return { family: "liquidations", absent: `no whole day of liquidations of ${symbol} from ${days[0]} on is loaded` };
  const totalOf = (l: Liquidated): number => l.long_usd + l.short_usd;
  const events = whole.flatMap(({ date, of }): Event[] => {
    const base = whole.filter((w) => w.date < date && w.date >= addDays(date, -BASE_DAYS)).map((w) => totalOf(w.of));
    const usual = median(base);
    const longs = of.long_usd / totalOf(of);
    if (date < days[0]! || base.length < LEAST_BASE || !(totalOf(of) >= FULL_MULTIPLE * usual) || usual <= 0) return [];
    const direction = longs >= ONE_SIDED ? "bear" : longs <= 1 - ONE_SIDED ? "bull" : "neutral";
    const headline = `${usdInWords(totalOf(of))} liquidated on ${date}, ${Math.round(longs * 100)} % of it longs, after a median of ${usdInWords(usual)} a day (OKX)`;
    return [{ date, direction, score: scoreOf(totalOf(of) / usual / FULL_MULTIPLE), headline }];
  });
  return {
    family: "liquidations",
    ...ofDataset("okx", "coverage", `liquidation ${symbol}`),
    newest: newest.date,
    read: `liquidations of ${counted(whole.length, "day")}`,
    events,
  };
};

/** The part of flows to and from exchanges that must go one way, and the least of both together. */
const FULL_NET_SHARE = 0.2;
const LEAST_FLOWS_USD = 10_000_000;

/** Days on which large transfers went to exchanges, to be sold (bearish), or from them (bullish). Only days that the rows reach over, and only with labels. */
const whaleFlows: Reader = (context, symbol, days) => {
  const now = Date.parse(context.clock.asOf());
  const reached: { date: IsoDate; labelled: boolean; into: number; out: number }[] = [];
  let missing: string | undefined;
  for (const date of days) {
    const start = msOf(date);
    if (start >= now) continue;
    const window = publishedWindow(context, symbol, start, Math.min(start + DAY_MS, now));
    if (window === undefined) return undefined;
    if ("missing" in window) missing = window.missing;
    else reached.push({ date, labelled: window.exchange_labels, into: flow(window, "exchange_inflow"), out: flow(window, "exchange_outflow") });
  }
  const newest = reached[reached.length - 1];
  if (!newest) return { family: "whale", absent: missing ?? `no transfers of ${symbol} from ${days[0]} on are loaded` };
  if (reached.every((r) => !r.labelled)) return { family: "whale", absent: `transfers of ${symbol} carry no exchange labels, so flows are unknown` };
  const events = reached.flatMap(({ date, into, out }): Event[] => {
    const share = (into - out) / (into + out);
    if (into + out < LEAST_FLOWS_USD || !(Math.abs(share) >= FULL_NET_SHARE)) return [];
    const headline = `${usdInWords(into)} went to exchanges and ${usdInWords(out)} from them on ${date}`;
    return [{ date, direction: share > 0 ? "bear" : "bull", score: scoreOf(Math.abs(share) / FULL_NET_SHARE), headline }];
  });
  return { family: "whale", ...ownTransfers(context, symbol), newest: newest.date, read: `transfers of ${counted(reached.length, "day")}`, events };
};

const READERS: readonly (readonly [family: string, read: Reader, how: string])[] = [
  ["funding", funding, "npm run data -- enable binance, or import FILE of a venue"],
  ["liquidations", liquidations, "npm run data -- enable okx"],
  ["whale", whaleFlows, "npm run data -- import whale FILE"],
];

/** What every family's real rows say of a crypto symbol; undefined where none has any. */
export function cryptoEvents(context: Context, symbol: Crypto): readonly (FamilyEvents | NotCovered)[] | undefined {
  const today = context.clock.today();
  const days = Array.from({ length: RECENT_DAYS }, (_, i) => addDays(today, i + 1 - RECENT_DAYS));
  const known = READERS.map(([family, read, how]) => ({ family, how, found: read(context, symbol, days) }));
  if (known.every((k) => k.found === undefined)) return undefined;
  return known.map(({ family, how, found }) => found ?? { family, absent: `no rows of ${symbol} are loaded: ${how}` });
}
