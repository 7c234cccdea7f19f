import type { Unit } from "./units";
import { HORIZONS, INDICATORS, RV_METRICS } from "./vocabulary";

/** What one field of a function gives. `varies` means that the unit depends on the row (a series' own unit, a filer's currency). */
export interface Field {
  readonly name: string;
  readonly type: "number" | "text" | "date" | "boolean";
  readonly unit?: Unit | "varies";
  readonly about: string;
}

/**
 * How an argument is read:
 * - `choice`: one of a closed list; anything else is a wrong argument.
 * - `name`: a name that the service looks up; an unknown one gets a reason that names the nearest known ones.
 * - `ticker`: a symbol, or another name of one that the service looks up; at most 40 characters.
 * - `text`: free words of at most `max` characters.
 * - `date`: ISO text on the wire (hosts turn serial numbers into it); `bareYear` accepts 2024 for its last day.
 * - `period`: 2024, FY2024, 2024Q3, or a period's end date.
 * - `integer`: a whole number within bounds.
 */
export type Parameter =
  | { readonly name: string; readonly kind: "choice"; readonly of: readonly string[]; readonly fallback?: string; readonly example: string }
  | { readonly name: string; readonly kind: "name"; readonly upper: boolean; readonly what: string; readonly optional?: boolean; readonly example: string }
  | { readonly name: string; readonly kind: "ticker"; readonly example: string }
  | { readonly name: string; readonly kind: "text"; readonly max: number; readonly what: string; readonly example: string }
  | { readonly name: string; readonly kind: "date"; readonly bareYear: boolean; readonly optional?: boolean; readonly example: string }
  | { readonly name: string; readonly kind: "period"; readonly example: string }
  | { readonly name: string; readonly kind: "integer"; readonly min: number; readonly max: number; readonly fallback: number; readonly example: string };

export interface FunctionSpec {
  readonly parameters: readonly Parameter[];
  /** Empty for functions without a field argument; `result` then says what comes out. */
  readonly fields: readonly Field[];
  readonly result?: { readonly type: Field["type"]; readonly unit?: Unit | "varies" };
  /** Only reachable by a sheet path, not as a function of its own. */
  readonly pathOnly?: true;
}

const n = (name: string, unit: Field["unit"], about: string): Field => ({ name, type: "number", ...(unit ? { unit } : {}), about });
const t = (name: string, about: string): Field => ({ name, type: "text", about });
const d = (name: string, about: string): Field => ({ name, type: "date", about });
const b = (name: string, about: string): Field => ({ name, type: "boolean", about });

const field = (fields: readonly Field[]): Parameter => ({
  name: "field",
  kind: "choice",
  of: fields.map((f) => f.name),
  fallback: fields[0]!.name,
  example: fields[0]!.name,
});
const ticker = (example: string): Parameter => ({ name: "ticker", kind: "ticker", example });
const named = (name: string, what: string, example: string, upper = true): Parameter => ({ name, kind: "name", upper, what, example });

const FIELDS = {
  REGIME: [
    t("label", "name of the current macro regime"),
    n("score", "score", "regime score, -100 to 100"),
    n("conviction", "%", "how firmly the inputs agree"),
    d("date", "day of the reading"),
  ],
  SIGNAL: [
    t("type", "signal type"),
    t("direction", "bull, bear or neutral"),
    t("severity", "critical, high, medium or low"),
    n("score", "score", "strength score"),
    t("headline", "sourced headline"),
    d("date", "day of the signal"),
    n("count", "count", "signals in the window"),
    n("age_days", "days", "days since the latest signal"),
  ],
  PRICE: [
    n("last", "varies", "last close"),
    n("change", "varies", "change on the day"),
    n("change_pct", "%", "change on the day"),
    n("previous", "varies", "close before the last"),
    d("date", "session of the last close"),
    t("currency", "ISO currency"),
  ],
  FRED: [
    n("value", "varies", "latest observation"),
    d("date", "period that the observation describes"),
    n("previous", "varies", "observation before the latest"),
    n("change", "varies", "latest less previous"),
    n("change_pct", "%", "change over the previous observation"),
    t("unit", "unit of the series"),
    t("title", "title of the series"),
    t("frequency", "daily, weekly, monthly or quarterly"),
  ],
  FREDH: [
    n("value", "varies", "the observation of exactly that day or period"),
    n("last", "varies", "the last observation on or before the date"),
    d("date", "observation date of `last`"),
  ],
  WHALE: [
    n("total_usd", "USD", "all large transfers of the last 24 hours"),
    n("count", "count", "number of transfers"),
    n("inflow_usd", "USD", "into exchanges"),
    n("outflow_usd", "USD", "out of exchanges"),
    n("net_usd", "USD", "inflow less outflow"),
    n("largest_usd", "USD", "largest single transfer"),
  ],
  BIS: [
    n("value", "varies", "latest value"),
    n("yoy", "varies", "change over the year before"),
    t("yoy_unit", "% for levels, pp for rates"),
    t("period", "period that the value describes"),
    t("unit", "unit of the value"),
    t("attribution", "line that must stay with the value"),
  ],
  FILING: [
    n("value", "varies", "the extracted figure"),
    d("period_end", "end of the period"),
    t("unit", "unit of the figure"),
    t("form", "form type"),
    d("filed", "filing date"),
    t("accession", "accession number"),
    t("url", "address of the filing"),
  ],
  LIQUIDITY: [
    n("value", "$T", "balance sheet less reverse repo less Treasury General Account"),
    n("change_1w", "$T", "change over one week"),
    n("change_4w", "$T", "change over four weeks"),
    d("date", "day of the reading"),
    t("inputs_missing", "inputs that could not be read"),
  ],
  NETLIQ: [
    n("net", "$M", "net liquidity"),
    n("balance_sheet", "$M", "total assets, Wednesday level"),
    n("reverse_repo", "$M", "overnight reverse repo"),
    n("tga", "$M", "Treasury General Account"),
    n("reserves", "$M", "reserve balances, week average"),
    n("change_1w", "$M", "change over one week"),
    d("net_date", "day of the reading"),
    d("balance_sheet_date", "day of the balance sheet"),
    d("reverse_repo_date", "day of the reverse repo"),
    d("tga_date", "day of the account balance"),
    d("reserves_date", "day of the reserves"),
  ],
  ONCHAIN_RISK: [
    n("score", "score", "0 to 100, higher is more stress"),
    t("level", "low, moderate, elevated or high"),
    d("date", "day of the reading"),
    t("components", "components with their share"),
  ],
  CONFLUENCE: [
    n("score", "score", "strength of the agreement"),
    t("families", "families that agree or diverge"),
    t("direction", "bull or bear"),
    t("kind", "confluence or divergence"),
    d("date", "day of the reading"),
  ],
  HOLDERS13F: [
    n("count", "count", "holders at the latest quarter"),
    n("value", "USD", "market value held"),
    n("qoq", "count", "net accumulating holders over the quarter"),
    t("quarter", "quarter of the filings"),
  ],
  SHORTINTEREST: [
    n("pctfloat", "%", "percent of float, a lower bound"),
    n("pctshares", "%", "percent of shares outstanding"),
    n("days", "days", "days to cover"),
    t("confidence", "confidence of the float figure"),
    t("source", "source of the float figure, or why there is none"),
    n("short_interest", "shares", "shares sold short"),
    n("avg_daily_volume", "shares", "average daily volume"),
    n("change_pct", "%", "change over the previous settlement"),
    d("settlement_date", "settlement date"),
  ],
  CBRATE: [
    n("rate", "%", "policy rate"),
    d("date", "day that the rate describes"),
    t("rate_source", "bis, fred or probe"),
    n("superseded_rate_pct", "%", "lagging value that a faster source superseded"),
    t("stance", "hiking, holding or cutting over the window"),
    n("last_change", "pp", "size of the last change"),
    d("last_change_date", "day of the last change"),
  ],
  MMRATE: [
    n("rate", "%", "the rate"),
    d("date", "effective date"),
    n("volume_bn", "$B", "volume"),
    n("percentile_1", "%", "1st percentile"),
    n("percentile_99", "%", "99th percentile"),
    n("percentile_width_bps", "bps", "99th less 1st percentile"),
    n("target_lower", "%", "lower limit of the target range"),
    n("target_upper", "%", "upper limit of the target range"),
    n("corridor_position_pct", "%", "place between the limits, not clamped"),
    n("change_bps", "bps", "change on the day before"),
  ],
  RV: [
    n("value", "varies", "the metric"),
    n("percentile", "%", "position among the peers, not a rating"),
    n("peer_median", "varies", "median of the peers"),
    n("peer_count", "count", "number of peers"),
    t("peer_level", "sub_industry or sector"),
    n("rank", "count", "1 is the highest"),
    t("refusal", "refusal code, or none"),
  ],
  IPO: [
    t("form", "form type"),
    t("company", "company name"),
    d("filed", "filing date"),
    n("price", "USD", "offer price"),
    n("price_low", "USD", "low end of the range"),
    n("price_high", "USD", "high end of the range"),
    n("shares", "shares", "shares offered"),
    n("proceeds", "USD", "gross proceeds"),
    t("exchange", "listing exchange"),
    n("parse_confidence", "ratio", "certainty of the classifier"),
    t("accession", "accession number"),
    t("ipo_group_key", "key that ties the filings of one offering"),
  ],
  ESI: [
    n("index", "idx", "surprise index, positive means better than expected"),
    n("inflation", "idx", "surprise of inflation releases, outside the headline"),
    n("event_count", "count", "scored releases in the 90-day window"),
    b("thin", "true where the sample is small"),
    d("date", "day of the reading"),
  ],
  INSIDER: [
    n("net", "USD", "buys less sells over 30 days"),
    n("value", "USD", "buys plus sells over 30 days"),
    n("buy", "USD", "open-market buys over 30 days"),
    n("sell", "USD", "open-market sells over 30 days"),
  ],
  CONGRESS: [n("count", "count", "disclosed trades over 90 days"), n("net", "count", "purchases less sales over 90 days")],
  GAMMA: [
    n("net", "USD per 1 % move", "modeled net dealer gamma"),
    n("call", "USD per 1 % move", "call side"),
    n("put", "USD per 1 % move", "put side"),
    n("flip", "USD", "price at which the modeled gamma crosses zero"),
  ],
} as const satisfies Record<string, readonly Field[]>;

const spec = (parameters: readonly Parameter[], fields: readonly Field[]): FunctionSpec => ({ parameters: [...parameters, field(fields)], fields });
const path = (parameters: readonly Parameter[], fields: readonly Field[]): FunctionSpec => ({ ...spec(parameters, fields), pathOnly: true });

/** The 25 functions of the specification in its order, then the 8 that only sheet paths name. */
export const FUNCTIONS = {
  REGIME: spec([], FIELDS.REGIME),
  SIGNAL: {
    parameters: [ticker("NVDA"), field(FIELDS.SIGNAL), { name: "days", kind: "integer", min: 1, max: 365, fallback: 30, example: "30" }],
    fields: FIELDS.SIGNAL,
  },
  PRICE: spec([ticker("AAPL")], FIELDS.PRICE),
  FRED: spec([named("series_id", "a curated series", "DGS10")], FIELDS.FRED),
  FREDH: spec([named("series_id", "a curated series", "DGS10"), { name: "date", kind: "date", bareYear: false, example: "2024-06-25" }], FIELDS.FREDH),
  WHALE: spec([named("asset", "an asset", "BTC")], FIELDS.WHALE),
  BIS: spec([named("country", "a country", "DE"), { name: "indicator", kind: "choice", of: INDICATORS, example: "cpi" }], FIELDS.BIS),
  FILING: {
    parameters: [
      ticker("AAPL"),
      named("metric", "a metric", "latest", false),
      { name: "field", kind: "choice", of: FIELDS.FILING.map((f) => f.name), fallback: "", example: "form" },
    ],
    fields: FIELDS.FILING,
  },
  OSINT: {
    parameters: [
      { name: "keyword", kind: "text", max: 80, what: "words to look for", example: "semiconductor" },
      { name: "hours", kind: "integer", min: 1, max: 720, fallback: 24, example: "24" },
    ],
    fields: [],
    result: { type: "number", unit: "count" },
  },
  LIQUIDITY: spec([], FIELDS.LIQUIDITY),
  NETLIQ: spec([], FIELDS.NETLIQ),
  ONCHAIN_RISK: spec([named("asset", "an asset", "BTC")], FIELDS.ONCHAIN_RISK),
  SMARTMONEY: { parameters: [ticker("NVDA")], fields: [], result: { type: "number", unit: "score" } },
  CONFLUENCE: spec([{ name: "symbol", kind: "ticker", example: "NVDA" }], FIELDS.CONFLUENCE),
  HOLDERS13F: spec([ticker("AAPL")], FIELDS.HOLDERS13F),
  SHORTINTEREST: spec([ticker("GME")], FIELDS.SHORTINTEREST),
  TRACKRECORD: {
    parameters: [
      named("signalType", "a signal type", "insider_cluster_buy", false),
      { name: "horizon", kind: "choice", of: HORIZONS, fallback: "30d", example: "30d" },
    ],
    fields: [],
    result: { type: "number", unit: "%" },
  },
  FUNDING: { parameters: [named("symbol", "a perpetual", "BTC")], fields: [], result: { type: "number", unit: "% per interval" } },
  CBRATE: spec([named("country", "a central bank's area", "CH")], FIELDS.CBRATE),
  YIELD: {
    parameters: [named("tenor", "a tenor", "10Y"), { name: "date", kind: "date", bareYear: true, optional: true, example: "2024-06-19" }],
    fields: [],
    result: { type: "number", unit: "%" },
  },
  MMRATE: spec([named("key", "a money-market rate", "SOFR")], FIELDS.MMRATE),
  RV: spec([ticker("MSFT"), { name: "metric", kind: "choice", of: RV_METRICS, example: "pe" }], FIELDS.RV),
  IPO: spec([{ name: "query", kind: "text", max: 80, what: "a ticker or a company name", example: "RDDT" }], FIELDS.IPO),
  ESI: spec([], FIELDS.ESI),
  FIN: {
    parameters: [ticker("AAPL"), named("item", "a line of the statements", "revenue", false), { name: "period", kind: "period", example: "FY2024" }],
    fields: [],
    result: { type: "number", unit: "varies" },
  },

  CHANGE: { parameters: [ticker("AAPL")], fields: [], result: { type: "number", unit: "%" }, pathOnly: true },
  VAR: { parameters: [ticker("AAPL")], fields: [], result: { type: "number", unit: "%" }, pathOnly: true },
  SHARPE: { parameters: [ticker("AAPL")], fields: [], result: { type: "number", unit: "ratio" }, pathOnly: true },
  INSIDER: path([ticker("AAPL")], FIELDS.INSIDER),
  CONGRESS: path([ticker("AAPL")], FIELDS.CONGRESS),
  ODDS: {
    parameters: [{ name: "market", kind: "text", max: 200, what: "a market id or words of its question", example: "dollar reserve currency" }],
    fields: [],
    result: { type: "number", unit: "probability" },
    pathOnly: true,
  },
  GAMMA: path([ticker("SPY")], FIELDS.GAMMA),
  ASOF: {
    parameters: [{ name: "entity", kind: "text", max: 200, what: "anything that another path takes", example: "AAPL" }],
    fields: [],
    result: { type: "date" },
    pathOnly: true,
  },
} as const satisfies Record<string, FunctionSpec>;

export type FunctionName = keyof typeof FUNCTIONS;
export const FUNCTION_NAMES = Object.keys(FUNCTIONS) as FunctionName[];
/** The 25 that a person can type as `SERVICE.<name>`. */
export const CELL_FUNCTIONS = FUNCTION_NAMES.filter((f) => !(FUNCTIONS[f] as FunctionSpec).pathOnly);

export const functionSpec = (name: FunctionName): FunctionSpec => FUNCTIONS[name];
export const isFunctionName = (name: string): name is FunctionName => Object.hasOwn(FUNCTIONS, name);
