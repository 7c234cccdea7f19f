import { daysBetween, type IsoDate } from "../../../../contract/dates";
import type { StoredRecord } from "../../../records/record";
import type { ShortVolume } from "../../../records/equities";
import type { SignalRow } from "../rows";
import { percentText, signalOf } from "../strength";

type Day = StoredRecord<ShortVolume>;

/** Sessions of the base that a day is compared with: a month. */
const BASE_SESSIONS = 20;
/** A base that spans more days has gaps. */
const BASE_DAYS = 45;
const THRESHOLD_DEVIATIONS = 3;
/** Minimum deviation, so that a ratio that hardly moves does not fire on noise. */
const MIN_DEVIATION = 0.03;
const MIN_VOLUME = 100_000;
/** A lasting break is reported once. */
const QUIET_DAYS = 7;

/** Days whose share of short volume is three or more standard deviations above (spike) or below (dry-up) the 20 sessions before. Off-exchange volume only. */
export function shortVolumeBreaks(type: "short_volume_spike" | "short_volume_dry_up", days: readonly Day[]): SignalRow[] {
  const ratios = days.map(({ body }) => (body.total_volume > 0 ? body.short_volume / body.total_volume : Number.NaN));
  let lastReported: IsoDate | undefined;
  return days.flatMap((day, i): SignalRow[] => {
    const from = days[i - BASE_SESSIONS];
    if (!from || day.body.total_volume < MIN_VOLUME) return [];
    let sum = 0;
    for (let n = i - BASE_SESSIONS; n < i; n++) sum += ratios[n] as number;
    const mean = sum / BASE_SESSIONS;
    const ratio = ratios[i] as number;
    const spike = type === "short_volume_spike";
    const away = (ratio - mean) * (spike ? 1 : -1);
    // Most days fail even with the minimum deviation, so the actual one is not computed.
    if (!(away / MIN_DEVIATION >= THRESHOLD_DEVIATIONS)) return [];
    const base = ratios.slice(i - BASE_SESSIONS, i);
    const deviation = Math.sqrt(base.reduce((squares, r) => squares + (r - mean) ** 2, 0) / (BASE_SESSIONS - 1));
    const deviations = away / Math.max(deviation, MIN_DEVIATION);
    if (
      !(deviations >= THRESHOLD_DEVIATIONS) ||
      daysBetween(from.date, day.date) > BASE_DAYS ||
      (lastReported !== undefined && daysBetween(lastReported, day.date) <= QUIET_DAYS)
    )
      return [];
    lastReported = day.date;
    const what = `Short volume was ${percentText(ratio * 100)} of off-exchange volume on ${day.date}, after ${percentText(mean * 100)} over 20 sessions (FINRA)`;
    return [signalOf(type, day.date, spike ? "bear" : "bull", deviations / THRESHOLD_DEVIATIONS, what)];
  });
}
