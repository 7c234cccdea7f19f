/* Written by scripts/generate.mjs from the declarations in src/service/families/screener. Do not edit. */
import type { Unit } from "../units";

type Texts = {
  readonly label: string;
  readonly about: string;
  readonly unit?: Unit;
  readonly choices?: readonly string[];
  readonly words?: string;
  readonly example?: string;
  readonly isWhole?: true;
  readonly isPrice?: true;
  readonly like?: readonly [id: string, ...field: string[]];
};

/** Groups of fields that share their type and operators. */
export const LISTED_FIELDS: readonly (readonly [
  group: string,
  type: "enum" | "number" | "ordinal",
  operators: readonly string[],
  fields: Readonly<Record<string, Texts>>,
])[] = [
  [
    "market",
    "enum",
    ["eq", "in", "nin"],
    {
      sector: {
        label: "Sector",
        about: "sector",
        choices: [
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
        ],
      },
      country: { label: "Country", about: "country of listing, two letters such as US" },
      country_operating: { label: "Operating country", about: "country of operations, two letters such as US" },
      instrument_type: { label: "Instrument", about: "kind of instrument", choices: ["common", "adr", "etf"] },
      reporting_regime: {
        label: "Reporting regime",
        about: "regime under which the issuer reports",
        choices: ["us_domestic", "foreign_private_issuer", "canadian_mjds"],
      },
    },
  ],
  [
    "market",
    "number",
    ["gte", "lte", "gt", "lt", "eq", "between"],
    {
      market_cap: {
        label: "Market cap",
        about: "market capitalisation, USD",
        unit: "USD",
        words: "market value",
        example: "gte:1e9",
        isWhole: true,
        like: ["SERVICE.FIN", "shares_outstanding"],
      },
      last_price: { label: "Last price", about: "last close, USD", unit: "USD", isPrice: true, like: ["SERVICE.PRICE", "last"] },
    },
  ],
  [
    "signals",
    "number",
    ["gte", "lte", "gt", "lt", "eq", "between"],
    {
      signal_total_count: { label: "Signals", about: "number of signals in the last 30 days", unit: "count", like: ["SERVICE.SIGNAL", "count"] },
      signal_avg_net_score: {
        label: "Average signal score",
        about: "average net score of the signals in the last 30 days",
        unit: "score",
        like: ["SERVICE.SIGNAL", "score"],
      },
      latest_alert_age_days: { label: "Age of latest alert", about: "days since the latest alert", unit: "days", like: ["SERVICE.SIGNAL", "age_days"] },
    },
  ],
  [
    "signals",
    "ordinal",
    ["eq", "gte", "lte"],
    {
      signal_max_severity: {
        label: "Highest severity",
        about: "highest severity of a signal in the last 30 days",
        choices: ["low", "medium", "high", "critical"],
        like: ["SERVICE.SIGNAL", "severity"],
      },
    },
  ],
  [
    "positioning",
    "number",
    ["gte", "lte", "gt", "lt", "eq", "between"],
    {
      smart_money_score: { label: "Smart-money score", about: "smart-money composite, -100 to 100", unit: "score", like: ["SERVICE.SMARTMONEY"] },
      insider_net_30d: {
        label: "Insider net, 30 days",
        about: "insiders' open-market purchases less sales over 30 days, USD",
        unit: "USD",
        like: ["SERVICE", "insider.net"],
      },
      congress_net_30d: {
        label: "Congress net, 30 days",
        about: "purchases less sales by members of Congress over 30 days",
        unit: "count",
        like: ["SERVICE", "congress.net"],
      },
      inst_holders_qoq_delta: {
        label: "13F holders, change",
        about: "13F holders that added shares less those that reduced, over the quarter",
        unit: "count",
        like: ["SERVICE.HOLDERS13F", "qoq"],
      },
      short_pct_float: { label: "Short % of float", about: "short interest, percent of float", unit: "%", like: ["SERVICE.SHORTINTEREST", "pctfloat"] },
      short_pct_shares_outstanding: {
        label: "Short % of shares",
        about: "short interest, percent of shares outstanding",
        unit: "%",
        like: ["SERVICE.SHORTINTEREST", "pctshares"],
      },
      short_days_to_cover: {
        label: "Days to cover",
        about: "days to cover short interest: shares sold short / average daily volume",
        unit: "days",
        like: ["SERVICE.SHORTINTEREST", "days"],
      },
    },
  ],
  [
    "positioning",
    "ordinal",
    ["gte", "lte", "gt", "lt", "eq"],
    {
      short_float_confidence: {
        label: "Float confidence",
        about: "confidence in the float of short interest",
        choices: ["low", "medium", "high"],
        like: ["SERVICE.SHORTINTEREST", "confidence"],
      },
    },
  ],
  [
    "options",
    "number",
    ["gte", "lte", "gt", "lt", "eq", "between"],
    {
      net_gex: { label: "Net gamma", about: "modeled net gamma exposure of dealers", unit: "USD per 1 % move", like: ["SERVICE", "gamma.net"] },
      gamma_flip_distance_pct: {
        label: "Distance to gamma flip",
        about: "distance of the price from the gamma flip, percent",
        unit: "%",
        like: ["SERVICE", "gamma.flip"],
      },
    },
  ],
  [
    "fundamentals",
    "number",
    ["gte", "lte", "gt", "lt", "eq", "between"],
    {
      active_red_flags: { label: "Red flags", about: "going-concern and material-weakness count", unit: "count", like: ["SERVICE.SIGNAL", "type"] },
      revenue_latest: { label: "Revenue", about: "latest revenue, USD", unit: "USD", isWhole: true, like: ["SERVICE.FIN", "revenue"] },
    },
  ],
  [
    "valuation",
    "number",
    ["gte", "lte", "gt", "lt", "between"],
    {
      pe: { label: "P/E", about: "price/earnings: latest close / diluted EPS of the fiscal year", unit: "ratio", like: ["SERVICE.RV", "pe"] },
      ps: { label: "P/S", about: "price/sales: market cap / revenue of the fiscal year", unit: "ratio", like: ["SERVICE.RV", "ps"] },
      pb: { label: "P/B", about: "price/book: market cap / book equity", unit: "ratio", like: ["SERVICE.RV", "pb"] },
      ev_to_revenue: { label: "EV/revenue", about: "enterprise value / revenue", unit: "ratio", like: ["SERVICE.RV", "ev_to_revenue"] },
      ev_to_operating_income: {
        label: "EV/operating income",
        about: "enterprise value / operating income",
        unit: "ratio",
        like: ["SERVICE.RV", "ev_to_operating_income"],
      },
      fcf_yield: { label: "FCF yield", about: "free cash flow / market cap, percent", unit: "%", like: ["SERVICE.RV", "fcf_yield"] },
      dividend_yield: { label: "Dividend yield", about: "dividend yield, percent", unit: "%", like: ["SERVICE.RV", "dividend_yield"] },
      net_debt_to_ocf: { label: "Net debt/OCF", about: "net debt / operating cash flow", unit: "ratio", like: ["SERVICE.RV", "net_debt_to_ocf"] },
    },
  ],
];
