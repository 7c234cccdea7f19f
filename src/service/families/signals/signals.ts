import { daysBetween } from "../../../contract/dates";
import { nearest, orList } from "../../../contract/nearest";
import { HORIZONS, SIGNAL_TYPES, type SignalType } from "../../../contract/vocabulary";
import { answering, sampled, type Sourced } from "../answering";
import { ofInstrument } from "../../sample/of-instrument";
import { rounded } from "../../sample/random";
import { TICKERS, type Instrument } from "../../sample/universe";
import { HOUR, type Context, type Evaluate, type Family } from "../family";
import type { SignalOutcome, SignalRow } from "./rows";
import { sampleOutcomes, sampleSignals } from "./sample";

/** Fewer completed horizons than this give no median. */
const ENOUGH_OUTCOMES = 12;

/** The signals of the `days` days up to the clock's day, oldest first. */
export function signalsFor({ clock }: Context, instrument: Instrument, days: number): Sourced<readonly SignalRow[]> {
  return sampled(sampleSignals(instrument, clock.today(), days));
}

/** The outcomes of a type's signals over the last year of sessions. */
export function outcomesFor({ clock }: Context, type: SignalType): Sourced<readonly SignalOutcome[]> {
  return sampled(sampleOutcomes(type, clock.today()));
}

const signal = ofInstrument((instrument, [, field, days], context) => {
  const window = Number(days);
  const { rows, ...origin } = signalsFor(context, instrument, window);
  const say = answering(origin, HOUR);
  const today = context.clock.today();
  if (field === "count") return say.number(rows.length, "count", today);
  const latest = rows[rows.length - 1];
  if (!latest)
    return say.reason(
      "no_signal",
      `no signal for ${instrument.ticker} in the last ${window} days${window < 365 ? "; ask for more days, at most 365" : ""}`,
      today,
    );
  switch (field) {
    case "direction":
      return say.text(latest.direction, latest.date);
    case "severity":
      return say.text(latest.severity, latest.date);
    case "score":
      return say.number(latest.score, "score", latest.date);
    case "headline":
      return say.text(latest.headline, latest.date);
    case "date":
      return say.date(latest.date, latest.date);
    case "age_days":
      return say.number(daysBetween(latest.date, today), "days", latest.date);
    default:
      return say.text(latest.type, latest.date);
  }
});

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

const trackRecord: Evaluate = ([name, asked], context) => {
  const type = SIGNAL_TYPES.find((t) => t === name);
  const horizon = HORIZONS.find((h) => h === asked) ?? "30d";
  const { rows, ...origin } = type ? outcomesFor(context, type) : sampled([] as const);
  const say = answering(origin, 12 * HOUR, ["no-advice", "track-record-in-sample", "track-record-young", "track-record-price-coverage"]);
  if (!type) return say.reason("unknown_signal_type", `no signal type ${name} is known; the nearest are ${orList(nearest(String(name), SIGNAL_TYPES))}`);
  const done = rows.flatMap((r) => (r.forwardReturnPct[horizon] === undefined ? [] : [{ date: r.date, value: r.forwardReturnPct[horizon] }]));
  const newest = done[done.length - 1];
  if (!newest || done.length < ENOUGH_OUTCOMES)
    return say.reason(
      "young_record",
      `${type} has ${done.length} completed horizons of ${horizon}, and a median needs ${ENOUGH_OUTCOMES}`,
      context.clock.today(),
    );
  return say.number(rounded(median(done.map((r) => r.value)), 4), "%", newest.date);
};

/** Signals on a symbol, and what the price did after signals of a type. */
export const signals: Family = {
  name: "signals",
  functions: { SIGNAL: signal, TRACKRECORD: trackRecord },
  universe: () => ({ SIGNAL: TICKERS.length, TRACKRECORD: SIGNAL_TYPES.length }),
};
