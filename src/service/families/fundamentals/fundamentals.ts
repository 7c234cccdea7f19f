import { addDays, isIsoDate, type IsoDate } from "../../../contract/dates";
import type { FieldName } from "../../../contract/functions";
import { andList, orList } from "../../../contract/nearest";
import { forCell } from "../../../contract/reason";
import { countsShares, type Metric, METRICS } from "../../../contract/vocabulary";
import { answering, type Answering, type ReasonText, SAMPLE, unknownReason } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { doubted } from "../../answers/doubted";
import { DAY, type EvaluateField, type Family, type FamilyAnswer } from "../../answers/family";
import { all } from "../../answers/field-ages";
import type { AgeName } from "../../answers/maximum-age";
import { countWith, namesWith } from "../../answers/published-rows";
import type { PublishedValue } from "../../answers/published-value";
import { instrumentOf, UNIVERSE } from "../../instruments/universe";
import { unknownTicker, whyUnknown } from "../../names/unknown";
import { type Split, splitWithDay } from "../../records/equities";
import type { StatedFigure } from "../../records/filings";
import { newestPublicDay } from "../../sample/public-rows";
import { endOfDay } from "../../time/time-zone";
import { basisDoubted, figureUnadjusted } from "../share-basis/doubt-in-words";
import { type Doubt, inShares, isDoubt, shareBasisSince, type Shares } from "../share-basis/share-basis";
import { publishedFilerOf, publishedFilers, publishedOn, publishedStatements } from "./published-statements";
import { type FiscalPeriod, type Statement, type Statements, unitOfMetric } from "./rows";
import { sampleFilings } from "./sample";

/** Generated statements have no splits: see docs/decisions.md. */
const SAMPLE_BASIS = "Sample figures count the newest shares.";

const listed = (splits: readonly Split[]): string => andList(splits.map(splitWithDay));

/** Shares of the service's day for one share of a published figure. */
const sharesFor = (context: Context, ticker: string, figure: StatedFigure): Shares | Doubt =>
  shareBasisSince(context, ticker, figure.served[0]).onDay(figure, context.clock.today());

/** The share basis of a figure as filed, in a sentence or two. A filing can count the shares of a split that is still to come. */
function asFiled(context: Context, ticker: string, figure: StatedFigure): string {
  const shares = sharesFor(context, ticker, figure);
  const today = context.clock.today();
  // Of a split that may not have taken place by the day, nothing is said: later filings show it.
  if (isDoubt(shares)) return shares.kind !== "jump" && shares.split.by > today ? "As filed." : `As filed. ${basisDoubted(shares)}`;
  if (shares.splits.length === 0) return "As filed.";
  const isPast = shares.splits.every(({ by }) => by <= today);
  return `As filed, ${isPast ? "before" : "on the other side of"} the ${listed(shares.splits)}. FIN with field split_adjusted adjusts it.`;
}

/** A published figure in the shares of the service's day. `since` is the day from which it has this value, if a split changed it. */
type Adjusted = { readonly value: number; readonly note: string; readonly since?: IsoDate } | { readonly unknown: ReasonText };

/** Converts a published per-share figure or share count to the shares of the service's day. */
function splitAdjusted(context: Context, ticker: string, figure: StatedFigure): Adjusted {
  const shares = sharesFor(context, ticker, figure);
  if (isDoubt(shares)) return { unknown: figureUnadjusted(shares) };
  const day = context.clock.today();
  const since = shares.splits
    .map(({ by }) => by)
    .filter((by) => by <= day)
    .sort()
    .pop();
  return {
    value: inShares(figure.metric, figure.served[1], shares),
    note: `On the share basis of ${day}${shares.splits.length > 0 ? `: ${listed(shares.splits)}` : ""}.`,
    ...(since === undefined ? {} : { since }),
  };
}

/** The moment from which an adjusted figure is public: that of the figure, or the start of the first day on the new shares. */
function publishedAdjusted(figure: PublishedValue | undefined, since: IsoDate | undefined): PublishedValue | undefined {
  if (!figure || since === undefined) return figure;
  // One second after the last moment of the day before.
  const at = endOfDay(addDays(since, -1)) + 1000;
  return at > figure.at ? { at, basis: "stated", firstUnknown: false } : figure;
}

/** Whether a line of a statement is adjusted for splits: null if its share basis is unknown or it is not stated. A sample figure counts the newest shares. */
export function adjustedFigure(context: Context, ticker: string, statement: Statement, metric: Metric): number | null {
  const figure = statement.statedFigure?.(metric);
  const adjusted = figure && splitAdjusted(context, ticker, figure);
  if (!adjusted) return statement.figure(metric) ?? null;
  return "unknown" in adjusted ? null : adjusted.value;
}

/** The splits between the filings of these figures and the service's day, in words; undefined if there is none. */
export function splitsSince(context: Context, ticker: string, figures: readonly StatedFigure[]): string | undefined {
  const words = figures.flatMap((figure) => {
    const shares = sharesFor(context, ticker, figure);
    return isDoubt(shares) ? [] : shares.splits.map(splitWithDay);
  });
  return words.length > 0 ? andList([...new Set(words)]) : undefined;
}

/** The symbols with sample statements: all but funds. */
export const FILING_TICKERS = UNIVERSE.filter((i) => i.instrumentType !== "etf").map((i) => i.ticker);
const known = namesWith(FILING_TICKERS, publishedFilers);
type Field = FieldName<"FILING">;

const tickerOf = (symbol: string): string => instrumentOf(symbol)?.ticker ?? symbol;

/** Statements of a ticker filed by the service's date: published ones if any are imported, else sample ones. Undefined for an unknown ticker. */
export function statementsFor(context: Context, ticker: string): Statements | undefined {
  const filer = publishedFilerOf(context, tickerOf(ticker));
  if (filer) return publishedStatements(context, filer);
  const instrument = instrumentOf(ticker);
  return instrument && sampleFilings(instrument, newestPublicDay("statement", context.clock));
}

function span(rows: readonly FiscalPeriod[]): string {
  const named = (some: readonly FiscalPeriod[]): string =>
    some.length < 2 ? (some[0]?.period ?? "") : `${some[0]?.period} to ${some[some.length - 1]?.period}`;
  // Periods named by a day are none of the four quarters of a fiscal year.
  const parts = rows.filter((s) => !s.annual && !isIsoDate(s.period));
  const [quarters, transitions] = [parts.filter((s) => !isTransition(s)), parts.filter(isTransition)];
  const change = transitions.length > 0 ? `; the fiscal year changed in ${orList(transitions.map((s) => s.period))}` : "";
  const years = named(rows.filter((s) => s.annual));
  return `${years}${years && quarters.length > 0 ? " and " : ""}${quarters.length > 0 ? named(quarters) : ", full years only"}${change}`;
}

const isTransition = ({ period }: FiscalPeriod): boolean => period.endsWith("T");

function noPeriod(say: Answering, rows: readonly FiscalPeriod[], ticker: string, period: string): FamilyAnswer {
  const ends = isIsoDate(period) ? ` The periods nearest to it end on ${orList(nearestEnds(rows, period))}.` : "";
  return say.reason("no_period", {
    short: forCell`No filing of ${ticker} covers ${period}.`,
    full: `No filing of ${ticker} covers ${period}. Known periods: ${span(rows)}.${ends}`,
  });
}

function nearestEnds(rows: readonly FiscalPeriod[], day: IsoDate): string[] {
  const ends = [...new Set(rows.map((s) => s.periodEnd))].sort();
  return [ends.filter((e) => e < day).pop(), ends.find((e) => e > day)].filter((e) => e !== undefined);
}

type OnStatements<N extends string> = (statements: Statements, say: Answering, args: readonly (string | null)[], context: Context, field: N) => FamilyAnswer;

const withStatements =
  <N extends string>(then: OnStatements<N>): EvaluateField<N> =>
  (args, context, field) => {
    const ticker = String(args[0]);
    const statements = statementsFor(context, ticker);
    if (!statements) return unknownReason(answering(SAMPLE, DAY), unknownTicker(ticker, known(context), context));
    const say = answering(statements, DAY);
    if (statements.sample && instrumentOf(ticker)?.instrumentType === "etf")
      return say.reason("not_covered", {
        short: `${ticker} is a fund: no such statements.`,
        full: `${ticker} is a fund and files no statements of this kind. Use a company's ticker.`,
      });
    const texts = args.map((a) => (a === null ? null : String(a)));
    return then(statements, say, texts, context, field);
  };

function noStatement(say: Answering, statements: Statements, ticker: string, today: IsoDate): FamilyAnswer {
  if (statements.periods().length > 0)
    return say.reason("no_filing", {
      short: `${ticker} has filed no full fiscal year yet.`,
      full: `${ticker} has filed no full fiscal year yet. FIN with a quarter such as 2024Q1 reads its quarters.`,
    });
  return statements.latestFiling()
    ? say.reason("not_covered", {
        short: `The figures of ${ticker}'s filings are not loaded.`,
        full: `The list of ${ticker}'s filings is loaded, but not their figures. Import its company facts from the SEC.`,
      })
    : say.reason("no_filing", {
        short: `No filing of ${ticker} is known by ${today}.`,
        full: `No filing of ${ticker} is known by ${today}. Use a later date, or import its company facts from the SEC.`,
      });
}

const metricOf = (name: string): Metric | undefined => METRICS.find((m) => m === name);

/** The reason for a figure that the filing does not state. It is unknown, not zero. */
export const notStated = (ticker: string, s: Statement, metric: Metric): ReasonText => ({
  short: `Not stated: ${metric}, ${s.period} ${s.filing.form}.`,
  full: `The ${s.filing.form} of ${ticker} for ${s.period} does not state ${metric}. This does not mean zero.`,
});

/** One line of a statement. A line that counts shares says on which share basis it is. */
function figure(context: Context, say: Answering, ticker: string, s: Statement, metric: Metric, field: FieldName<"FIN"> = "value"): FamilyAnswer {
  const value = s.figure(metric);
  if (value === undefined) return say.reasonOn(s.periodEnd, "not_stated", notStated(ticker, s, metric));
  const published = s.publishedOf?.(metric);
  // Assigned, because a copy would cost as much as the rest of the cell.
  const answer = (of: number, note?: string, at = published): FamilyAnswer =>
    doubted(
      Object.assign(say.number(of, unitOfMetric(metric, s.currency), s.periodEnd), { published: at }, note === undefined ? undefined : { note }),
      s.doubtOf?.(metric),
    );
  if (!countsShares(metric)) return answer(value, field === "value" ? undefined : "An amount: splits do not change it.");
  const stated = s.statedFigure?.(metric);
  if (!stated) return answer(value, SAMPLE_BASIS);
  const symbol = tickerOf(ticker);
  switch (field) {
    case "value":
      return answer(value, asFiled(context, symbol, stated));
    case "split_adjusted": {
      const adjusted = splitAdjusted(context, symbol, stated);
      if ("unknown" in adjusted) return say.reasonOn(s.periodEnd, "share_basis_unknown", adjusted.unknown);
      return answer(adjusted.value, adjusted.note, publishedAdjusted(published, adjusted.since));
    }
  }
}

const fin: OnStatements<FieldName<"FIN">> = (statements, say, [tickerIn, item, period], context, field) => {
  const ticker = String(tickerIn);
  const metric = metricOf(String(item));
  if (!metric) return unknownReason(say, whyUnknown("metric", String(item), METRICS));
  const found = period ? statements.of(period) : statements.latestYear();
  if (found) {
    const answer = figure(context, say, ticker, found, metric, field);
    return period ? Object.assign(answer, { claim: "asked" } as const) : answer;
  }
  const rows = period ? statements.periods() : [];
  return period && rows.length > 0 ? noPeriod(say, rows, ticker, period) : noStatement(say, statements, ticker, context.clock.today());
};

type ReportedFiling = NonNullable<ReturnType<Statements["latestFiling"]>>;
const FACTS = {
  form: (say, { filing, periodEnd }) => say.text(filing.form, periodEnd),
  filed: (say, { filing, periodEnd }) => say.date(filing.filed, periodEnd),
  period_end: (say, { periodEnd }) => say.date(periodEnd, periodEnd),
  accession: (say, { filing, periodEnd }) => say.text(filing.accession, periodEnd),
  url: (say, { filing, periodEnd }) => say.text(filing.url, periodEnd),
} as const satisfies Partial<Record<Field, (say: Answering, of: ReportedFiling) => FamilyAnswer>>;
type LatestField = keyof typeof FACTS;
const isLatestField = (field: Field): field is LatestField => field in FACTS;
const ofFiling = (say: Answering, of: ReportedFiling, field: LatestField): FamilyAnswer =>
  Object.assign(FACTS[field](say, of), { published: publishedOn(of.filing.filed) });

/** Foreign filers report once a year (20-F, 40-F), others every quarter. */
const reportAge = (form: string): AgeName => (/^[24]0-F/.test(form) ? "annual_statement" : "periodic_report");

const filing: OnStatements<Field> = (statements, say, [tickerIn, name, typed], context, field) => {
  const ticker = String(tickerIn);
  const today = context.clock.today();
  if (name === "latest") {
    // The default field, value, does not apply to a filing as a whole.
    const latestField = typed === null || typed === undefined ? "form" : field;
    if (!isLatestField(latestField))
      return say.reason("bad_argument", {
        short: forCell`Metric latest has no field ${latestField}.`,
        full: `Metric latest has ${orList(Object.keys(FACTS))}, not ${latestField}. Name a metric such as revenue for its ${latestField}.`,
      });
    const newest = statements.latestFiling();
    if (newest) return { ...ofFiling(say, newest, latestField), ageName: reportAge(newest.filing.form) };
    if (statements.periods().length === 0) return noStatement(say, statements, ticker, today);
    return say.reason("no_filing", {
      short: `${ticker} has filed no annual or quarterly report yet.`,
      full: `${ticker} has filed no annual or quarterly report by ${today}. A metric such as revenue names the filing that states it.`,
    });
  }
  const metric = metricOf(String(name));
  if (!metric) return unknownReason(say, whyUnknown("metric", String(name), METRICS));
  const year = statements.latestYear();
  if (!year) return noStatement(say, statements, ticker, today);
  if (isLatestField(field)) return ofFiling(say, { filing: year.filingOf(metric), periodEnd: year.periodEnd }, field);
  return field === "value"
    ? figure(context, say, ticker, year, metric)
    : { ...say.text(unitOfMetric(metric, year.currency), year.periodEnd), published: publishedOn(year.filing.filed) };
};

const covered = (context: Context): number => countWith(FILING_TICKERS, publishedFilers, context);

/**
 * Lines of the financial statements, in the filer's own currency. FIN reads any filed period. FILING reads the latest full fiscal year, or with `latest` the newest
 * report, quarterly ones included.
 */
export const fundamentals: Family = {
  name: "fundamentals",
  functions: {
    FIN: {
      evaluate: withStatements(fin),
      ages: { fields: all("latest", "value", "split_adjusted"), age: () => "annual_statement" },
      universe: covered,
    },
    FILING: {
      evaluate: withStatements(filing),
      ages: {
        fields: { ...all("latest", "value", "unit", "form", "accession", "url"), ...all("day", "period_end", "filed") },
        age: () => "annual_statement",
        dayField: "period_end",
      },
      universe: covered,
    },
  },
  rows: publishedFilers,
  isPublished: ([ticker], context) => publishedFilerOf(context, tickerOf(String(ticker))) !== undefined,
};
