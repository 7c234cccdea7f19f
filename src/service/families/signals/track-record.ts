import { counted } from "../../../contract/counted";
import { addDays, daysBetween, type IsoDate } from "../../../contract/dates";
import { SIGNAL_TYPES, type SignalType } from "../../../contract/listed/signals";
import { groupedBy } from "../../../contract/lists";
import { orList } from "../../../contract/nearest";
import { forCell } from "../../../contract/reason";
import { rounded } from "../../../contract/rounded";
import { type Horizon, HORIZONS } from "../../../contract/vocabulary";
import { answering, type Answering, SAMPLE, unknownReason } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { type Component, type Evaluate, type FamilyAnswer, HOUR } from "../../answers/family";
import { untilImport, untilRelease } from "../../answers/until-import";
import { ISSUERS } from "../../instruments/universe";
import { whyUnknown } from "../../names/unknown";
import type { SourceId } from "../../records/attribution";
import type { Close } from "../../records/equities";
import { newestPublicDay } from "../../sample/public-rows";
import { between, chance, logBetween, normal } from "../../sample/random";
import { datasetRows, type RowsName } from "../../store/freshness";
import { lastSessions, sessionIndex } from "../../time/calendar";
import { splitJump } from "../prices/returns";
import { sampleCloses } from "../prices/sample";
import { median } from "../statistics";
import { whyUndetected } from "./declared";
import { evidenceFor, isEvidence, sampleEvidenceFor } from "./evidence";
import { ownCloses, YEAR_DAYS } from "./readers";
import { countUpTo, type Evidence, type SignalOutcome, type SignalRow } from "./rows";

const HORIZON_SESSIONS: Readonly<Record<Horizon, number>> = { "1d": 1, "5d": 5, "10d": 10, "20d": 20, "30d": 30 };
/** Sessions of a year and a month. */
const CLOSES = 320;
/** A signal is priced at the next session. Over a weekend with a holiday that is at most this many days later. */
const MAX_DAYS_TO_CLOSE = 5;

/** The outcome of one signal, with its ticker and source. */
interface PublishedOutcome extends SignalOutcome {
  readonly ticker: string;
  readonly source: SourceId;
}

/** Outcomes of the last year's signals, by the operator's own prices. */
interface SignalOutcomes {
  readonly byType: ReadonlyMap<SignalType, readonly PublishedOutcome[]>;
  /** The published rows behind the outcomes of each type. */
  readonly provenance: ReadonlyMap<SignalType, readonly RowsName[]>;
  /** How many tickers have prices. */
  readonly tickers: number;
}

/**
 * Percent from the close of the first session after the signal's day to the close `sessions` later: a signal may become public after the close of its own day.
 * Undefined if that day has not come, if closes in between are missing, or if one jumps as in a split.
 */
export function forwardReturn(closes: readonly Close[], day: string, sessions: number): number | undefined {
  const at = countUpTo(closes, day, (c) => c.date);
  const [from, to] = [closes[at], closes[at + sessions]];
  if (!from || !to || daysBetween(day, from.date) > MAX_DAYS_TO_CLOSE) return undefined;
  // Five sessions a week, plus holidays.
  if (daysBetween(from.date, to.date) > sessions * 1.4 + 6 || splitJump(closes.slice(at, at + sessions + 1))) return undefined;
  return rounded((to.close / from.close - 1) * 100, 4);
}

/** The outcome of a signal of a day, with the return over each horizon that is completed. */
function outcomeOn(date: IsoDate, returnOver: (sessions: number, horizon: Horizon) => number | undefined): SignalOutcome {
  const forwardReturnPct: { [H in Horizon]?: number } = {};
  for (const horizon of HORIZONS) {
    const value = returnOver(HORIZON_SESSIONS[horizon], horizon);
    if (value !== undefined) forwardReturnPct[horizon] = value;
  }
  return { date, forwardReturnPct };
}

const signalOutcomeOf = ({ date }: SignalRow, closes: readonly Close[]): SignalOutcome => outcomeOn(date, (sessions) => forwardReturn(closes, date, sessions));

const byDate = (a: SignalOutcome, b: SignalOutcome): number => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0);

/** Outcomes of the last year's published signals on all tickers with the operator's own prices; undefined if no prices are imported. */
const publishedOutcomes = (context: Context): SignalOutcomes | undefined => (context.store.records.any("price") ? outcomes(context) : undefined);

const outcomes = untilImport(readOutcomes);

function readOutcomes(context: Context): SignalOutcomes {
  const today = context.clock.today();
  const { records } = context.store;
  // A ticker whose first close was public later does not count.
  const tickers = records.entities("price").filter((ticker) => records.latest("price", ticker, today, 1).length > 0);
  const since = addDays(today, -365);
  const found = tickers.flatMap((ticker) => {
    const evidence = (evidenceFor(context, ticker) ?? []).filter((e): e is Evidence => isEvidence(e) && e.signals.length > 0);
    if (evidence.length === 0) return [];
    const closes = ownCloses(context, ticker, CLOSES);
    const price = datasetRows("user", "price", ticker);
    return evidence.flatMap(({ source, provenance = [], signals }) => {
      const rows = [price, ...provenance];
      return signals.flatMap((signal) => (signal.date < since ? [] : [{ type: signal.type, rows, ...signalOutcomeOf(signal, closes), ticker, source }]));
    });
  });
  const byType = groupedBy(found, ({ type }) => type);
  const provenance = new Map([...byType].map(([type, of]) => [type, [...new Set(of.flatMap(({ rows }) => rows))]]));
  for (const outcomes of byType.values()) outcomes.sort(byDate);
  return { byType, provenance, tickers: tickers.length };
}

/** Only every 16th company is read: all of them would take seconds. */
const EVERY_NTH = 16;
export const RECORD_COMPANIES = ISSUERS.filter((i) => i.instrumentType === "common").filter((_, n) => n % EVERY_NTH === 0);
/** Outcomes of the last year's sample signals of some companies, by type, oldest first. A type without a signal is missing. */
export const sampleRecord = untilRelease(readRecord);

function readRecord(context: Context): ReadonlyMap<SignalType, readonly SignalOutcome[]> {
  const today = context.clock.today();
  const since = addDays(today, -YEAR_DAYS);
  const found = RECORD_COMPANIES.flatMap((i) => {
    const closes = sampleCloses(i.ticker, newestPublicDay("price", context.clock), CLOSES);
    const signals = sampleEvidenceFor(context, i).flatMap((e) => (isEvidence(e) ? e.signals : []));
    return signals.flatMap((signal) => (signal.date <= since ? [] : [{ type: signal.type, ...signalOutcomeOf(signal, closes) }]));
  });
  return groupedBy(found.sort(byDate), ({ type }) => type);
}

const BEARISH =
  /sell|distribution|exit|surge|extreme|spike|going_concern|weakness|restatement|auditor|late_filing|departure|cut|secondary|shelf|lockup|compression|deceleration|leverage|short_gamma|new_low|gap_down/;
const BULLISH =
  /buy|accumulation|new_position|activist|drop|raised|initiated|completed|announced|margin_expansion|acceleration|free_cash_flow|long_gamma|breakout|new_high|gap_up/;

function directionOf(type: SignalType): SignalRow["direction"] {
  if (BEARISH.test(type)) return "bear";
  return BULLISH.test(type) ? "bull" : "neutral";
}

const SESSIONS_OF_RECORD = 252;
/** Sample outcomes of a type's signals over the last 252 sessions, oldest first. A horizon that is not completed has no return. */
function sampleOutcomes(type: SignalType, today: IsoDate): SignalOutcome[] {
  // A few detectors fire so rarely that a year has too few signals for a median.
  const rate = chance(0.18, type, "young") ? between(0.005, 0.02, type, "rate") : logBetween(0.1, 0.7, type, "rate");
  const sign = { bull: 1, bear: -1, neutral: 0 }[directionOf(type)];
  const drift = sign * between(-0.01, 0.05, type, "drift");
  const last = sessionIndex(today);
  const sessions = lastSessions(today, SESSIONS_OF_RECORD);
  return sessions
    .map((date, n) => ({ date, age: sessions.length - 1 - n }))
    .filter(({ date }) => chance(rate, type, date, "fired"))
    .map(({ date, age }) =>
      outcomeOn(date, (ahead, horizon) =>
        age >= ahead && last >= ahead ? rounded(drift * ahead + 1.6 * Math.sqrt(ahead) * normal(type, date, horizon), 4) : undefined,
      ),
    );
}

/** Minimum number of completed horizons for a median. */
const MIN_OUTCOMES = 12;

const RECORD_CAVEATS = ["no-advice", "track-record-in-sample", "track-record-young", "track-record-price-coverage"] as const;

/** Cached, because all horizons of a type share its outcomes. */
const sampleOutcomesOf = untilRelease((context, type: SignalType) => sampleOutcomes(type, newestPublicDay("price", context.clock)));

/** The median return after the signals with a completed horizon. */
function medianOf(outcomes: readonly SignalOutcome[], type: SignalType, horizon: Horizon, say: Answering, today: IsoDate): FamilyAnswer {
  const completed = outcomes.flatMap((r) => (r.forwardReturnPct[horizon] === undefined ? [] : [{ date: r.date, value: r.forwardReturnPct[horizon] }]));
  const newest = completed[completed.length - 1];
  if (!newest || completed.length < MIN_OUTCOMES)
    return say.reasonOn(today, "young_record", {
      short: `Too few cases: ${completed.length} of the ${MIN_OUTCOMES} needed.`,
      full: `Too few cases for a median: ${counted(completed.length, `${type} signal has`, `${type} signals have`)} a completed ${horizon} return, and ${MIN_OUTCOMES} are needed. Use ${horizon === HORIZONS[0] ? "another signal type" : "a shorter horizon"}.`,
    });
  return say.number(rounded(median(completed.map((r) => r.value)), 4), "%", newest.date);
}

/** Components of a track record: the signals of each source, and the prices. */
function recordComponents({ byType, tickers }: SignalOutcomes, type: SignalType, horizon: Horizon): Component[] {
  const all = byType.get(type) ?? [];
  const done = all.filter((o) => o.forwardReturnPct[horizon] !== undefined);
  const component = (of: Pick<Component, "name" | "source"> & Partial<Component>): Component => ({ sample: false, unit: "count", ...of });
  const priced = new Set(done.map((o) => o.ticker)).size;
  return [
    ...[...groupedBy(all, (o) => o.source)].map(([source, of]) => {
      const completed = done.filter((o) => o.source === source).length;
      return component({
        name: "signals",
        source,
        value: completed,
        observation_date: of[of.length - 1]!.date,
        evidence: `${counted(completed, "completed horizon")} of ${counted(of.length, "signal")} from ${of[0]!.date} to ${of[of.length - 1]!.date}`,
      });
    }),
    component({
      name: "tickers",
      source: "user",
      value: priced,
      evidence: `${priced} of ${counted(tickers, "ticker")} with your own prices have a signal with a completed horizon`,
    }),
  ];
}

/**
 * TRACKRECORD: the median return in percent after the signals of a type. Uses published signals and the operator's own prices if any are imported, else sample
 * data. Fails with `unknown_signal_type`, `young_record`, and `not_covered` for a type without a data source.
 */
export const trackRecord: Evaluate = ([name, horizonIn], context) => {
  const type = SIGNAL_TYPES.find((t) => t === name);
  const horizon = HORIZONS.find((h) => h === horizonIn);
  const today = context.clock.today();
  const published = type && publishedOutcomes(context);
  const say = answering(published ? { source: "user", sample: false, provenance: published.provenance.get(type) ?? [] } : SAMPLE, 12 * HOUR, RECORD_CAVEATS);
  if (!type) return unknownReason(say, whyUnknown("signal type", String(name), SIGNAL_TYPES));
  if (!horizon)
    return say.reason("bad_argument", {
      short: forCell`TRACKRECORD has no horizon ${String(horizonIn)}.`,
      full: `TRACKRECORD has no horizon "${horizonIn}". Use ${orList(HORIZONS)}.`,
    });
  if (!published) return medianOf(sampleRecord(context).get(type) ?? sampleOutcomesOf(context, type), type, horizon, say, today);
  const why = whyUndetected(type);
  if (why !== undefined) {
    const text = { short: forCell`${type} is not detected.`, full: `Signals of the type ${type} are not detected: ${why}. Use another type.` };
    return say.reasonOn(today, "not_covered", text);
  }
  return { ...medianOf(published.byType.get(type) ?? [], type, horizon, say, today), components: recordComponents(published, type, horizon) };
};
