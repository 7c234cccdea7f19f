import type { FunctionName } from "../../../src/contract/functions";
import { SIGNAL_TYPES } from "../../../src/contract/listed/signals";
import { SERIES } from "../../../src/contract/series";
import { BANKS, COUNTRIES, HORIZONS, INDICATORS, PERPETUALS, RATE_KEYS, RV_METRICS, TENORS, WHALE_ASSETS } from "../../../src/contract/vocabulary";
import { TICKERS } from "../../../src/service/instruments/universe";
import type { Row } from "./doors-files";

/** A reply of an address or of a tool. */
export interface DoorReply {
  readonly data: Row | readonly Row[];
  readonly meta: { readonly caveats: readonly string[]; readonly attribution: Readonly<Record<string, string>>; readonly sample: boolean };
}

/** How one address shows the figures of a function. */
export interface Address {
  readonly fn: FunctionName;
  /** Values for each of the names before the field. */
  readonly names: readonly (readonly string[])[];
  url(...names: string[]): string;
  /** The row with the figures; undefined if it is not there. */
  row(data: DoorReply["data"], ...names: string[]): Row | undefined;
  /** Member of each field; "" for a function without fields. */
  readonly figures: Readonly<Record<string, string>>;
  /** Fields whose observation date is that of the row, and the row's member for it. */
  readonly date?: string;
}

const first = (data: DoorReply["data"]): Row | undefined => (Array.isArray(data) ? (data[0] as Row | undefined) : (data as Row));
const found = (list: unknown, member: string, value: string): Row | undefined => (list as readonly Row[]).find((row) => row[member] === value);
const same = (...names: string[]): Record<string, string> => Object.fromEntries(names.map((name) => [name, name]));

const DAYS = ["2024-06-24", "2024-06-22", "2023-03-10", "2019-08-14", "2008-10-10", "1995-06-30"];
const IDS = SERIES.map(({ id }) => id);
const LISTED = ["RDDT", "ARM", "CART", "KVYO", "ABNB", "UBER", "SNOW"];
/** Open and closed markets of the sample; filled before the questions are made. */
export const MARKETS: string[] = [];

export const ADDRESSES: readonly Address[] = [
  {
    fn: "FRED", names: [IDS], url: (id) => `/macro/fred/${id}`, row: first, figures: same("value", "date", "unit", "title", "frequency"), date: "date",
  },
  { fn: "FREDH", names: [IDS, DAYS], url: (id, day) => `/v1/macro/fred/${id}/history?to=${day}&limit=1`, row: first, figures: { last: "value", date: "date" }, date: "date" },
  {
    fn: "MMRATE", names: [RATE_KEYS], url: () => "/v1/macro/money-market", row: (data, key) => found(data, "key", key),
    figures: {
      ...same("date", "volume_bn", "percentile_width_bps", "corridor_position_pct", "change_bps"),
      rate: "rate_pct", percentile_1: "percentile_1_pct", percentile_99: "percentile_99_pct", target_lower: "target_lower_pct", target_upper: "target_upper_pct",
    },
    date: "date",
  },
  {
    fn: "CBRATE", names: [BANKS], url: (bank) => `/v1/macro/central-banks/${bank}`, row: first, date: "date",
    figures: { ...same("date", "rate_source", "superseded_rate_pct", "stance", "last_change_date"), rate: "rate_pct", last_change: "last_change_pp" },
  },
  {
    fn: "BIS", names: [COUNTRIES.map(([code]) => code), INDICATORS], url: (country, indicator) => `/v1/macro/international?country=${country}&indicator=${indicator}`, row: first,
    figures: same("value", "yoy", "yoy_unit", "period", "unit", "attribution"),
  },
  {
    fn: "YIELD", names: [TENORS, DAYS], url: (_, day) => `/v1/macro/yield-curve?date=${day}`, figures: { "": "yield_pct" }, date: "date",
    row: (data, tenor) => {
      const { yields, date } = data as { yields: Row[]; date: string };
      const row = found(yields, "tenor", tenor);
      return { date: row?.["observation_date"] ?? date, ...row };
    },
  },
  {
    fn: "LIQUIDITY", names: [], url: () => "/v1/macro/liquidity", row: first,
    figures: { value: "net_usd_trillions", change_4w: "change_4w_usd_trillions", date: "net_date", inputs_missing: "inputs_missing" },
  },
  {
    fn: "NETLIQ", names: [], url: () => "/v1/macro/liquidity", row: first,
    figures: {
      ...same("net_date", "balance_sheet_date", "reverse_repo_date", "tga_date", "reserves_date"),
      net: "net_musd", balance_sheet: "balance_sheet_musd", reverse_repo: "reverse_repo_musd", tga: "tga_musd", reserves: "reserves_musd", change_1w: "change_1w_musd",
    },
  },
  { fn: "REGIME", names: [], url: () => "/v1/macro/regime", row: first, figures: { ...same("label", "score", "date"), conviction: "conviction_pct" }, date: "date" },
  { fn: "ESI", names: [], url: () => "/v1/macro/economic-surprise", row: first, figures: same("index", "inflation", "event_count", "thin", "date"), date: "date" },
  {
    fn: "RV", names: [TICKERS, RV_METRICS], url: (ticker) => `/v1/equities/relative-value/${ticker}`, date: "observation_date",
    row: (data, _, metric) => found((data as { metrics: Row[] }).metrics, "metric", metric),
    figures: same("value", "percentile", "peer_median", "peer_count", "peer_level", "rank"),
  },
  {
    fn: "TRACKRECORD", names: [SIGNAL_TYPES, HORIZONS], url: (type, horizon) => `/v1/equities/track-record?signal_type=${type}&horizon=${horizon}`, row: first,
    figures: { "": "median_return_pct" },
  },
  { fn: "CONFLUENCE", names: [TICKERS], url: (ticker) => `/v1/confluence/${ticker}`, row: first, figures: same("kind", "direction", "score", "date"), date: "date" },
  { fn: "ONCHAIN_RISK", names: [WHALE_ASSETS.slice(0, 3)], url: (asset) => `/v1/crypto/onchain-risk/${asset}`, row: first, figures: same("score", "level", "date"), date: "date" },
  { fn: "OSINT", names: [["semiconductor", "inflation", "tariff", "bank"], ["1", "24", "720"]], url: (word, hours) => `/v1/osint/${word}?hours=${hours}`, row: first, figures: { "": "count" } },
  {
    fn: "IPO", names: [LISTED], url: (ticker) => `/v1/equities/offerings?q=${ticker}&limit=1`, row: first, date: "date",
    figures: {
      ...same("form", "company", "filed", "shares", "exchange", "parse_confidence", "accession", "ipo_group_key"),
      price: "price_usd", price_low: "price_low_usd", price_high: "price_high_usd", proceeds: "proceeds_usd",
    },
  },
  {
    fn: "GAMMA", names: [TICKERS], url: (ticker) => `/v1/equities/gamma/${ticker}`, row: first, date: "date",
    figures: { net: "net_gamma_usd", call: "call_gamma_usd", put: "put_gamma_usd", flip: "flip_price" },
  },
  { fn: "SMARTMONEY", names: [TICKERS], url: (ticker) => `/v1/equities/smart-money/${ticker}`, row: first, figures: { "": "score" }, date: "observation_date" },
  {
    fn: "SHORTINTEREST", names: [["AAPL", "GME", "ZZZT", "ZZZU"]], url: (symbol) => `/v1/equities/short-interest?symbol=${symbol}&limit=1`, row: first, date: "settlement_date",
    figures: {
      ...same("short_interest", "avg_daily_volume", "change_pct", "settlement_date"),
      pctfloat: "short_pct_float", pctshares: "short_pct_shares_outstanding", days: "days_to_cover", confidence: "float_confidence", source: "float_source",
    },
  },
  { fn: "FUNDING", names: [PERPETUALS], url: () => "/v1/crypto/funding", row: (data, symbol) => found(data, "symbol", symbol), figures: { "": "rate_pct" } },
  { fn: "FUNDING", names: [["BTC", "ETH", "SOL"]], url: (symbol) => `/v1/crypto/derivatives/${symbol}?exchange=`, row: first, figures: { "": "funding_rate_pct" } },
  { fn: "ODDS", names: [MARKETS], url: (id) => `/v1/prediction/markets/${id}`, row: first, figures: { "": "yes_probability" }, date: "observation_date" },
]; // prettier-ignore

/** The fields of the screener that are cells: the function, and the arguments after the ticker. */
export const SCREENED: Readonly<Record<string, readonly [FunctionName, ...(string | null)[]]>> = {
  short_pct_float: ["SHORTINTEREST", "pctfloat"],
  short_pct_shares_outstanding: ["SHORTINTEREST", "pctshares"],
  short_days_to_cover: ["SHORTINTEREST", "days"],
  short_float_confidence: ["SHORTINTEREST", "confidence"],
  last_price: ["PRICE", "last"],
  smart_money_score: ["SMARTMONEY"],
  insider_net_30d: ["INSIDER", "net"],
  inst_holders_qoq_delta: ["HOLDERS13F", "qoq"],
  net_gex: ["GAMMA", "net"],
  ...Object.fromEntries(
    ["pe", "ps", "pb", "ev_to_revenue", "ev_to_operating_income", "fcf_yield", "dividend_yield", "net_debt_to_ocf"].map((m) => [m, ["RV", m, "value"]]),
  ),
};
