import { counted } from "../../../contract/counted";
import { addDays, daysBetween, type IsoDate } from "../../../contract/dates";
import type { FieldName } from "../../../contract/functions";
import { SIGNAL_TYPES } from "../../../contract/listed/signals";
import { forCell } from "../../../contract/reason";
import { rounded } from "../../../contract/rounded";
import { answering, type Answering, SAMPLE } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { type AbsentComponent, type Component, type Family, type FamilyAnswer, HOUR } from "../../answers/family";
import { all, only } from "../../answers/field-ages";
import { countWith, newestDay } from "../../answers/published-rows";
import { untilRelease } from "../../answers/until-import";
import { type Instrument, instrumentOf, TICKERS } from "../../instruments/universe";
import type { SourceId } from "../../records/attribution";
import type { RowsName } from "../../store/freshness";
import { publishedHoldings } from "../holders13f/reported-holders";
import { cacheInSlices } from "../in-slices";
import { ofInstrument, publishedInstrument } from "../of-instrument";
import { evidenceFor, isEvidence, publishedSymbols, readSymbolNames, sampleEvidenceFor } from "./evidence";
import type { Evidence, EvidenceFamily, NoEvidence, SignalRow } from "./rows";
import { trackRecord } from "./track-record";

/** A signal of one symbol, with the family and the source that it comes from. */
export interface ListedSignal {
  readonly ticker: string;
  readonly family: EvidenceFamily;
  readonly source: SourceId;
  readonly provenance: readonly RowsName[];
  readonly signal: SignalRow;
}

/** True if any row that is searched for signals is imported. */
export const signalsArePublished = (context: Context): boolean => publishedSymbols.names(context).size > 0 || context.store.institutions.any();

/** The symbols of a scan: those with published rows, or those of sample data if no row is imported. */
export const scannedSymbols = (context: Context): readonly string[] =>
  signalsArePublished(context) ? [...new Set([...publishedSymbols.names(context), ...publishedHoldings.names(context)])] : TICKERS;

/** The evidence on one symbol as SIGNAL shows it; a symbol outside of the sample has only published evidence. Cached by the readers. */
function evidenceOf(context: Context, ticker: string): readonly (Evidence | NoEvidence)[] {
  const published = evidenceFor(context, ticker);
  if (published || signalsArePublished(context)) return published ?? [];
  const instrument = instrumentOf(ticker);
  return instrument ? sampleEvidenceFor(context, instrument) : [];
}

const byDate = (a: ListedSignal, b: ListedSignal): number =>
  a.signal.date !== b.signal.date
    ? a.signal.date > b.signal.date
      ? -1
      : 1
    : b.signal.score - a.signal.score || (a.ticker === b.ticker ? (a.signal.type < b.signal.type ? -1 : 1) : a.ticker < b.ticker ? -1 : 1);

const windowOf = untilRelease((context, days: number): readonly ListedSignal[] => {
  const isWithin = within(days, context.clock.today());
  return scannedSymbols(context)
    .flatMap((ticker) =>
      evidenceOf(context, ticker)
        .filter(isEvidence)
        .flatMap(({ family, source, provenance = [], signals }) =>
          signals.filter(isWithin).map((signal): ListedSignal => ({ ticker, family, source, provenance, signal })),
        ),
    )
    .sort(byDate);
});

/** The signals of all symbols in the last `days` days, newest first, the strongest of a day first. Cached. Symbols are read in slices, so that other requests are answered meanwhile. */
export async function allSignals(context: Context, days: number): Promise<readonly ListedSignal[]> {
  if (!windowOf.has(context, days)) {
    await readSymbolNames(context);
    await cacheInSlices(context, scannedSymbols(context), (ticker) => evidenceOf(context, ticker));
  }
  return context.store.reading(() => windowOf(context, days));
}

type Field = FieldName<"SIGNAL">;

const lastDays = (days: number): string => (days === 1 ? "last day" : `last ${days} days`);

const within = (days: number, today: IsoDate): ((s: SignalRow) => boolean) => {
  const before = addDays(today, -days);
  return (s) => s.date > before;
};

/** The scores of bullish signals less those of bearish ones. */
const netScore = (signals: readonly SignalRow[]): number =>
  signals.reduce((sum, s) => sum + (s.direction === "bull" ? s.score : s.direction === "bear" ? -s.score : 0), 0);

/** The average net score of some signals, from -100 to 100; a neutral one counts as 0. Undefined without signals. */
export const averageNetScore = (signals: readonly SignalRow[]): number | undefined =>
  signals.length === 0 ? undefined : rounded(netScore(signals) / signals.length, 2);

function componentOf(evidence: Evidence | NoEvidence, days: number, today: IsoDate): Component | AbsentComponent {
  if (!isEvidence(evidence)) return { name: evidence.family, absent: evidence.absent };
  const { family, source, provenance, newest, read, signals } = evidence;
  const found = signals.filter(within(days, today));
  const net = netScore(found);
  return {
    name: family,
    source,
    sample: source === SAMPLE.source,
    ...(provenance ? { provenance } : {}),
    observation_date: newest,
    value: found.length,
    unit: "count",
    ...(found.length > 0 ? { direction: net > 0 ? ("bull" as const) : net < 0 ? ("bear" as const) : ("neutral" as const) } : {}),
    evidence: `${read}; ${counted(found.length, "signal")} in ${counted(days, "day")}`,
  };
}

/** The signals of the last `days` days, oldest first, with the families that were read: from published rows if any family has one of the ticker, else from sample rows. */
export function signalsFor(context: Context, instrument: Instrument, days: number) {
  const today = context.clock.today();
  const published = evidenceFor(context, instrument.ticker);
  const known = published ?? sampleEvidenceFor(context, instrument);
  const found = known
    .filter(isEvidence)
    .flatMap((e) => e.signals.filter(within(days, today)).map((signal) => ({ signal, source: e.source })))
    .sort((a, b) => (a.signal.date < b.signal.date ? -1 : a.signal.date > b.signal.date ? 1 : a.signal.score - b.signal.score));
  const source = found[found.length - 1]?.source ?? known.find(isEvidence)?.source ?? "user";
  const rows = found.map((f) => f.signal);
  return { rows, ...(published ? { source, sample: false } : SAMPLE), components: known.map((e) => componentOf(e, days, today)) };
}

const signal = ofInstrument(
  (instrument, [, , days], context, field: Field) => {
    const window = Number(days);
    const { rows, components, ...origin } = signalsFor(context, instrument, window);
    const today = context.clock.today();
    const newest = newestDay(components.map((component) => ("absent" in component ? undefined : component.observation_date)));
    // If all rows end before the window, the count is unknown, not zero.
    if (components.length > 0 && rows.length === 0 && (newest === undefined || newest <= addDays(today, -window)))
      return {
        ...answering(origin, HOUR).reasonOn(
          today,
          "no_data_yet",
          newest === undefined
            ? {
                short: forCell`Nothing was published on ${instrument.ticker} by ${today}.`,
                full: `No data for signals on ${instrument.ticker} was published by ${today}. Use a later date.`,
              }
            : {
                short: forCell`Data on ${instrument.ticker} ends on ${newest}, before the window.`,
                full: `Loaded data on ${instrument.ticker} ends on ${newest}, before the ${lastDays(window)}. ${window < 365 ? "Use more days, at most 365, or load" : "Load"} newer data.`,
              },
        ),
        components,
      };
    const answer = ofSignals(rows, field, window, instrument.ticker, answering(origin, HOUR), today);
    return components.length > 0 ? { ...answer, components } : answer;
  },
  TICKERS,
  (ticker, context) => (evidenceFor(context, ticker) ? publishedInstrument(ticker) : undefined),
);

function ofSignals(rows: readonly SignalRow[], field: Field, window: number, ticker: string, say: Answering, today: IsoDate): FamilyAnswer {
  if (field === "count") return say.number(rows.length, "count", today);
  const latest = rows[rows.length - 1];
  if (!latest)
    return say.reasonOn(today, "no_signal", {
      short: forCell`No signal for ${ticker} in the ${lastDays(window)}.`,
      full: `No signal for ${ticker} is known in the ${window === 1 ? "day" : `${window} days`} to ${today}.${window < 365 ? " Use more days, at most 365." : ""}`,
    });
  return LATEST[field](latest, say, today);
}

const LATEST: Readonly<Record<Exclude<Field, "count">, (latest: SignalRow, say: Answering, today: IsoDate) => FamilyAnswer>> = {
  type: (latest, say) => say.text(latest.type, latest.date),
  direction: (latest, say) => say.text(latest.direction, latest.date),
  severity: (latest, say) => say.text(latest.severity, latest.date),
  score: (latest, say) => say.number(latest.score, "score", latest.date),
  headline: (latest, say) => say.text(latest.headline, latest.date),
  date: (latest, say) => say.date(latest.date, latest.date),
  age_days: (latest, say, today) => say.number(daysBetween(latest.date, today), "days", latest.date),
};

/** Signals on a symbol, and returns after signals of a type. */
export const signals: Family = {
  name: "signals",
  functions: {
    SIGNAL: {
      evaluate: signal,
      ages: { fields: all("window", "type", "direction", "severity", "score", "headline", "date", "count", "age_days") },
      universe: (context) => countWith(TICKERS, publishedSymbols, context),
      asOf: "name",
    },
    TRACKRECORD: { evaluate: trackRecord, ages: { fields: only("event") }, universe: () => SIGNAL_TYPES.length },
  },
  rows: publishedSymbols,
};
