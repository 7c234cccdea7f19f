import type { Argument } from "../../contract/arguments";
import type { FunctionName } from "../../contract/functions";
import type { Indicator } from "../../contract/vocabulary";
import type { SourceId } from "../records/attribution";
import { ageOfSeries, INDICATOR_AGES, type AgeName } from "../answers/maximum-age";

/**
 * What a field claims about time, and so how it is kept from showing an old value as a current one:
 * - `latest`: the newest value. Beyond its maximum age at the service's date the answer is `stale`.
 * - `last before`: the newest value on or before the day asked. Beyond its maximum age at that day the answer is `stale`, by the family.
 * - `asked`: the value of the day or period asked.
 * - `day`: names the day of the newest value, and always answers.
 * - `constant`: a property that does not age, such as a unit.
 * - `window`: counts back from the service's date; the family refuses a window that its rows do not reach.
 * - `parts`: computed from several inputs; the family holds each input to its own maximum age.
 * - `event`: a dated fact that stays true, such as the price of an offering.
 */
type TimeClaim = "latest" | "last before" | "asked" | "day" | "constant" | "window" | "parts" | "event";

interface FunctionAges {
  /** By field; `""` for a function without fields. */
  readonly fields: Readonly<Record<string, TimeClaim>>;
  /** The maximum age of `latest` and `last before` fields, by the question; an answer may name another one. */
  readonly age?: (args: readonly Argument[]) => AgeName;
  /** Sources whose rows are dated by another event than the value: there the day of the last fetch counts. A file from disk is no word of the source's. */
  readonly fetched?: readonly SourceId[];
  /** The field that gives the day of a value that is too old, for the sentence that says so. */
  readonly dayField?: string;
}

const all = <T extends string>(claim: TimeClaim, ...fields: readonly T[]): Record<T, TimeClaim> => Object.fromEntries(fields.map((f) => [f, claim])) as never;
const only = (claim: TimeClaim): FunctionAges["fields"] => ({ "": claim });
const closes = (): AgeName => "closes";

/** The claim of every field of every function; `fields` of a function without fields has the one name "". */
export const FIELD_AGES: Readonly<Record<FunctionName, FunctionAges>> = {
  REGIME: { fields: { ...all("parts", "label", "score", "conviction"), date: "day" } },
  SIGNAL: { fields: all("window", "type", "direction", "severity", "score", "headline", "date", "count", "age_days") },
  PRICE: { fields: { ...all("latest", "last", "change", "change_pct", "previous"), date: "day", currency: "constant" }, age: closes, dayField: "date" },
  FRED: {
    fields: { ...all("latest", "value", "previous", "change", "change_pct"), date: "day", ...all("constant", "unit", "title", "frequency") },
    age: ([id]) => ageOfSeries(String(id)),
    dayField: "date",
  },
  FREDH: { fields: { value: "asked", last: "last before", date: "day" }, age: ([id]) => ageOfSeries(String(id)), dayField: "date" },
  WHALE: { fields: all("window", "total_usd", "count", "inflow_usd", "outflow_usd", "net_usd", "largest_usd") },
  BIS: {
    fields: { ...all("latest", "value", "yoy"), period: "day", ...all("constant", "yoy_unit", "unit", "attribution") },
    age: ([, indicator]) => INDICATOR_AGES[indicator as Indicator],
    dayField: "period",
  },
  FILING: {
    fields: { ...all("latest", "value", "unit", "form", "accession", "url"), ...all("day", "period_end", "filed") },
    age: () => "annual_statement",
    dayField: "period_end",
  },
  OSINT: { fields: only("window") },
  LIQUIDITY: { fields: { ...all("parts", "value", "change_1w", "change_4w"), date: "day", inputs_missing: "constant" } },
  NETLIQ: {
    fields: {
      ...all("parts", "net", "change_1w", "balance_sheet", "reverse_repo", "tga", "reserves"),
      ...all("day", "net_date", "balance_sheet_date", "reverse_repo_date", "tga_date", "reserves_date"),
    },
  },
  ONCHAIN_RISK: { fields: { ...all("parts", "score", "level", "components"), date: "day" } },
  SMARTMONEY: { fields: only("parts") },
  CONFLUENCE: { fields: { ...all("parts", "score", "families", "direction", "kind"), date: "day" } },
  HOLDERS13F: { fields: { ...all("latest", "count", "value", "qoq"), quarter: "day" }, age: () => "holdings", dayField: "quarter" },
  SHORTINTEREST: {
    fields: {
      ...all("latest", "pctfloat", "pctshares", "days", "confidence", "source", "short_interest", "avg_daily_volume", "change_pct"),
      settlement_date: "day",
    },
    age: () => "short_interest",
    dayField: "settlement_date",
  },
  TRACKRECORD: { fields: only("event") },
  FUNDING: { fields: only("latest"), age: () => "funding" },
  CBRATE: {
    fields: { ...all("latest", "rate", "superseded_rate_pct", "rate_source", "stance", "last_change", "last_change_date"), date: "day" },
    age: () => "policy_rate",
    dayField: "date",
  },
  YIELD: { fields: only("last before"), age: () => "daily_series" },
  MMRATE: {
    fields: {
      ...all("latest", "rate", "volume_bn", "percentile_1", "percentile_99", "percentile_width_bps"),
      ...all("latest", "target_lower", "target_upper", "corridor_position_pct", "change_bps"),
      date: "day",
    },
    age: () => "daily_series",
    dayField: "date",
  },
  RV: { fields: all("parts", "value", "percentile", "peer_median", "peer_count", "peer_level", "rank", "refusal") },
  IPO: {
    fields: all(
      "event",
      ...(["form", "company", "filed", "price", "price_low", "price_high", "shares"] as const),
      ...(["proceeds", "exchange", "parse_confidence", "accession", "ipo_group_key"] as const),
    ),
  },
  ESI: { fields: all("window", "index", "inflation", "event_count", "thin", "date") },
  FIN: { fields: only("latest"), age: () => "annual_statement" },
  CHANGE: { fields: only("latest"), age: closes },
  VAR: { fields: only("latest"), age: closes },
  SHARPE: { fields: only("latest"), age: closes },
  INSIDER: { fields: all("window", "net", "value", "buy", "sell") },
  CONGRESS: { fields: all("window", "count", "net") },
  // Kalshi dates a market by the last change of its description, which no trade moves.
  ODDS: { fields: only("latest"), age: () => "odds", fetched: ["kalshi"] },
  GAMMA: { fields: all("latest", "net", "call", "put", "flip"), age: () => "options" },
  ASOF: { fields: only("day") },
};
