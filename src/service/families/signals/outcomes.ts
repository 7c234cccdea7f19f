import { addDays, daysBetween } from "../../../contract/dates";
import type { SignalType } from "../../../contract/listed/signals";
import { HORIZONS, type Horizon } from "../../../contract/vocabulary";
import type { SourceId } from "../../records/attribution";
import { datasetRows, type RowsName } from "../../store/freshness";
import { rounded } from "../../../contract/rounded";
import type { Context } from "../../answers/context";
import { splitJump } from "../prices/returns";
import type { Close } from "../../records/equities";
import { untilImport } from "../../answers/until-import";
import { evidenceFor, isEvidence } from "./evidence";
import { ownCloses } from "./market-readers";
import type { SignalOutcome, SignalRow } from "./rows";
import { countUpTo } from "./up-to";

export const HORIZON_SESSIONS: Readonly<Record<Horizon, number>> = { "1d": 1, "5d": 5, "10d": 10, "20d": 20, "30d": 30 };
/** Sessions of a year and a month. */
export const CLOSES = 320;
/** A signal is priced at the next session. Over a weekend with a holiday that is at most this many days later. */
const MAX_DAYS_TO_CLOSE = 5;

/** The outcome of one signal, with its ticker and source. */
export interface PublishedOutcome extends SignalOutcome {
  readonly ticker: string;
  readonly source: SourceId;
}

/** Outcomes of the last year's signals, by the operator's own prices. */
export interface SignalOutcomes {
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

/** Returns over each completed horizon after one signal. */
export function signalOutcomeOf(signal: SignalRow, closes: readonly Close[]): SignalOutcome {
  const forwardReturnPct: { [H in Horizon]?: number } = {};
  for (const horizon of HORIZONS) {
    const value = forwardReturn(closes, signal.date, HORIZON_SESSIONS[horizon]);
    if (value !== undefined) forwardReturnPct[horizon] = value;
  }
  return { date: signal.date, forwardReturnPct };
}

/** Outcomes of the last year's published signals on all tickers with the operator's own prices; undefined if no prices are imported. */
export const publishedOutcomes = (context: Context): SignalOutcomes | undefined =>
  context.store.records.any("price") ? cache(context, "", () => readOutcomes(context)) : undefined;

const cache = untilImport<SignalOutcomes>();

function readOutcomes(context: Context): SignalOutcomes {
  const today = context.clock.today();
  const { records } = context.store;
  // A ticker whose first close was public later does not count.
  const tickers = records.entities("price").filter((ticker) => records.latest("price", ticker, today, 1).length > 0);
  const byType = new Map<SignalType, PublishedOutcome[]>();
  const names = new Map<SignalType, Set<RowsName>>();
  const since = addDays(today, -365);
  for (const ticker of tickers) {
    const found = (evidenceFor(context, ticker) ?? []).filter(isEvidence);
    if (found.every((e) => e.signals.length === 0)) continue;
    const closes = ownCloses(context, ticker, CLOSES);
    const price = datasetRows("user", "price", ticker);
    for (const { source, provenance = [], signals } of found)
      for (const signal of signals) {
        if (signal.date < since) continue;
        const outcomes = byType.get(signal.type) ?? [];
        byType.set(signal.type, outcomes);
        outcomes.push({ ...signalOutcomeOf(signal, closes), ticker, source });
        const of = names.get(signal.type) ?? new Set();
        names.set(signal.type, of);
        for (const name of [price, ...provenance]) of.add(name);
      }
  }
  for (const outcomes of byType.values()) outcomes.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  return { byType, provenance: new Map([...names].map(([type, of]) => [type, [...of]])), tickers: tickers.length };
}
