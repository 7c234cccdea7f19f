import { addDays, type IsoDate } from "../../../src/contract/dates";
import { functionSpec, type FunctionName, type Parameter } from "../../../src/contract/functions";
import { SERIES_IDS } from "../../../src/contract/series";
import { SIGNAL_TYPES } from "../../../src/contract/listed/signals";
import { BANKS, METRICS, RATE_KEYS, RV_METRICS, TENOR_CHOICES } from "../../../src/contract/vocabulary";
import { COINS, integer, KEYWORDS, MARKETS, oneOf, TICKERS, type Random } from "./random-rows";

export type Value = string | number | null;
export interface Question {
  readonly fn: FunctionName;
  readonly args: readonly Value[];
}

const NAMES: { readonly [F in FunctionName]?: readonly string[] } = {
  FRED: SERIES_IDS,
  FREDH: SERIES_IDS,
  BIS: ["DE", "US"],
  OSINT: KEYWORDS,
  TRACKRECORD: SIGNAL_TYPES,
  FUNDING: COINS,
  CBRATE: ["US", "CH", ...BANKS.slice(0, 2)],
  YIELD: TENOR_CHOICES,
  MMRATE: RATE_KEYS,
  WHALE: COINS,
  ONCHAIN_RISK: COINS,
  ODDS: MARKETS,
  CONFLUENCE: [...TICKERS, ...COINS],
  ASOF: [...TICKERS, "DGS10", "CPIAUCSL", "BTC", "CH", "SOFR", "10Y", "KXRATE-25"],
};
const SECOND: Readonly<Record<string, readonly string[]>> = { item: METRICS.slice(0, 30), metric: ["latest", ...METRICS.slice(0, 30)] };

function argument(fn: FunctionName, p: Parameter, place: number, today: IsoDate, random: Random): Value {
  switch (p.kind) {
    case "choice":
      return oneOf(random, p.of);
    case "integer":
      return random() < 0.5 ? p.fallback : integer(random, p.min, Math.min(p.max, 90));
    case "date":
      return p.optional && random() < 0.4 ? null : addDays(today, -integer(random, 0, random() < 0.5 ? 8 : 400));
    case "period":
      return oneOf(random, [null, `FY${Number(today.slice(0, 4)) - 1}`, `${today.slice(0, 4)}Q1`, `${Number(today.slice(0, 4)) - 1}Q3`]);
    default:
      return oneOf(random, place === 0 ? (NAMES[fn] ?? TICKERS) : fn === "RV" ? RV_METRICS : (SECOND[p.name] ?? TICKERS));
  }
}

/** A random question of a function about a day. */
export const questionOf = (fn: FunctionName, today: IsoDate, random: Random): Question => ({
  fn,
  args: functionSpec(fn).parameters.map((p, place) => argument(fn, p, place, today, random)),
});
