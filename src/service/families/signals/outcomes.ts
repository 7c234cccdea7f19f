import { addDays, daysBetween } from "../../../contract/dates";
import { HORIZONS, type Horizon, type SignalType } from "../../../contract/vocabulary";
import type { SourceId } from "../../records/attribution";
import { datasetRows, type RowsName } from "../../store/freshness";
import { rounded } from "../../sample/random";
import type { Context } from "../../answers/context";
import { splitJump } from "../prices/returns";
import type { Close } from "../../records/close";
import { untilImport } from "../../answers/until-import";
import { evidenceFor, isEvidence } from "./evidence";
import { ownCloses } from "./market-readers";
import type { SignalOutcome, SignalRow } from "./rows";
import { countUpTo } from "./up-to";

/** In sessions. */
const SESSIONS_OF: Readonly<Record<Horizon, number>> = { "1d": 1, "5d": 5, "10d": 10, "20d": 20, "30d": 30 };
/** Sessions of a year and a month. */
export const CLOSES = 320;
/** A signal is priced at the next session: over a weekend with a holiday it is at most so many days away. */
const MOST_DAYS_TO_CLOSE = 5;

/** One signal's outcome, with whose signal it is. */
export interface PublishedOutcome extends SignalOutcome {
  readonly ticker: string;
  readonly source: SourceId;
}

/** All that the operator's own prices say of the last year's signals. */
export interface Outcomes {
  readonly byType: ReadonlyMap<SignalType, readonly PublishedOutcome[]>;
  /** The names of the rows that the outcomes of a type rest on. */
  readonly provenance: ReadonlyMap<SignalType, readonly RowsName[]>;
  /** How many tickers have prices. */
  readonly tickers: number;
}

/**
 * Percent from the close of the session on or after the signal's day to the close so many sessions later. Undefined while that has not passed, where closes
 * are missing in between, and where one jumps as in a split.
 */
export function forwardReturn(closes: readonly Close[], day: string, sessions: number): number | undefined {
  const at = countUpTo(closes, addDays(day, -1), (c) => c.date);
  const [from, to] = [closes[at], closes[at + sessions]];
  if (!from || !to || daysBetween(day, from.date) > MOST_DAYS_TO_CLOSE) return undefined;
  // Five sessions a week, and what holidays take.
  if (daysBetween(from.date, to.date) > sessions * 1.4 + 6 || splitJump(closes.slice(at, at + sessions + 1))) return undefined;
  return rounded((to.close / from.close - 1) * 100, 4);
}

/** What the closes did after one signal. */
export function outcomeOf(signal: SignalRow, closes: readonly Close[]): SignalOutcome {
  const forwardReturnPct: { [H in Horizon]?: number } = {};
  for (const horizon of HORIZONS) {
    const value = forwardReturn(closes, signal.date, SESSIONS_OF[horizon]);
    if (value !== undefined) forwardReturnPct[horizon] = value;
  }
  return { date: signal.date, forwardReturnPct };
}

/** The outcomes of the last year's published signals on every ticker with prices of the operator's own; undefined where there are no such prices. */
export const publishedOutcomes = (context: Context): Outcomes | undefined =>
  context.store.records.any("price") ? kept(context, "", () => readOutcomes(context)) : undefined;

const kept = untilImport<Outcomes>(4);

function readOutcomes(context: Context): Outcomes {
  const tickers = context.store.records.entities("price");
  const byType = new Map<SignalType, PublishedOutcome[]>();
  const names = new Map<SignalType, Set<RowsName>>();
  const since = addDays(context.clock.today(), -365);
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
        outcomes.push({ ...outcomeOf(signal, closes), ticker, source });
        const of = names.get(signal.type) ?? new Set();
        names.set(signal.type, of);
        for (const name of [price, ...provenance]) of.add(name);
      }
  }
  for (const outcomes of byType.values()) outcomes.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  return { byType, provenance: new Map([...names].map(([type, of]) => [type, [...of]])), tickers: tickers.length };
}
