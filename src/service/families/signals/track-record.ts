import type { IsoDate } from "../../../contract/dates";
import { orList } from "../../../contract/nearest";
import { forCell } from "../../../contract/reason";
import { HORIZONS, SIGNAL_TYPES, type Horizon, type SignalType } from "../../../contract/vocabulary";
import { rounded } from "../../../contract/rounded";
import { answering, SAMPLE, type Answering, unknownReason } from "../../answers/answering";
import { HOUR, type Answer, type Evaluate, type Component } from "../../answers/family";
import { median } from "../median";
import { untilRelease } from "../../answers/until-import";
import { whyUnknown } from "../../names/unknown";
import { NOT_DETECTED } from "./not-detected";
import { publishedOutcomes, type Outcomes } from "./outcomes";
import type { SignalOutcome } from "./rows";
import { newestPublicDay } from "../../sample/public-rows";
import { sampleOutcomes } from "./sample-outcomes";
import { sampleRecord } from "./sample-record";
import { counted } from "../../../contract/counted";

/** Minimum number of completed horizons for a median. */
const MIN_OUTCOMES = 12;

const RECORD_CAVEATS = ["no-advice", "track-record-in-sample", "track-record-young", "track-record-price-coverage"] as const;

/** Cached, because all horizons of a type share its outcomes. */
const sampleOutcomesCache = untilRelease<readonly SignalOutcome[]>();

/** The median return after the signals with a completed horizon. */
function medianOf(outcomes: readonly SignalOutcome[], type: SignalType, horizon: Horizon, say: Answering, today: IsoDate): Answer {
  const completed = outcomes.flatMap((r) => (r.forwardReturnPct[horizon] === undefined ? [] : [{ date: r.date, value: r.forwardReturnPct[horizon] }]));
  const newest = completed[completed.length - 1];
  if (!newest || completed.length < MIN_OUTCOMES)
    return say.reason(
      "young_record",
      {
        short: `Too few cases: ${completed.length} of the ${MIN_OUTCOMES} needed.`,
        full: `Too few cases for a median: ${counted(completed.length, `${type} signal has`, `${type} signals have`)} a completed ${horizon} return, and ${MIN_OUTCOMES} are needed. Use ${horizon === HORIZONS[0] ? "another signal type" : "a shorter horizon"}.`,
      },
      today,
    );
  return say.number(rounded(median(completed.map((r) => r.value)), 4), "%", newest.date);
}

/** Components of a track record: the signals of each source, and the prices. */
function recordComponents({ byType, tickers }: Outcomes, type: SignalType, horizon: Horizon): Component[] {
  const done = (byType.get(type) ?? []).filter((o) => o.forwardReturnPct[horizon] !== undefined);
  const all = byType.get(type) ?? [];
  const sources = [...new Set(all.map((o) => o.source))];
  const component = (of: Pick<Component, "name" | "source"> & Partial<Component>): Component => ({ sample: false, unit: "count", ...of });
  const priced = new Set(done.map((o) => o.ticker)).size;
  return [
    ...sources.map((source) => {
      const of = all.filter((o) => o.source === source);
      const completed = of.filter((o) => o.forwardReturnPct[horizon] !== undefined).length;
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
  if (!published)
    return medianOf(
      sampleRecord(context).get(type) ?? sampleOutcomesCache(context, type, () => sampleOutcomes(type, newestPublicDay("price", context.clock))),
      type,
      horizon,
      say,
      today,
    );
  const why = NOT_DETECTED[type];
  if (why !== undefined) {
    const text = { short: forCell`${type} is not detected.`, full: `Signals of the type ${type} are not detected: ${why}. Use another type.` };
    return say.reason("not_covered", text, today);
  }
  return { ...medianOf(published.byType.get(type) ?? [], type, horizon, say, today), components: recordComponents(published, type, horizon) };
};
