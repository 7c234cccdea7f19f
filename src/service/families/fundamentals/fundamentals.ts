import { isIsoDate, type IsoDate } from "../../../contract/dates";
import { nearest, orList } from "../../../contract/nearest";
import type { Unit } from "../../../contract/units";
import { METRICS, type Metric } from "../../../contract/vocabulary";
import { answering, sampled, type Answering, type Sourced } from "../answering";
import { instrumentOf, UNIVERSE, unknownTicker, type Instrument } from "../../sample/universe";
import { DAY, type Answer, type Context, type Evaluate, type Family } from "../family";
import { PER_SHARE_METRICS, SHARE_METRICS, type Statement } from "./rows";
import { sampleFiscalYears, sampleStatements } from "./sample";

const COVERED = UNIVERSE.filter((i) => i.instrumentType !== "etf").length;
const LATEST_FIELDS = ["form", "filed", "period_end", "accession", "url"];

/** The statements filed by the clock's day, by period end. Where a period was filed twice, the later filing stands last. */
export function statementsFor({ clock }: Context, ticker: string): Sourced<readonly Statement[]> {
  const instrument = instrumentOf(ticker);
  return sampled(instrument ? sampleStatements(instrument, clock.today()) : []);
}

/** The last full fiscal years filed by the clock's day, oldest first; fewer where fewer were filed, none for a fund. */
export function fiscalYearsFor({ clock }: Context, instrument: Instrument, most: number): Sourced<readonly Statement[]> {
  return sampled(instrument.instrumentType === "etf" ? [] : sampleFiscalYears(instrument, clock.today(), most));
}

/** The unit in which a metric of this statement is stated. */
export function unitOf(metric: Metric, { currency }: Statement): Unit {
  return SHARE_METRICS.has(metric) ? "shares" : PER_SHARE_METRICS.has(metric) ? `${currency}/shares` : currency;
}

/** The last full fiscal year, by the latest filing. */
export const latestYear = (rows: readonly Statement[]): Statement | undefined => rows.filter((s) => s.annual).reduce<Statement | undefined>(later, undefined);

const later = (a: Statement | undefined, b: Statement): Statement =>
  !a || b.periodEnd > a.periodEnd || (b.periodEnd === a.periodEnd && b.filing.filed >= a.filing.filed) ? b : a;

/** A period by its name or its last day; a day that ends a year and a quarter means the year. */
function find(rows: readonly Statement[], period: string | null): Statement | undefined {
  if (period === null) return latestYear(rows);
  const matching = isIsoDate(period) ? rows.filter((s) => s.periodEnd === period) : rows.filter((s) => s.period === period);
  return latestYear(matching) ?? matching.reduce<Statement | undefined>(later, undefined);
}

function span(rows: readonly Statement[]): string {
  const named = (some: readonly Statement[]): string => (some.length < 2 ? (some[0]?.period ?? "") : `${some[0]?.period} to ${some[some.length - 1]?.period}`);
  const quarters = rows.filter((s) => !s.annual);
  return `${named(rows.filter((s) => s.annual))}${quarters.length > 0 ? ` and ${named(quarters)}` : ", full years only"}`;
}

function noPeriod(say: Answering, rows: readonly Statement[], ticker: string, period: string): Answer {
  const ends = isIsoDate(period) ? `; the periods nearest to it end on ${orList(nearestEnds(rows, period))}` : "";
  return say.reason("no_period", `no filing of ${ticker} covers ${period}; known are ${span(rows)}${ends}`);
}

function nearestEnds(rows: readonly Statement[], day: IsoDate): string[] {
  const ends = [...new Set(rows.map((s) => s.periodEnd))].sort();
  return [ends.filter((e) => e < day).pop(), ends.find((e) => e > day)].filter((e) => e !== undefined);
}

type OnStatements = (rows: readonly Statement[], say: Answering, args: readonly (string | null)[]) => Answer;

const withStatements =
  (then: OnStatements): Evaluate =>
  (args, context) => {
    const ticker = String(args[0]);
    const { rows, ...origin } = statementsFor(context, ticker);
    const say = answering(origin, DAY);
    const instrument = instrumentOf(ticker);
    if (!instrument) {
      const { code, reason } = unknownTicker(ticker);
      return say.reason(code, reason);
    }
    if (instrument.instrumentType === "etf") return say.reason("not_covered", `${ticker} is a fund and files no statements of this kind`);
    if (rows.length === 0) return say.reason("no_filing", `no filing of ${ticker} is known by ${context.clock.today()}`);
    return then(
      rows,
      say,
      args.map((a) => (a === null ? null : String(a))),
    );
  };

const metricOf = (name: string): Metric | undefined => METRICS.find((m) => m === name);

const unknownMetric = (say: Answering, name: string): Answer =>
  say.reason("unknown_metric", `no metric ${name} is served; the nearest are ${orList(nearest(name, METRICS))}`);

function figure(say: Answering, ticker: string, s: Statement, metric: Metric): Answer {
  const value = s.figures[metric];
  if (value === undefined) return say.reason("not_stated", `the ${s.filing.form} of ${ticker} for ${s.period} does not state ${metric}`, s.periodEnd);
  return say.number(value, unitOf(metric, s), s.periodEnd);
}

const fin: OnStatements = (rows, say, [ticker, item, period]) => {
  const metric = metricOf(String(item));
  if (!metric) return unknownMetric(say, String(item));
  const found = find(rows, period ?? null);
  if (found) return figure(say, String(ticker), found, metric);
  return period ? noPeriod(say, rows, String(ticker), period) : say.reason("no_filing", `${ticker} has filed no full fiscal year yet`);
};

function ofFiling(say: Answering, s: Statement, field: string): Answer {
  switch (field) {
    case "filed":
      return say.date(s.filing.filed, s.periodEnd);
    case "period_end":
      return say.date(s.periodEnd, s.periodEnd);
    case "accession":
      return say.text(s.filing.accession, s.periodEnd);
    case "url":
      return say.text(s.filing.url, s.periodEnd);
    default:
      return say.text(s.filing.form, s.periodEnd);
  }
}

const filing: OnStatements = (rows, say, [ticker, name, field]) => {
  if (name === "latest") {
    const asked = field ?? "form";
    if (!LATEST_FIELDS.includes(asked))
      return say.reason("bad_argument", `field: metric latest has ${orList(LATEST_FIELDS)}, not ${asked}; name a metric such as revenue for its ${asked}.`);
    const newest = rows.reduce((a, b) => (b.filing.filed > a.filing.filed || (b.filing.filed === a.filing.filed && b.annual) ? b : a));
    return ofFiling(say, newest, asked);
  }
  const metric = metricOf(String(name));
  if (!metric) return unknownMetric(say, String(name));
  const year = latestYear(rows);
  if (!year) return say.reason("no_filing", `${ticker} has filed no full fiscal year yet`);
  if (field === null || field === "value" || field === undefined) return figure(say, String(ticker), year, metric);
  if (field === "unit") return say.text(unitOf(metric, year), year.periodEnd);
  return ofFiling(say, year, field);
};

/**
 * Lines of the financial statements, in the filer's own currency. FIN reads any period filed by the clock's day; FILING reads the
 * latest full fiscal year, or with `latest` what was filed last, a quarter's report included.
 */
export const fundamentals: Family = {
  name: "fundamentals",
  functions: { FIN: withStatements(fin), FILING: withStatements(filing) },
  universe: () => ({ FIN: COVERED, FILING: COVERED }),
};
