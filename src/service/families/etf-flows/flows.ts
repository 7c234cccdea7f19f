import { addDays, daysBetween, type IsoDate, msOf } from "../../../contract/dates";
import type { Context } from "../../answers/context";
import { newestPublicDay } from "../../sample/public-rows";
import { between, chance, logBetween } from "../../sample/random";
import { wave } from "../../sample/waves";
import { isSession, previousSession } from "../../time/calendar";
import { HOUR_MS } from "../../time/durations";
import { sumOf } from "../statistics";
import { sampleCoinPrice } from "../prices/sample";

export const ETF_ASSETS = ["BTC", "ETH", "SOL"] as const;
export type EtfAsset = (typeof ETF_ASSETS)[number];

/** A spot fund listed in the United States. */
interface EtfProduct {
  readonly ticker: string;
  /** First session on which it traded. */
  readonly since: IsoDate;
}

const since = (day: IsoDate, ...tickers: readonly string[]): EtfProduct[] => tickers.map((ticker) => ({ ticker, since: day }));

/** The funds of each asset and their first sessions, from general knowledge. */
const PRODUCTS: Readonly<Record<EtfAsset, readonly EtfProduct[]>> = {
  BTC: [...since("2024-01-11", "IBIT", "FBTC", "GBTC", "ARKB", "BITB", "HODL", "BRRR", "EZBC", "BTCO", "BTCW"), ...since("2024-07-31", "BTC")],
  ETH: since("2024-07-23", "ETHA", "FETH", "ETHE", "ETH", "ETHW", "ETHV", "CETH", "QETH", "EZET"),
  SOL: [...since("2025-10-28", "BSOL"), ...since("2025-10-29", "GSOL"), ...since("2025-11-17", "VSOL"), ...since("2025-11-18", "FSOL")],
};

/** The funds of an asset that trade on a day. */
const productsOn = (asset: EtfAsset, date: IsoDate): readonly EtfProduct[] => PRODUCTS[asset].filter((p) => p.since <= date);

/** The first session of an asset's first fund. */
export const firstSessionOf = (asset: EtfAsset): IsoDate => PRODUCTS[asset].map((p) => p.since).reduce((a, b) => (a < b ? a : b));

/** Share of days on which a fund does not report. */
const UNREPORTED_SHARE = 0.02;
/** Funds create and redeem shares in such units. */
const UNIT = 10_000;
/** Days over which a new fund gathers most of its assets. */
const GROWTH_DAYS = 45;
/** The funds' values are of the close in New York. */
const CLOSE_MS = 21 * HOUR_MS;

/** Net asset value of a share at the close of a session, in US dollars. */
const navOn = ({ ticker }: EtfProduct, date: IsoDate): number => between(0.09, 0.2, "sol a share", ticker) * sampleCoinPrice("SOL", msOf(date) + CLOSE_MS);

function sharesOn({ ticker, since }: EtfProduct, date: IsoDate): number {
  if (date < since) return 0;
  const usual = logBetween(300, 3_000, "etf size", ticker);
  const grown = 0.2 + 0.8 * (1 - Math.exp(-daysBetween(since, date) / GROWTH_DAYS));
  return UNIT * Math.round(usual * grown * Math.exp(0.12 * wave(`etf ${ticker}`, date, 60)));
}

/** Assets of a fund after the close of a session, in US dollars. Undefined if it does not report them. */
function sampleAum(fund: EtfProduct, date: IsoDate): number | undefined {
  if (date > fund.since && chance(UNREPORTED_SHARE, "etf report", fund.ticker, date)) return undefined;
  return Math.round(sharesOn(fund, date) * navOn(fund, date));
}

/** Net flow of a fund on a session: the change of its assets without the change of its net asset value. Undefined if the assets of either day are not reported. */
function sampleFlow(fund: EtfProduct, date: IsoDate): number | undefined {
  const session = previousSession(date);
  if (sampleAum(fund, date) === undefined || (session >= fund.since && sampleAum(fund, session) === undefined)) return undefined;
  return Math.round((sharesOn(fund, date) - sharesOn(fund, session)) * navOn(fund, date));
}

/** Why the flows of bitcoin and ether funds are not shown. */
export const SOURCE_NOT_LICENSED = "source_not_licensed";
/** Why a sum is not known: a fund did not report on one of its days. */
export const FUNDS_MISSING = "funds_missing";

export const TOTAL_KINDS = ["total", "reported_subtotal", "withheld"] as const;

export interface FundDay {
  readonly ticker: string;
  readonly net_flow_usd: number | null;
  readonly aum_usd: number | null;
}

/** The flows of one asset's funds on one day, in US dollars. Null is unknown, never 0. */
export interface FlowDay {
  readonly asset: EtfAsset;
  readonly date: IsoDate;
  readonly session: boolean;
  readonly total_kind: (typeof TOTAL_KINDS)[number];
  readonly net_flow_usd: number | null;
  readonly reported_subtotal_usd: number | null;
  readonly funds_known: number;
  readonly funds_active: number;
  readonly missing_tickers: readonly string[];
  readonly aum_usd: number | null;
  /** Part of the funds' last known assets that belongs to the funds whose flow is known. */
  readonly aum_coverage: number | null;
  readonly withheld_reason: typeof SOURCE_NOT_LICENSED | null;
  readonly aum_reason: typeof SOURCE_NOT_LICENSED | typeof FUNDS_MISSING | null;
  readonly funds: readonly FundDay[];
}

/** True if the publisher of an asset's flows forbids to show them. */
export const isWithheld = (asset: EtfAsset): boolean => asset !== "SOL";

/** The last assets that a fund reported up to a session. */
function lastAum(fund: EtfProduct, session: IsoDate): number {
  for (let day = session; day > fund.since; day = previousSession(day)) {
    const aum = sampleAum(fund, day);
    if (aum !== undefined) return aum;
  }
  return sampleAum(fund, fund.since) ?? 0;
}

/** The flows of one day. Of a withheld asset only the days without a session are known: nothing flows then. */
function flowDay(asset: EtfAsset, date: IsoDate): FlowDay {
  const session = isSession(date);
  const closed = session ? date : previousSession(date);
  const withheld = isWithheld(asset);
  const isHidden = withheld && session;
  const funds = productsOn(asset, date).map((fund): FundDay & { readonly last: number } => ({
    ticker: fund.ticker,
    net_flow_usd: !session ? 0 : withheld ? null : (sampleFlow(fund, date) ?? null),
    aum_usd: withheld ? null : (sampleAum(fund, closed) ?? null),
    last: withheld ? 0 : lastAum(fund, closed),
  }));
  const known = funds.filter((f) => f.net_flow_usd !== null);
  const isTotal = known.length === funds.length;
  const subtotal = sumOf(known.map((f) => f.net_flow_usd ?? 0));
  const isAumKnown = funds.every((f) => f.aum_usd !== null);
  return {
    asset,
    date,
    session,
    total_kind: isHidden ? "withheld" : isTotal ? "total" : "reported_subtotal",
    net_flow_usd: isTotal ? subtotal : null,
    reported_subtotal_usd: isHidden ? null : subtotal,
    funds_known: known.length,
    funds_active: funds.length,
    missing_tickers: funds.filter((f) => f.net_flow_usd === null).map((f) => f.ticker),
    aum_usd: isAumKnown ? sumOf(funds.map((f) => f.aum_usd ?? 0)) : null,
    aum_coverage: withheld ? null : Number((sumOf(known.map((f) => f.last)) / sumOf(funds.map((f) => f.last))).toFixed(4)),
    withheld_reason: isHidden ? SOURCE_NOT_LICENSED : null,
    aum_reason: withheld ? SOURCE_NOT_LICENSED : isAumKnown ? null : FUNDS_MISSING,
    funds: funds.map(({ last: _weight, ...fund }) => fund),
  };
}

/** The days of one asset from `from` to the service's date, oldest first: none before its first fund traded, and no session whose closing values are not public. */
export function flowDays({ clock }: Pick<Context, "clock">, asset: EtfAsset, from: IsoDate): FlowDay[] {
  const today = clock.today();
  const first = from < firstSessionOf(asset) ? firstSessionOf(asset) : from;
  const closed = newestPublicDay("price", clock);
  const days = Array.from({ length: Math.max(0, daysBetween(first, today) + 1) }, (_, i) => addDays(first, i));
  return days.filter((date) => isWithheld(asset) || date <= closed || !isSession(date)).map((date) => flowDay(asset, date));
}

/** The sum of those of these days that are not before `from`; null without one. Unknown if any of them is unknown. */
export function flowSum(days: readonly FlowDay[], from: IsoDate) {
  const of = days.filter((d) => d.date >= from);
  const [first, last] = [of[0], of[of.length - 1]];
  if (!first || !last) return null;
  const flows = of.flatMap((d) => d.net_flow_usd ?? []);
  const isKnown = flows.length === of.length;
  const reason = of.some((d) => d.withheld_reason !== null) ? SOURCE_NOT_LICENSED : FUNDS_MISSING;
  return { from: first.date, to: last.date, net_flow_usd: isKnown ? sumOf(flows) : null, withheld_reason: isKnown ? null : reason };
}
