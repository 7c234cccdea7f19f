import { addDays, type IsoDate } from "../../../src/contract/dates";
import type { Venue } from "../../../src/service/records/crypto";
import type { HoldingsReport } from "../../../src/service/records/holdings";
import type { RecordRow } from "../../../src/service/records/record";
import { recordRow } from "../../record-row";

/* Invented rows as documents have them. What a test does not name is the same everywhere. */

type More = Partial<RecordRow>;

/** A settlement of short interest. Days to cover that are null are censored. */
export const shortInterest = (symbol: string, date: IsoDate, body: { readonly days_to_cover?: number | null; readonly [figure: string]: unknown } = {}, more: More = {}) =>
  recordRow("short_interest", symbol, date, "finra", {
    name: "", short_interest: 900, previous_short_interest: 100, avg_daily_volume: 50, days_to_cover: 18, days_to_cover_censored: body.days_to_cover === null, change_pct: 1,
    revised: false, ...body,
  }, more); // prettier-ignore

export const shortVolume = (symbol: string, date: IsoDate, short_volume: number, total_volume: number, market = "B,Q,N") =>
  recordRow("short_volume", symbol, date, "finra", { short_volume, short_exempt_volume: 0, total_volume, market });

/** A disclosed trade of a member of Congress. */
export const congressTrade = (ticker: string, date: IsoDate, body: object = {}, more: More = {}) =>
  recordRow("congress_trade", ticker, date, "house", {
    document: "20030001", member: "Hon. Jane Doe", state_district: "XX01", owner: "SP", sub_holding: null, asset: `A (${ticker}) [ST]`, asset_type: "ST", type: "P",
    notification_date: date, amount_low: 1001, amount_high: 15000, filing_status: "New", ...body,
  }, more); // prettier-ignore

/** A settlement of a perpetual's funding. */
export function funding(
  symbol: string,
  exchange: Venue,
  time: string,
  rate_pct: number,
  interval_hours: number | null = 8,
  contract = `${symbol}USDT`,
): RecordRow {
  const time_ms = Date.parse(time);
  const body = { exchange, contract, time_ms, rate_pct, interval_hours };
  return recordRow("funding", symbol, time.slice(0, 10), exchange, body, { key: `${time_ms} ${exchange} ${contract}` });
}

export const liquidation = (symbol: string, time_ms: number, usd: number, side: "long" | "short" = "long") =>
  recordRow("liquidation", symbol, new Date(time_ms).toISOString().slice(0, 10), "okx", {
    exchange: "okx", contract: `${symbol}-USDT-SWAP`, time_ms, side, contracts: 1, price: 1, usd,
  }, { key: `${time_ms} ${side} ${usd}` }); // prettier-ignore

export const whaleTransfer = (asset: string, time: string, body: object = {}, more: More = {}) =>
  recordRow("whale_transfer", asset, time.slice(0, 10), "user", {
    transaction: "t", time_ms: Date.parse(time), usd: 150_000, direction: null, internal: null, from: ["a"], to: null, ...body,
  }, more); // prettier-ignore

/** A state of a market of a venue. */
export const marketState = (id: string, yes_probability: number | null, more: { readonly venue?: "polymarket" | "kalshi"; readonly updated?: string; readonly [member: string]: unknown } = {}) => {
  const { venue = "polymarket", updated = "2024-06-24T10:00:00Z" } = more;
  return recordRow("market", id, updated.slice(0, 10), venue, {
    id, venue, slug: `slug-of-${id}`, question: `Will ${id} happen?`, category: "", event: "", opened: "2024-01-01", end_date: "2024-12-31", closed: null, outcome: null,
    outcomes: [], yes_probability, one_day_change: null, one_week_change: null, yes_bid: null, yes_ask: null, last: null, volume_usd: 20_000, volume_contracts: null,
    liquidity_usd: 500, updated, ...more,
  }, { key: updated });
}; // prettier-ignore

/** Shares held by CUSIP, with the ticker if it is known, and the value, which is ten dollars a share. */
type Holding = readonly [cusip: string, ticker: string | null, shares: number, value?: number];

/** A report of an institution, filed forty days after its quarter. */
export const holdingsReport = (cik: string, period: IsoDate, holdings: readonly Holding[], more: Partial<HoldingsReport> = {}): HoldingsReport => ({
  accession: `${cik}-${period}${more.adds ? "-A" : ""}`, form: "13F-HR", cik, filer: `FUND ${cik}`, period, filed: addDays(period, 40), adds: false, unit: "dollars", total: 0,
  holdings: holdings.map(([cusip, ticker, shares, value = shares * 10]) => ({ cusip, ticker, shares, raw_value: value, value })),
  ...more,
}); // prettier-ignore

/** Closes of a symbol by day. */
export const closes = (symbol: string, days: Readonly<Record<IsoDate, number>>) =>
  Object.entries(days).map(([date, close]) => recordRow("price", symbol, date, "user", { close, volume: null }));
