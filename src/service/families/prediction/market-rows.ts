import { addDays, type IsoDate } from "../../../contract/dates";
import type { TwoLengths } from "../../../contract/reason";
import { own } from "../../../contract/json";
import { rounded } from "../../../contract/rounded";
import { atFixedMoment } from "../../answers/as-of";
import type { Context } from "../../answers/context";
import { isStale, staleText } from "../../answers/maximum-age";
import type { SourceId } from "../../records/attribution";
import type { Market, PublishedMarket } from "../../records/prediction";
import { datasetRows } from "../../store/freshness";
import { clockAt } from "../../time/clock";
import { HOUR_MS, MINUTE_MS } from "../../time/durations";
import { nextStep } from "../awaited";
import { fetchedDay } from "../with-maximum-age";
import { listedMarket, type ListedMarket } from "./find-market";
import {
  type AnyMarket,
  knownMarkets,
  listedMarkets,
  marketInWords,
  marketStateOf,
  newestSampleDay,
  publishedMarket,
  publishedMarkets,
  readMarkets,
} from "./markets";
import { COVERED_FROM } from "./sample";

export const ASSET_CLASSES = ["crypto", "equity", "macro", "forex", "commodity"] as const;
type AssetClass = (typeof ASSET_CLASSES)[number];

/** Venues' categories that are an asset class. */
const OF_CATEGORY: Readonly<Record<string, AssetClass>> = {
  crypto: "crypto",
  nfts: "crypto",
  equity: "equity",
  stocks: "equity",
  macro: "macro",
  economics: "macro",
  economy: "macro",
  forex: "forex",
  commodity: "commodity",
  commodities: "commodity",
};

/** Words that have only one meaning. "Gold" is missing, because it is also a medal. */
const WORDS: readonly (readonly [AssetClass, RegExp])[] = [
  ["crypto", /\b(bitcoin|btc|ethereum|ether|eth|solana|xrp|dogecoin|crypto|cryptocurrency|stablecoins?)\b/i],
  ["forex", /\b(eur|gbp|jpy|usdjpy|eurusd|gbpusd|forex)\b/i],
  ["commodity", /\b(crude|brent|wti|natural gas|gold price|price of gold|silver price|price of silver)\b/i],
  ["equity", /\b(s&p|nasdaq|dow jones|nyse|ipo|earnings|stock price|market cap)\b/i],
  ["macro", /\b(fed|fomc|ecb|inflation|cpi|recession|gdp|unemployment|payrolls?|rate (?:cuts?|hikes?)|interest rates?)\b/i],
];

const SPORT_CATEGORIES = new Set(["sport", "sports"]);
const LEAGUES =
  /\b(nba|wnba|nfl|nhl|mlb|mls|ufc|ncaa|fifa|uefa|atp|wta|super bowl|world cup|world series|premier league|champions league|la liga|serie a|bundesliga|grand prix|olympics?)\b/i;
/** Kalshi's ids begin with the series, such as KXNFLGAME. */
const LEAGUE_SERIES = /^KX(?:NBA|WNBA|NFL|NHL|MLB|MLS|UFC|NCAA|FIFA|UEFA|ATP|WTA|EPL|F1)/;

const textOf = ({ question, event }: Market): string => `${question} ${event}`;

/** The asset class of a market by its category. If the venue states none, by words of its question and event. Null if there is none. */
function assetClassOf(market: Market): AssetClass | null {
  if (market.category !== "") return own(OF_CATEGORY, market.category.toLowerCase()) ?? null;
  return WORDS.find(([, words]) => words.test(textOf(market)))?.[0] ?? null;
}

/** True for a market on sport, by its category. If the venue states none, by the name of a league in its question, event or id. */
const isSport = (market: Market): boolean =>
  market.category === "" ? LEAGUES.test(textOf(market)) || LEAGUE_SERIES.test(market.id) : SPORT_CATEGORIES.has(market.category.toLowerCase());

export const WINDOWS = ["24h", "7d"] as const;
type Window = (typeof WINDOWS)[number];

/** The change of a market's probability in a window. */
const moveOf = (row: MarketRow, window: Window): MarketFigure => (window === "24h" ? row.change24h : row.change7d);

/**
 * The open markets by the size of their change in a window, up or down; of equal changes, the larger volume is first. And the number of those of which no change is
 * known. Markets on sport only if they are asked for.
 */
export function movers(all: readonly MarketRow[], window: Window, withSport: boolean) {
  const open = all.filter((row) => isActive(row) && (withSport || !isSport(row.market)));
  const sizeOf = (row: MarketRow): number => Math.abs(moveOf(row, window).value ?? 0);
  const known = open.filter((row) => moveOf(row, window).value !== null);
  return { rows: known.sort((a, b) => sizeOf(b) - sizeOf(a) || byVolume(a, b)), unknown: open.length - known.length };
}

/** Kalshi dates a market by the last change of its description, not by trades. */
export const DATED_OTHERWISE: readonly SourceId[] = ["kalshi"];

/** A figure, or why it is unknown. */
export type MarketFigure = { readonly value: number } | { readonly value: null; readonly reason: string };

/** A market with the figures that are shown of it. */
export interface MarketRow {
  readonly market: AnyMarket;
  readonly words: ListedMarket;
  readonly source: SourceId;
  /** Day of the state. */
  readonly observed: IsoDate;
  readonly assetClass: AssetClass | null;
  /** Probability of Yes, as in ODDS; of a closed market, the last one. */
  readonly probability: MarketFigure;
  readonly change24h: MarketFigure;
  readonly change7d: MarketFigure;
  readonly volume: MarketFigure;
  readonly liquidity: MarketFigure;
  /** The venue's page; undefined for a sample market. */
  readonly url: string | undefined;
}

const unknown = (reason: string): MarketFigure => ({ value: null, reason });
const stated = (value: number | null, reason: string): MarketFigure => (value === null ? unknown(reason) : { value });

/** Why a market has no probability of Yes. */
export const noProbability = (market: Market): TwoLengths => ({
  short: "No probability of Yes is known for this market.",
  full: `No probability of Yes is known for market ${marketInWords(market)}: its outcomes may not be Yes and No, or it has no trades. Use another market.`,
});

/** A volume in US dollars. */
export const volumeOf = ({ volume_usd }: Pick<Market, "volume_usd">): MarketFigure => stated(volume_usd, "The venue states no volume in US dollars.");

/** The probability of Yes that a cell shows of an open market; of a closed one, the last. Unknown if the venue's state is too old. */
function probabilityOf(market: AnyMarket, context: Context): MarketFigure {
  if (market.yes_probability === null) return unknown(noProbability(market).full);
  const state = marketStateOf(market);
  if (!state || market.closed !== null) return { value: market.yes_probability };
  const provenance = [datasetRows(state.venue, "market", market.id)];
  const observation_date = state.updated.slice(0, 10);
  const day = DATED_OTHERWISE.includes(state.venue) ? (fetchedDay({ provenance, observation_date }, context) ?? observation_date) : observation_date;
  const today = context.clock.today();
  if (!isStale("odds", day, today)) return { value: market.yes_probability };
  return unknown(staleText("odds", `ODDS ${market.id}`, day, today, nextStep(market.id, provenance, day, today, context, "Load newer data.")).full);
}

/** The context as of some days earlier: sample markets have one state a day, published ones have a time. */
function daysBefore(days: number, context: Context, isSample: boolean): Context {
  const { clock } = context;
  // As of now to the minute, so that the requests of a minute share what is read. The end of a day that was asked for stays one.
  const now = clock.follows ? Math.floor(clock.moment() / MINUTE_MS) * MINUTE_MS : clock.moment();
  const then = isSample ? { day: addDays(newestSampleDay(context), -days) } : { moment: now - days * 24 * HOUR_MS };
  return atFixedMoment({ ...context, clock: clockAt(then, clock) });
}

const overDays = (days: number): string => (days === 1 ? "24 hours" : `${days} days`);

/** The change that the venue states. */
const venuesChange = (market: AnyMarket, days: number): number | null =>
  (days === 1 ? market.one_day_change : days === 7 ? market.one_week_change : null) ?? null;

/** Whether figures are made of all markets, or of a few, which are then read one by one. */
type Markets = "all" | "few";

/** Returns the change of a market's probability over some days: as the venue states it, else from the state that was known then. */
export function changesOver(days: number, context: Context, markets: Markets): (market: AnyMarket, now: MarketFigure) => MarketFigure {
  let earlier: ReadonlyMap<string, MarketFigure> | undefined;
  const before = (market: AnyMarket): MarketFigure | undefined => {
    if (markets === "few" && marketStateOf(market)) {
      const then = daysBefore(days, context, false);
      const state = publishedMarket(then, market.id);
      return state && probabilityOf(state, then);
    }
    if (!earlier) {
      const then = daysBefore(days, context, marketStateOf(market) === undefined);
      earlier = new Map(knownMarkets(then).rows.map((m) => [m.id, probabilityOf(m, then)]));
    }
    return earlier.get(market.id);
  };
  return (market, now) => {
    if (now.value === null) return now;
    const own = venuesChange(market, days);
    if (own !== null) return { value: own };
    const then = before(market);
    if (then) return then.value === null ? unknown(`No probability is known of ${overDays(days)} earlier.`) : { value: rounded(now.value - then.value, 6) };
    return unknown(
      marketStateOf(market)
        ? `The venue states no change over ${overDays(days)}, and no state of ${overDays(days)} earlier is imported.`
        : `There is no state of ${overDays(days)} earlier: the market opened on ${market.opened}, and sample markets begin on ${COVERED_FROM}.`,
    );
  };
}

/** The venue's page of a market. Polymarket redirects from the market to its event. */
const urlOf = (market: AnyMarket): string | undefined =>
  market.venue === "polymarket"
    ? `https://polymarket.com/market/${encodeURIComponent(market.slug)}`
    : market.venue === "kalshi"
      ? `https://kalshi.com/markets/${encodeURIComponent(market.event.toLowerCase())}`
      : undefined;

type Figures = Pick<MarketRow, "probability" | "change24h" | "change7d">;

function rowOf(words: ListedMarket, observed: IsoDate, figures: Figures): MarketRow {
  const market: AnyMarket = words.market;
  return {
    market,
    words,
    source: marketStateOf(market)?.venue ?? "sample",
    observed,
    assetClass: assetClassOf(market),
    ...figures,
    volume: volumeOf(market),
    liquidity: stated(market.liquidity_usd, "The venue states no liquidity."),
    url: urlOf(market),
  };
}

/** Returns the row of a market's newest state. */
function newestRow(context: Context, markets: Markets): (words: ListedMarket) => MarketRow {
  const [change1, change7] = [changesOver(1, context, markets), changesOver(7, context, markets)];
  const sampleDay = newestSampleDay(context);
  return (words) => {
    const market: AnyMarket = words.market;
    const probability = probabilityOf(market, context);
    const observed = marketStateOf(market)?.updated.slice(0, 10) ?? market.closed ?? sampleDay;
    return rowOf(words, observed, { probability, change24h: change1(market, probability), change7d: change7(market, probability) });
  };
}

/** Reads what `marketRows` needs in slices, so that other requests are answered meanwhile. */
export async function readMarketRows(context: Context): Promise<void> {
  await readMarkets(context);
  for (const days of [1, 7])
    if (publishedMarkets(context)?.some((market) => venuesChange(market, days) === null)) await readMarkets(daysBefore(days, context, false));
}

/** Every known market with its figures, open or closed. `readMarketRows` first reads what it needs. Sample markets if none is imported. */
export const marketRows = (context: Context): readonly MarketRow[] => listedMarkets(context).rows.map(newestRow(context, "all"));

/**
 * Returns the row of a state of a published market. A state that is not the newest of its market has the probability of its own day, and only the venue's own
 * changes.
 */
export function stateRow(context: Context): (state: PublishedMarket) => MarketRow {
  const asNow = newestRow(context, "few");
  return (state) => {
    const now = publishedMarket(context, state.id);
    if (now?.updated === state.updated) return asNow(listedMarket({ ...state, closed: state.closed ?? now.closed }));
    const changeOf = (days: number): MarketFigure => stated(venuesChange(state, days), "This is an earlier state, and the venue states no change.");
    const probability = stated(state.yes_probability, noProbability(state).full);
    return rowOf(listedMarket(state), state.updated.slice(0, 10), { probability, change24h: changeOf(1), change7d: changeOf(7) });
  };
}

/** True while a market is traded and has no outcome. */
export const isActive = ({ market }: MarketRow): boolean => market.closed === null && market.outcome === null;

/** The larger volume first; an unknown volume last. */
export const byVolume = (a: MarketRow, b: MarketRow): number =>
  (b.volume.value ?? -1) - (a.volume.value ?? -1) || (a.market.id < b.market.id ? -1 : a.market.id > b.market.id ? 1 : 0);

/** The sum of the markets' volumes; unknown if one of them is. */
export function volumeOfAll(rows: readonly MarketRow[]): MarketFigure {
  const without = rows.filter(({ volume }) => volume.value === null).length;
  if (without > 0) return unknown(`${without} of ${rows.length} markets ${without === 1 ? "states" : "state"} no volume in US dollars.`);
  return { value: rows.reduce((sum, { volume }) => sum + (volume.value ?? 0), 0) };
}

/** True if a market's volume is at least this. An unknown volume is at least 0 only. */
export const hasVolume = ({ volume }: MarketRow, least: number): boolean => (volume.value === null ? least === 0 : volume.value >= least);
