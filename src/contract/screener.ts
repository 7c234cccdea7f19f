import type { Unit } from "./units";

/** One field of the screener, from the specification. Fields that it marks `withheld` are not listed, because their licence forbids it. */
export interface ScreenerField {
  readonly name: string;
  readonly group: string;
  readonly type: "enum" | "number" | "ordinal";
  readonly operators: readonly string[];
  /** Heading of a column, without the unit. */
  readonly label: string;
  /** Unit of a number. */
  readonly unit?: Unit;
  /** The values of an enumeration that are known beforehand; of an ordinal field, its levels, lowest first. */
  readonly choices: readonly string[];
  readonly about: string;
}

const NUMBER = ["gte", "lte", "gt", "lt", "eq", "between"];
const VALUATION = ["gte", "lte", "gt", "lt", "between"];

type Entry = readonly [label: string, about: string, unit?: Unit | undefined, choices?: readonly string[]];
const of = (group: string, type: ScreenerField["type"], operators: readonly string[], fields: Record<string, Entry>): ScreenerField[] =>
  Object.entries(fields).map(([name, [label, about, unit, choices = []]]) => ({
    name,
    group,
    type,
    operators,
    label,
    ...(unit ? { unit } : {}),
    choices,
    about,
  }));

const SECTORS = [
  "Information Technology",
  "Communication Services",
  "Consumer Discretionary",
  "Consumer Staples",
  "Health Care",
  "Financials",
  "Industrials",
  "Energy",
  "Materials",
  "Utilities",
  "Real Estate",
  "Funds",
];

/** The fields of GET /v1/screen. */
export const SCREENER_FIELDS: readonly ScreenerField[] = [
  ...of("market", "enum", ["eq", "in", "nin"], {
    sector: ["Sector", "sector", undefined, SECTORS],
    country: ["Country", "country of listing, two letters such as US"],
    country_operating: ["Operating country", "country of operations, two letters such as US"],
    instrument_type: ["Instrument", "kind of instrument", undefined, ["common", "adr", "etf"]],
    reporting_regime: ["Reporting regime", "regime under which the issuer reports", undefined, ["us_domestic", "foreign_private_issuer", "canadian_mjds"]],
  }),
  ...of("market", "number", NUMBER, {
    market_cap: ["Market cap", "market capitalisation, USD", "USD"],
    last_price: ["Last price", "last close, USD", "USD"],
  }),
  ...of("signals", "number", NUMBER, {
    signal_total_count: ["Signals", "number of signals in the last 30 days", "count"],
    signal_avg_net_score: ["Average signal score", "average net score of the signals in the last 30 days", "score"],
    latest_alert_age_days: ["Age of latest alert", "days since the latest alert", "days"],
  }),
  ...of("signals", "ordinal", ["eq", "gte", "lte"], {
    signal_max_severity: ["Highest severity", "highest severity of a signal in the last 30 days", undefined, ["low", "medium", "high", "critical"]],
  }),
  ...of("positioning", "number", NUMBER, {
    smart_money_score: ["Smart-money score", "smart-money composite, -100 to 100", "score"],
    insider_net_30d: ["Insider net, 30 days", "insiders' open-market purchases less sales over 30 days, USD", "USD"],
    congress_net_30d: ["Congress net, 30 days", "purchases less sales by members of Congress over 30 days", "count"],
    inst_holders_qoq_delta: ["13F holders, change", "13F holders that added shares less those that reduced, over the quarter", "count"],
    short_pct_float: ["Short % of float", "short interest, percent of float", "%"],
    short_pct_shares_outstanding: ["Short % of shares", "short interest, percent of shares outstanding", "%"],
    short_days_to_cover: ["Days to cover", "days to cover short interest: shares sold short / average daily volume", "days"],
  }),
  ...of("positioning", "ordinal", ["gte", "lte", "gt", "lt", "eq"], {
    short_float_confidence: ["Float confidence", "confidence in the float of short interest", undefined, ["low", "medium", "high"]],
  }),
  ...of("options", "number", NUMBER, {
    net_gex: ["Net gamma", "modeled net gamma exposure of dealers", "USD per 1 % move"],
    gamma_flip_distance_pct: ["Distance to gamma flip", "distance of the price from the gamma flip, percent", "%"],
  }),
  ...of("fundamentals", "number", NUMBER, {
    active_red_flags: ["Red flags", "going-concern and material-weakness count", "count"],
    revenue_latest: ["Revenue", "latest revenue, USD", "USD"],
  }),
  ...of("valuation", "number", VALUATION, {
    pe: ["P/E", "price/earnings: latest close / diluted EPS of the fiscal year", "ratio"],
    ps: ["P/S", "price/sales: market cap / revenue of the fiscal year", "ratio"],
    pb: ["P/B", "price/book: market cap / book equity", "ratio"],
    ev_to_revenue: ["EV/revenue", "enterprise value / revenue", "ratio"],
    ev_to_operating_income: ["EV/operating income", "enterprise value / operating income", "ratio"],
    fcf_yield: ["FCF yield", "free cash flow / market cap, percent", "%"],
    dividend_yield: ["Dividend yield", "dividend yield, percent", "%"],
    net_debt_to_ocf: ["Net debt/OCF", "net debt / operating cash flow", "ratio"],
  }),
];
