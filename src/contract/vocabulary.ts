// Fixed vocabularies of the functions, spelled as on the wire. The build writes them into Excel's metadata as drop-downs.
import { wordList } from "./text";

export const TENORS = wordList("1M 3M 6M 1Y 2Y 3Y 5Y 7Y 10Y 20Y 30Y");
export const TENOR_CHOICES = wordList(...TENORS, "AS_OF");
export const RATE_KEYS = wordList("SOFR EFFR OBFR TGCR BGCR IORB");
export const WHALE_ASSETS = wordList("BTC ETH SOL USDT USDC WBTC");
export const HORIZONS = wordList("1d 5d 10d 20d 30d");
export const INDICATORS = wordList("policy_rate cpi gdp IRLT reer house_prices credit_to_gdp credit_gap");

export const BANKS = wordList("AR AU BR CA CH CL CN CO CZ DK GB HK HU ID IL IN IS JP KR MA MK MX MY NO NZ PE PH PL RO RS RU SA SE TH TR US XM ZA");

/** ISO 3166-1: two letters, three letters, name. The 39 countries of the international statistics. */
export const COUNTRIES = [
  ["AR", "ARG", "Argentina"],
  ["AU", "AUS", "Australia"],
  ["AT", "AUT", "Austria"],
  ["BE", "BEL", "Belgium"],
  ["BR", "BRA", "Brazil"],
  ["CA", "CAN", "Canada"],
  ["CH", "CHE", "Switzerland"],
  ["CL", "CHL", "Chile"],
  ["CN", "CHN", "China"],
  ["CO", "COL", "Colombia"],
  ["CZ", "CZE", "Czechia"],
  ["DE", "DEU", "Germany"],
  ["DK", "DNK", "Denmark"],
  ["ES", "ESP", "Spain"],
  ["FI", "FIN", "Finland"],
  ["FR", "FRA", "France"],
  ["GB", "GBR", "United Kingdom"],
  ["GR", "GRC", "Greece"],
  ["HK", "HKG", "Hong Kong SAR"],
  ["HU", "HUN", "Hungary"],
  ["ID", "IDN", "Indonesia"],
  ["IE", "IRL", "Ireland"],
  ["IL", "ISR", "Israel"],
  ["IN", "IND", "India"],
  ["IT", "ITA", "Italy"],
  ["JP", "JPN", "Japan"],
  ["KR", "KOR", "Korea"],
  ["MX", "MEX", "Mexico"],
  ["NL", "NLD", "Netherlands"],
  ["NO", "NOR", "Norway"],
  ["NZ", "NZL", "New Zealand"],
  ["PL", "POL", "Poland"],
  ["PT", "PRT", "Portugal"],
  ["SE", "SWE", "Sweden"],
  ["SG", "SGP", "Singapore"],
  ["TH", "THA", "Thailand"],
  ["TR", "TUR", "Türkiye"],
  ["US", "USA", "United States"],
  ["ZA", "ZAF", "South Africa"],
] as const;

/** Names for codes of central banks that are not in `COUNTRIES`. */
export const BANK_NAMES: Partial<Record<(typeof BANKS)[number], string>> = {
  XM: "Euro area",
  IS: "Iceland",
  MA: "Morocco",
  MK: "North Macedonia",
  MY: "Malaysia",
  PE: "Peru",
  PH: "Philippines",
  RO: "Romania",
  RS: "Serbia",
  RU: "Russia",
  SA: "Saudi Arabia",
};

export const PERPETUALS = wordList(
  "BTC ETH SOL XRP DOGE BNB ADA AVAX LINK DOT LTC BCH TRX ATOM NEAR APT ARB",
  "OP SUI SEI TIA INJ FIL AAVE UNI ETC XLM HBAR ICP PEPE WIF TON HYPE",
);

export const METRICS = wordList(
  "revenue cost_of_revenue gross_profit research_and_development sga operating_income interest_expense pretax_income income_tax net_income",
  "eps_basic eps_diluted shares_basic shares_diluted shares_outstanding dividends_per_share",
  "cash receivables inventory current_assets property_plant_equipment goodwill total_assets",
  "accounts_payable current_liabilities short_term_debt long_term_debt total_liabilities retained_earnings equity",
  "operating_cash_flow capex free_cash_flow depreciation_amortization stock_compensation buybacks",
);
export const FILING_METRICS = wordList("latest", ...METRICS);
/** Metrics counted in shares, and metrics in currency a share: a split changes them. All others are amounts. */
export const SHARE_METRICS: ReadonlySet<string> = new Set<(typeof METRICS)[number]>(["shares_basic", "shares_diluted", "shares_outstanding"]);
export const PER_SHARE_METRICS: ReadonlySet<string> = new Set<(typeof METRICS)[number]>(["eps_basic", "eps_diluted", "dividends_per_share"]);
/** True if a split changes a metric. */
export const countsShares = (metric: string): boolean => SHARE_METRICS.has(metric) || PER_SHARE_METRICS.has(metric);

export const RV_METRICS = wordList(
  "pe ps pb ev_to_revenue ev_to_operating_income fcf_yield dividend_yield net_debt_to_ocf",
  "gross_margin operating_margin net_margin revenue_growth roe return_1m return_3m return_12m",
);

export type Tenor = (typeof TENORS)[number];
export type RateKey = (typeof RATE_KEYS)[number];
export type Bank = (typeof BANKS)[number];
export type Perpetual = (typeof PERPETUALS)[number];
export type WhaleAsset = (typeof WHALE_ASSETS)[number];
export type Metric = (typeof METRICS)[number];
export type RvMetric = (typeof RV_METRICS)[number];
export type Indicator = (typeof INDICATORS)[number];
export type Horizon = (typeof HORIZONS)[number];
