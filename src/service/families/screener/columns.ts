import type { Argument } from "../../../contract/arguments";
import type { FunctionName } from "../../../contract/functions";
import type { ScreenerField } from "../../../contract/screener";
import { forCell } from "../../../contract/reason";
import { answering, NO_ROWS } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { DAY, isReason, type FamilyAnswer } from "../../answers/family";
import { inSlices } from "../in-slices";
import { readSymbolNames } from "../signals/evidence";
import { congressNetFor } from "../congress/congress";
import { FAMILIES, evaluatorOf } from "../families";
import { flipDistanceOf } from "../gamma/gamma";
import { publishedInstrument } from "../of-instrument";
import { marketValueOf } from "../relative-value/relative-value";
import { averageNetScore, signalsFor } from "../signals/signals";
import { isSampleShown } from "../sample-switch";
import type { SignalRow } from "../signals/rows";
import { instrumentOf, TICKERS, UNIVERSE, type Instrument } from "../../instruments/universe";

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
  ask(fn: Fn, ...args: readonly Argument[]): FamilyAnswer;
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
const described = (text: string, { context }: Subject): FamilyAnswer => say.text(text, context.clock.today());
const unknown = (reason: string): FamilyAnswer => say.reason("not_covered", reason);

function regime(subject: Subject): FamilyAnswer {
  const form = subject.ask("FILING", "latest", "form");
  if (isReason(form)) return form;
  const [found] = Object.entries(REGIMES).find(([, of]) => of.test(String(form.value))) ?? [];
  return found === undefined ? unknown(forCell`Form ${String(form.value)} does not tell the regime.`) : { ...form, value: found };
}

/** A figure of the signals in the window. Without signals the reason is that of SIGNAL. */
function ofSignals(subject: Subject, figure: (rows: readonly SignalRow[]) => number | string | undefined): FamilyAnswer {
  const score = subject.ask("SIGNAL", "score", SIGNAL_DAYS);
  if (isReason(score)) return score;
  const value = figure(signalsFor(subject.context, subject.instrument, SIGNAL_DAYS).rows);
  return value === undefined
    ? say.reason("no_signal", "No signal in the window.")
    : { ...score, value, ...(typeof value === "string" ? { unit: undefined } : {}) };
}

const SEVERITIES = ["low", "medium", "high", "critical"] as const;
const highest = (rows: readonly SignalRow[]): string | undefined => SEVERITIES.filter((level) => rows.some((s) => s.severity === level)).at(-1);

/** The net of CONGRESS over a shorter window. */
function congressNet(subject: Subject): FamilyAnswer {
  const net = subject.ask("CONGRESS", "net");
  if (isReason(net)) return net;
  const value = congressNetFor(subject.context, subject.ticker, CONGRESS_DAYS);
  return value === undefined ? say.reason("no_trades", `No disclosed trade in the last ${CONGRESS_DAYS} days.`) : { ...net, value };
}

function revenue(subject: Subject): FamilyAnswer {
  const stated = subject.ask("FIN", "revenue", null);
  return isReason(stated) || stated.unit === "USD" ? stated : unknown(forCell`Reported in ${stated.unit ?? "an unknown currency"}, not converted.`);
}

const SECTORS = [...new Set(UNIVERSE.map(({ sector }) => sector))];

/** One field of the screener, from the specification. Fields that it marks `withheld` are not listed, because their licence forbids it. */
interface DeclaredColumn extends Omit<ScreenerField, "choices" | "words"> {
  readonly choices?: readonly string[];
  /** More words by which it is found. */
  readonly words?: string;
  /** A condition for the registry, if not the first value or level, or 10. */
  readonly example?: string;
  /** True if it describes the symbol. A symbol of which nothing else is known is not listed. */
  readonly describes?: true;
  /** The function whose coverage is its number of symbols. */
  readonly countedIn: FunctionName;
  /** Its value: the answer of the function that shows it in a cell, or computed by that function's family. */
  readonly read: (subject: Subject) => FamilyAnswer;
}

const NUMBER = ["gte", "lte", "gt", "lt", "eq", "between"];
const VALUATION = ["gte", "lte", "gt", "lt", "between"];
const ENUM = ["eq", "in", "nin"];

type Shared = Pick<DeclaredColumn, "group" | "type" | "operators" | "countedIn">;
type Shown = Required<Pick<DeclaredColumn, "read" | "countedIn" | "like">>;
type Entry = readonly [label: string, about: string, value: Shown | DeclaredColumn["read"], more?: Partial<DeclaredColumn>];
const of = (shared: Shared, columns: Readonly<Record<string, Entry>>): DeclaredColumn[] =>
  Object.entries(columns).map(([name, [label, about, value, more]]) => ({
    name, ...shared, label, about, ...(typeof value === "function" ? { read: value } : value), ...more,
  })); // prettier-ignore

/** The answer of a function. */
const cell = (fn: Fn, ...args: readonly [field?: string, ...more: Argument[]]): Shown => ({
  read: ({ ask }) => ask(fn, ...(args as readonly Argument[])),
  countedIn: fn,
  like: args[0] === undefined ? [`SERVICE.${fn}`] : [`SERVICE.${fn}`, args[0]],
});
/** The answer of a function that cells reach by a path only. */
const onPath = (path: string, fn: Fn, field: string): Shown => ({ ...cell(fn, field), like: ["SERVICE", path] });

/** All fields of the screener. `npm run generate` lists them for clients. */
export const DECLARED_COLUMNS: readonly DeclaredColumn[] = [
  ...of(
    { group: "market", type: "enum", operators: ENUM, countedIn: "PRICE" },
    {
      sector: [
        "Sector",
        "sector",
        (s) => (s.listed ? described(s.instrument.sector, s) : unknown("No source of sectors is loaded.")),
        { choices: SECTORS, describes: true },
      ],
      // Only symbols of US exchanges are served.
      country: ["Country", "country of listing, two letters such as US", (s) => described("US", s), { describes: true }],
      country_operating: [
        "Operating country",
        "country of operations, two letters such as US",
        () => unknown("No source of countries of operation is loaded."),
        { describes: true },
      ],
      instrument_type: [
        "Instrument",
        "kind of instrument",
        (s) => (s.listed ? described(s.instrument.instrumentType, s) : unknown("No source of instrument types is loaded.")),
        { choices: ["common", "adr", "etf"], describes: true },
      ],
      reporting_regime: [
        "Reporting regime",
        "regime under which the issuer reports",
        regime,
        { choices: ["us_domestic", "foreign_private_issuer", "canadian_mjds"], describes: true },
      ],
    },
  ),
  ...of(
    { group: "market", type: "number", operators: NUMBER, countedIn: "PRICE" },
    {
      market_cap: [
        "Market cap",
        "market capitalisation, USD",
        (s) => marketValueOf(s.context, s.instrument, s.ask("RV", "ps", "value")),
        { unit: "USD", words: "market value", example: "gte:1e9", isWhole: true, like: ["SERVICE.FIN", "shares_outstanding"] },
      ],
      last_price: ["Last price", "last close, USD", cell("PRICE", "last"), { unit: "USD", isPrice: true }],
    },
  ),
  ...of(
    { group: "signals", type: "number", operators: NUMBER, countedIn: "SIGNAL" },
    {
      signal_total_count: ["Signals", "number of signals in the last 30 days", cell("SIGNAL", "count", SIGNAL_DAYS), { unit: "count" }],
      signal_avg_net_score: [
        "Average signal score",
        "average net score of the signals in the last 30 days",
        (s) => ofSignals(s, averageNetScore),
        { unit: "score", like: ["SERVICE.SIGNAL", "score"] },
      ],
      latest_alert_age_days: ["Age of latest alert", "days since the latest alert", cell("SIGNAL", "age_days", MOST_SIGNAL_DAYS), { unit: "days" }],
    },
  ),
  ...of(
    { group: "signals", type: "ordinal", operators: ["eq", "gte", "lte"], countedIn: "SIGNAL" },
    {
      signal_max_severity: [
        "Highest severity",
        "highest severity of a signal in the last 30 days",
        (s) => ofSignals(s, highest),
        { choices: SEVERITIES, like: ["SERVICE.SIGNAL", "severity"] },
      ],
    },
  ),
  ...of(
    { group: "positioning", type: "number", operators: NUMBER, countedIn: "SHORTINTEREST" },
    {
      smart_money_score: ["Smart-money score", "smart-money composite, -100 to 100", cell("SMARTMONEY"), { unit: "score" }],
      insider_net_30d: [
        "Insider net, 30 days",
        "insiders' open-market purchases less sales over 30 days, USD",
        onPath("insider.net", "INSIDER", "net"),
        { unit: "USD" },
      ],
      congress_net_30d: [
        "Congress net, 30 days",
        "purchases less sales by members of Congress over 30 days",
        congressNet,
        { unit: "count", countedIn: "CONGRESS", like: ["SERVICE", "congress.net"] },
      ],
      inst_holders_qoq_delta: [
        "13F holders, change",
        "13F holders that added shares less those that reduced, over the quarter",
        cell("HOLDERS13F", "qoq"),
        { unit: "count" },
      ],
      short_pct_float: ["Short % of float", "short interest, percent of float", cell("SHORTINTEREST", "pctfloat"), { unit: "%" }],
      short_pct_shares_outstanding: ["Short % of shares", "short interest, percent of shares outstanding", cell("SHORTINTEREST", "pctshares"), { unit: "%" }],
      short_days_to_cover: [
        "Days to cover",
        "days to cover short interest: shares sold short / average daily volume",
        cell("SHORTINTEREST", "days"),
        { unit: "days" },
      ],
    },
  ),
  ...of(
    { group: "positioning", type: "ordinal", operators: ["gte", "lte", "gt", "lt", "eq"], countedIn: "SHORTINTEREST" },
    {
      short_float_confidence: [
        "Float confidence",
        "confidence in the float of short interest",
        cell("SHORTINTEREST", "confidence"),
        { choices: ["low", "medium", "high"] },
      ],
    },
  ),
  ...of(
    { group: "options", type: "number", operators: NUMBER, countedIn: "GAMMA" },
    {
      net_gex: ["Net gamma", "modeled net gamma exposure of dealers", onPath("gamma.net", "GAMMA", "net"), { unit: "USD per 1 % move" }],
      gamma_flip_distance_pct: [
        "Distance to gamma flip",
        "distance of the price from the gamma flip, percent",
        (s) => flipDistanceOf(s.context, s.instrument, s.ask("GAMMA", "flip")),
        { unit: "%", like: ["SERVICE", "gamma.flip"] },
      ],
    },
  ),
  ...of(
    { group: "fundamentals", type: "number", operators: NUMBER, countedIn: "FILING" },
    {
      active_red_flags: [
        "Red flags",
        "going-concern and material-weakness count",
        () => unknown("The text of annual reports is not read."),
        { unit: "count", like: ["SERVICE.SIGNAL", "type"] },
      ],
      revenue_latest: ["Revenue", "latest revenue, USD", revenue, { unit: "USD", isWhole: true, like: ["SERVICE.FIN", "revenue"] }],
    },
  ),
  ...of(
    { group: "valuation", type: "number", operators: VALUATION, countedIn: "RV" },
    {
      pe: ["P/E", "price/earnings: latest close / diluted EPS of the fiscal year", cell("RV", "pe", "value"), { unit: "ratio" }],
      ps: ["P/S", "price/sales: market cap / revenue of the fiscal year", cell("RV", "ps", "value"), { unit: "ratio" }],
      pb: ["P/B", "price/book: market cap / book equity", cell("RV", "pb", "value"), { unit: "ratio" }],
      ev_to_revenue: ["EV/revenue", "enterprise value / revenue", cell("RV", "ev_to_revenue", "value"), { unit: "ratio" }],
      ev_to_operating_income: ["EV/operating income", "enterprise value / operating income", cell("RV", "ev_to_operating_income", "value"), { unit: "ratio" }],
      fcf_yield: ["FCF yield", "free cash flow / market cap, percent", cell("RV", "fcf_yield", "value"), { unit: "%" }],
      dividend_yield: ["Dividend yield", "dividend yield, percent", cell("RV", "dividend_yield", "value"), { unit: "%" }],
      net_debt_to_ocf: ["Net debt/OCF", "net debt / operating cash flow", cell("RV", "net_debt_to_ocf", "value"), { unit: "ratio" }],
    },
  ),
];

/** Levels of the ordinal fields, lowest first. */
export const LEVELS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  DECLARED_COLUMNS.flatMap(({ name, type, choices = [] }) => (type === "ordinal" ? [[name, choices]] : [])),
);
