import type { Argument } from "../../../contract/arguments";
import type { FunctionName } from "../../../contract/functions";
import { SCREENER_FIELDS } from "../../../contract/screener";
import { forCell } from "../../../contract/reason";
import { answering, NO_ROWS } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { DAY, isReason, type Answer } from "../../answers/family";
import { inSlices } from "../in-slices";
import { readSymbolNames } from "../symbol-names";
import { congressNetFor } from "../congress/congress";
import { FAMILIES, evaluatorOf } from "../families";
import { flipDistanceOf } from "../gamma/gamma";
import { publishedInstrument } from "../of-instrument";
import { marketValueOf } from "../relative-value/relative-value";
import { averageNetScore, signalsFor } from "../signals/signals";
import { isSampleShown } from "../sample-switch";
import type { SignalRow } from "../signals/rows";
import { instrumentOf, TICKERS, type Instrument } from "../../instruments/universe";

/** Levels of the ordinal fields, lowest first. */
export const LEVELS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  SCREENER_FIELDS.flatMap(({ name, type, choices }) => (type === "ordinal" ? [[name, choices]] : [])),
);

/** Regimes under which an issuer reports, by the form of its newest report. */
const REGIMES = { us_domestic: /^10-/, foreign_private_issuer: /^(20-F|6-K)/, canadian_mjds: /^40-F/ } as const;

/** The window of the signals, as by default in SIGNAL, and the longest one, for the age of the latest. */
const SIGNAL_DAYS = 30;
const MOST_SIGNAL_DAYS = 365;
const CONGRESS_DAYS = 30;

/** The functions whose answers make a row. */
const FUNCTIONS = [
  "PRICE", "SIGNAL", "SMARTMONEY", "INSIDER", "CONGRESS", "HOLDERS13F", "SHORTINTEREST", "GAMMA", "FIN", "FILING", "RV",
] as const satisfies readonly FunctionName[]; // prettier-ignore
type Fn = (typeof FUNCTIONS)[number];

const ROWS_OF = new Map(FUNCTIONS.map((fn) => [fn, FAMILIES.find(({ functions }) => fn in functions)?.rows] as const));
const SAMPLE_TICKERS: ReadonlySet<string> = new Set(TICKERS);

/** One symbol, and how its figures are asked for. */
export interface Subject {
  readonly context: Context;
  readonly ticker: string;
  readonly instrument: Instrument;
  /** True if the symbol is in the service's own list, which knows its kind and sector. */
  readonly listed: boolean;
  ask(fn: Fn, ...args: readonly Argument[]): Answer;
}

const say = answering(NO_ROWS, DAY);

/** Every symbol that a function may have a figure of, in alphabetical order, and the functions that may. */
export async function subjectsOf(context: Context): Promise<readonly Subject[]> {
  await readSymbolNames(context);
  const published = new Map<Fn, ReadonlySet<string>>();
  await inSlices(context, FUNCTIONS, (fn) => void published.set(fn, ROWS_OF.get(fn)?.names(context) ?? new Set<string>()));
  const hasSample = isSampleShown(context);
  const tickers = new Set([...(hasSample ? TICKERS : []), ...[...published.values()].flatMap((names) => [...names])]);
  return [...tickers].sort().map((ticker): Subject => ({
    context,
    ticker,
    instrument: instrumentOf(ticker) ?? publishedInstrument(ticker),
    listed: SAMPLE_TICKERS.has(ticker),
    ask: (fn, ...args) =>
      // A function searches all names for one like an unknown one, which takes long for thousands of them.
      SAMPLE_TICKERS.has(ticker) || published.get(fn)!.has(ticker)
        ? evaluatorOf(fn)!([ticker, ...args], context)
        : say.reason("not_covered", forCell`Nothing is loaded for this on ${ticker}.`),
  }));
}

/** Text that describes the symbol itself. It is no figure: it has no source and no day. */
const described = (text: string, { context }: Subject): Answer => say.text(text, context.clock.today());
const unknown = (reason: string): Answer => say.reason("not_covered", reason);

function regime(subject: Subject): Answer {
  const form = subject.ask("FILING", "latest", "form");
  if (isReason(form)) return form;
  const [found] = Object.entries(REGIMES).find(([, of]) => of.test(String(form.value))) ?? [];
  return found === undefined ? unknown(forCell`Form ${String(form.value)} does not tell the regime.`) : { ...form, value: found };
}

/** A figure of the signals in the window. Without signals the reason is that of SIGNAL. */
function ofSignals(subject: Subject, figure: (rows: readonly SignalRow[]) => number | string | undefined): Answer {
  const score = subject.ask("SIGNAL", "score", SIGNAL_DAYS);
  if (isReason(score)) return score;
  const value = figure(signalsFor(subject.context, subject.instrument, SIGNAL_DAYS).rows);
  return value === undefined
    ? say.reason("no_signal", "No signal in the window.")
    : { ...score, value, ...(typeof value === "string" ? { unit: undefined } : {}) };
}

const highest = (rows: readonly SignalRow[]): string | undefined =>
  LEVELS["signal_max_severity"]!.filter((level) => rows.some((s) => s.severity === level)).at(-1);

/** The net of CONGRESS over a shorter window. */
function congressNet(subject: Subject): Answer {
  const net = subject.ask("CONGRESS", "net");
  if (isReason(net)) return net;
  const value = congressNetFor(subject.context, subject.ticker, CONGRESS_DAYS);
  return value === undefined ? say.reason("no_trades", `No disclosed trade in the last ${CONGRESS_DAYS} days.`) : { ...net, value };
}

function revenue(subject: Subject): Answer {
  const stated = subject.ask("FIN", "revenue", null);
  return isReason(stated) || stated.unit === "USD" ? stated : unknown(forCell`Reported in ${stated.unit ?? "an unknown currency"}, not converted.`);
}

type Column = (subject: Subject) => Answer;
const cell =
  (fn: Fn, ...args: readonly Argument[]): Column =>
  ({ ask }) =>
    ask(fn, ...args);

/** How each field of the screener is read. A figure is the answer of the function that shows it in a cell, or computed by that function's family. */
export const SCREENER_COLUMNS: Readonly<Record<string, Column>> = {
  sector: (s) => (s.listed ? described(s.instrument.sector, s) : unknown("No source of sectors is loaded.")),
  // Only symbols of US exchanges are served.
  country: (s) => described("US", s),
  country_operating: () => unknown("No source of countries of operation is loaded."),
  instrument_type: (s) => (s.listed ? described(s.instrument.instrumentType, s) : unknown("No source of instrument types is loaded.")),
  reporting_regime: regime,
  market_cap: (s) => marketValueOf(s.context, s.instrument, s.ask("RV", "ps", "value")),
  last_price: cell("PRICE", "last"),
  signal_total_count: cell("SIGNAL", "count", SIGNAL_DAYS),
  signal_avg_net_score: (s) => ofSignals(s, averageNetScore),
  latest_alert_age_days: cell("SIGNAL", "age_days", MOST_SIGNAL_DAYS),
  signal_max_severity: (s) => ofSignals(s, highest),
  smart_money_score: cell("SMARTMONEY"),
  insider_net_30d: cell("INSIDER", "net"),
  congress_net_30d: congressNet,
  inst_holders_qoq_delta: cell("HOLDERS13F", "qoq"),
  short_pct_float: cell("SHORTINTEREST", "pctfloat"),
  short_pct_shares_outstanding: cell("SHORTINTEREST", "pctshares"),
  short_days_to_cover: cell("SHORTINTEREST", "days"),
  short_float_confidence: cell("SHORTINTEREST", "confidence"),
  net_gex: cell("GAMMA", "net"),
  gamma_flip_distance_pct: (s) => flipDistanceOf(s.context, s.instrument, s.ask("GAMMA", "flip")),
  active_red_flags: () => unknown("The text of annual reports is not read."),
  revenue_latest: revenue,
  pe: cell("RV", "pe", "value"),
  ps: cell("RV", "ps", "value"),
  pb: cell("RV", "pb", "value"),
  ev_to_revenue: cell("RV", "ev_to_revenue", "value"),
  ev_to_operating_income: cell("RV", "ev_to_operating_income", "value"),
  fcf_yield: cell("RV", "fcf_yield", "value"),
  dividend_yield: cell("RV", "dividend_yield", "value"),
  net_debt_to_ocf: cell("RV", "net_debt_to_ocf", "value"),
};

/** Fields that describe a symbol. A symbol of which nothing else is known is not listed. */
export const DESCRIPTIONS: ReadonlySet<string> = new Set(["sector", "country", "country_operating", "instrument_type", "reporting_regime"]);
