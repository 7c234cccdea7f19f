import { addDays, DAY_MS, type IsoDate, isoOf, msOf } from "../../../contract/dates";
import { NO_ROWS, ofDataset } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { isStale } from "../../answers/maximum-age";
import { lastFunding } from "../funding/funding";
import type { PublishedFunding } from "../../records/crypto";
import { isPublished, recordsOf } from "../rows";
import { coinSince } from "../../sample/coins";
import { usdInWords } from "../insider/usd-in-words";
import { liquidated, type Liquidated } from "../liquidations/liquidated";
import { meanOf, median, varianceOf } from "../statistics";
import { counted } from "../../../contract/counted";
import { scoreOf } from "../signals/strength";
import { hasOwnTransfers, originOfTransfers, whaleWindow } from "../whale/transfers";
import { flow, rowsFor as transfersFor } from "../whale/whale";
import { momentInUtc } from "../../time/clock";
import type { Event, FamilyEvents, NetFigure, NotCovered } from "./readings";

/** Crypto symbols that CONFLUENCE covers. */
export const CONFLUENCE_COINS = ["BTC", "ETH", "SOL"] as const;
type Crypto = (typeof CONFLUENCE_COINS)[number];
export const isCrypto = (symbol: string): symbol is Crypto => CONFLUENCE_COINS.some((c) => c === symbol);

/** Days that include the last active sessions. */
const RECENT_DAYS = 20;
const BASE_DAYS = 30;
/** Minimum days for a base to compare with. */
const MIN_BASE_DAYS = 10;

type Reader = (context: Context, symbol: Crypto, days: readonly IsoDate[]) => FamilyEvents | NotCovered;

/** Standard deviations from the mean of the days before that count as unusual. `MIN_DEVIATION` is the minimum deviation, in percent for eight hours. */
const THRESHOLD_DEVIATIONS = 2;
const MIN_DEVIATION = 0.002;

/** Daily funding since `from` in percent for eight hours, the mean over the venues' hours. */
function fundingDays(context: Context, symbol: Crypto, from: IsoDate) {
  const { clock } = context;
  const today = clock.today();
  const now = momentInUtc(clock);
  const byDay = new Map<IsoDate, { paid: number; hours: number }>();
  const settled = recordsOf(context, "funding", symbol).between<PublishedFunding>("funding", symbol, from, today, today);
  for (const { body, date } of settled) {
    // A rate without its interval cannot be compared.
    if (body.interval_hours === null || body.time_ms > now) continue;
    const { paid, hours } = byDay.get(date) ?? { paid: 0, hours: 0 };
    byDay.set(date, { paid: paid + body.rate_pct, hours: hours + body.interval_hours });
  }
  const rows = [...byDay].map(([date, { paid, hours }]) => ({ date, rate: (8 * paid) / hours }));
  const last = settled.at(-1);
  return { rows, ...(last ? ofDataset(last.source, "funding", symbol) : NO_ROWS) };
}

/** Daily funding against the 30 days before. High funding means crowded longs, which is bearish; very negative funding is bullish. */
const funding: Reader = (context, symbol, days) => {
  const { rows: means, ...origin } = fundingDays(context, symbol, addDays(days[0]!, -BASE_DAYS));
  const newest = means[means.length - 1]?.date;
  if (newest === undefined || newest < days[0]!)
    return { family: "funding", absent: `no settled funding of ${symbol} from ${days[0]} to ${context.clock.today()} is loaded` };
  const events = means.flatMap(({ date, rate }): Event[] => {
    const base = means.filter((m) => m.date < date && m.date >= addDays(date, -BASE_DAYS)).map((m) => m.rate);
    if (date < days[0]! || base.length < MIN_BASE_DAYS) return [];
    const mean = meanOf(base);
    const z = (rate - mean) / Math.max(Math.sqrt(varianceOf(base)), MIN_DEVIATION);
    if (Math.abs(z) < THRESHOLD_DEVIATIONS) return [];
    const headline = `Funding of ${Number(rate.toFixed(4))} % for eight hours on ${date}, after ${Number(mean.toFixed(4))} % over ${BASE_DAYS} days`;
    return [{ date, direction: z > 0 ? "bear" : "bull", score: scoreOf(Math.abs(z) / THRESHOLD_DEVIATIONS), headline }];
  });
  return { family: "funding", ...origin, newest, read: `funding of ${counted(means.length, "day")}`, events };
};

/** Threshold of a day's liquidations as a multiple of the median of the days before, and the share that one side must have. */
const THRESHOLD_MULTIPLE = 3;
const ONE_SIDED = 0.6;

/** Days with far more liquidations than usual: liquidated longs are bearish, shorts bullish. Only fully covered days. */
const liquidations: Reader = (context, symbol, days) => {
  const now = momentInUtc(context.clock);
  const first = addDays(days[0]!, -BASE_DAYS);
  const all = Array.from({ length: BASE_DAYS + days.length }, (_, i) => addDays(first, i));
  const whole = all.flatMap((date): { date: IsoDate; of: Liquidated }[] => {
    const start = msOf(date);
    const of = start < now ? liquidated(context, symbol, start, Math.min(start + DAY_MS, now)) : undefined;
    return of?.whole ? [{ date, of }] : [];
  });
  const newest = whole[whole.length - 1];
  if (!newest || newest.date < days[0]!) return { family: "liquidations", absent: `no complete day of liquidations of ${symbol} since ${days[0]} is loaded` };
  const totalOf = (l: Liquidated): number => l.long_usd + l.short_usd;
  const events = whole.flatMap(({ date, of }): Event[] => {
    const base = whole.filter((w) => w.date < date && w.date >= addDays(date, -BASE_DAYS)).map((w) => totalOf(w.of));
    const usual = median(base);
    const longs = of.long_usd / totalOf(of);
    if (date < days[0]! || base.length < MIN_BASE_DAYS || !(totalOf(of) >= THRESHOLD_MULTIPLE * usual) || usual <= 0) return [];
    const direction = longs >= ONE_SIDED ? "bear" : longs <= 1 - ONE_SIDED ? "bull" : "neutral";
    const headline = `${usdInWords(totalOf(of))} liquidated on ${date}, ${Math.round(longs * 100)} % of it longs, after a median of ${usdInWords(usual)} a day (OKX)`;
    return [{ date, direction, score: scoreOf(totalOf(of) / usual / THRESHOLD_MULTIPLE), headline }];
  });
  return {
    family: "liquidations",
    ...ofDataset("okx", "coverage", `liquidation ${symbol}`),
    newest: newest.date,
    read: `liquidations of ${counted(whole.length, "day")}`,
    events,
  };
};

/** Threshold of the net flow as a share of all flows to and from exchanges, and the minimum of these flows. */
const NET_SHARE_THRESHOLD = 0.2;
const MIN_FLOWS_USD = 10_000_000;

/** Days with large transfers to exchanges, to be sold (bearish), or from them (bullish). Only fully covered days with exchange labels. */
const whaleFlows: Reader = (context, symbol, days) => {
  const now = momentInUtc(context.clock);
  const origin = originOfTransfers(context, symbol);
  const reached: { date: IsoDate; labelled: boolean; into: number; out: number }[] = [];
  let missing: string | undefined;
  for (const date of days) {
    const start = msOf(date);
    if (start >= now) continue;
    const { rows: window } = whaleWindow(context, symbol, start, Math.min(start + DAY_MS, now));
    if (origin.sample && date < coinSince(symbol)) missing = `transfers of ${symbol} are covered since ${coinSince(symbol)}`;
    else if ("missing" in window) missing = window.missing;
    else reached.push({ date, labelled: window.exchange_labels, into: flow(window, "exchange_inflow"), out: flow(window, "exchange_outflow") });
  }
  const newest = reached[reached.length - 1];
  if (!newest) return { family: "whale", absent: missing ?? `no transfers of ${symbol} since ${days[0]} are loaded` };
  if (reached.every((r) => !r.labelled)) return { family: "whale", absent: `transfers of ${symbol} have no exchange labels, so flows are unknown` };
  const events = reached.flatMap(({ date, into, out }): Event[] => {
    const share = (into - out) / (into + out);
    if (into + out < MIN_FLOWS_USD || !(Math.abs(share) >= NET_SHARE_THRESHOLD)) return [];
    const headline = `${usdInWords(into)} went to exchanges and ${usdInWords(out)} from them on ${date}`;
    return [{ date, direction: share > 0 ? "bear" : "bull", score: scoreOf(Math.abs(share) / NET_SHARE_THRESHOLD), headline }];
  });
  return { family: "whale", ...origin, newest: newest.date, read: `transfers of ${counted(reached.length, "day")}`, events };
};

interface EventFamily {
  readonly family: string;
  readonly read: Reader;
  readonly isPublished: (context: Context, symbol: Crypto) => boolean;
  /** How to load its rows. */
  readonly load: string;
}

const FAMILIES: readonly EventFamily[] = [
  {
    family: "funding",
    read: funding,
    isPublished: (context, symbol) => isPublished(context, "funding", symbol),
    load: "npm run data -- enable binance, or import FILE of a venue",
  },
  {
    family: "liquidations",
    read: liquidations,
    isPublished: (context, symbol) => isPublished(context, "liquidation", symbol),
    load: "npm run data -- enable okx",
  },
  { family: "whale", read: whaleFlows, isPublished: hasOwnTransfers, load: "npm run data -- import whale FILE" },
];

/** The net figures that cells show for a coin. Positive funding is bearish, and so are flows to exchanges. */
const FIGURES: { readonly [family: string]: (context: Context, symbol: Crypto) => NetFigure | undefined } = {
  funding: (context, symbol) => {
    const { rows } = lastFunding(context, symbol);
    if (!rows || isStale("funding", isoOf(rows.body.time_ms), context.clock.today())) return undefined;
    return { toward: -rows.body.rate_pct, says: `FUNDING is ${rows.body.rate_pct} %` };
  },
  whale: (context, symbol) => {
    const { rows } = transfersFor(context, symbol);
    if ("missing" in rows || !rows.exchange_labels) return undefined;
    const net = flow(rows, "exchange_inflow") - flow(rows, "exchange_outflow");
    return { toward: -net, says: `WHALE net_usd is ${net < 0 ? "-" : ""}${usdInWords(Math.abs(net))}` };
  },
};

/** Events of every family on a crypto symbol: from published rows if any family has one, else from sample rows. */
export function cryptoEvents(context: Context, symbol: Crypto): readonly (FamilyEvents | NotCovered)[] {
  return eventsOf(context, symbol).map((e) => ("events" in e ? { ...e, figure: FIGURES[e.family]?.(context, symbol) } : e));
}

function eventsOf(context: Context, symbol: Crypto): readonly (FamilyEvents | NotCovered)[] {
  const today = context.clock.today();
  const days = Array.from({ length: RECENT_DAYS }, (_, i) => addDays(today, i + 1 - RECENT_DAYS));
  if (FAMILIES.some((of) => of.isPublished(context, symbol)))
    return FAMILIES.map(({ family, read, load, ...of }) =>
      of.isPublished(context, symbol) ? read(context, symbol, days) : { family, absent: `no rows of ${symbol} are loaded: ${load}` },
    );
  return [
    funding(context, symbol, days),
    whaleFlows(context, symbol, days),
    { family: "liquidations", absent: `no liquidations of ${symbol} are loaded, and they have no sample data` },
  ];
}
