/** One field of the screener, from the specification. Fields that it marks `withheld` are not listed, because their licence forbids it. */
interface ScreenerField {
  readonly name: string;
  readonly group: string;
  readonly type: "enum" | "number" | "ordinal";
  readonly operators: readonly string[];
  readonly about: string;
}

const NUMBER = ["gte", "lte", "gt", "lt", "eq", "between"];
const VALUATION = ["gte", "lte", "gt", "lt", "between"];
const of = (group: string, type: ScreenerField["type"], operators: readonly string[], fields: Record<string, string>): ScreenerField[] =>
  Object.entries(fields).map(([name, about]) => ({ name, group, type, operators, about }));

/** The fields of GET /v1/screen. */
export const SCREENER_FIELDS: readonly ScreenerField[] = [
  ...of("market", "enum", ["eq", "in", "nin"], {
    sector: "sector",
    country: "country of listing",
    country_operating: "country of operations",
    instrument_type: "kind of instrument",
    reporting_regime: "regime under which the issuer reports",
  }),
  ...of("market", "number", NUMBER, { market_cap: "market capitalisation, USD", last_price: "last close, USD" }),
  ...of("signals", "number", NUMBER, {
    signal_total_count: "number of signals",
    signal_avg_net_score: "average net score of signals",
    latest_alert_age_days: "days since the latest alert",
  }),
  ...of("signals", "ordinal", ["eq", "gte", "lte"], { signal_max_severity: "highest severity of a signal" }),
  ...of("positioning", "number", NUMBER, {
    smart_money_score: "smart-money composite, -100 to 100",
    insider_net_30d: "net insider flow over 30 days, USD",
    congress_net_30d: "purchases less sales by members of Congress over 30 days",
    inst_holders_qoq_delta: "net accumulating 13F holders",
    short_pct_float: "short interest, percent of float",
    short_pct_shares_outstanding: "short interest, percent of shares outstanding",
    short_days_to_cover: "days to cover",
  }),
  ...of("positioning", "ordinal", ["gte", "lte", "gt", "lt", "eq"], { short_float_confidence: "confidence in the float figure" }),
  ...of("options", "number", NUMBER, { net_gex: "modeled net gamma exposure", gamma_flip_distance_pct: "distance of the price from the gamma flip, percent" }),
  ...of("fundamentals", "number", NUMBER, { active_red_flags: "going-concern and material-weakness count", revenue_latest: "latest revenue, USD" }),
  ...of("valuation", "number", VALUATION, {
    pe: "latest close / diluted EPS of the fiscal year",
    ps: "market cap / revenue of the fiscal year",
    pb: "market cap / book equity",
    ev_to_revenue: "enterprise value / revenue",
    ev_to_operating_income: "enterprise value / operating income",
    fcf_yield: "free cash flow yield, percent",
    dividend_yield: "dividend yield, percent",
    net_debt_to_ocf: "net debt / operating cash flow",
  }),
];
