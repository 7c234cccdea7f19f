import { daysBetween, type IsoDate } from "../../../contract/dates";
import { BANKS, type Bank } from "../../../contract/vocabulary";
import { rounded } from "../../../contract/rounded";
import type { Observation } from "../../store/observations";
import { ofSeries, type Sourced } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { isStale } from "../../answers/maximum-age";
import { newestDay } from "../../answers/published-rows";
import { firstLoaded } from "../awaited";
import { fasterRates, policyRateSeries } from "../../records/macro";
import type { BankRow, NotYetRow, PolicyRateRow } from "./banks";

/** A bank this many days behind the newest of the others has stopped: the BIS publishes all of them together. */
const STALLED_DAYS = 60;

/** The newest day of any bank's published rate. */
const newestOfAll = ({ clock, store }: Context): IsoDate =>
  newestDay(BANKS.map((bank) => store.observations.latest(policyRateSeries(bank), clock.today(), 1)[0]?.date)) ?? "";

/** The latest change before `now`; null if the rate never changed. Searches increasing windows, because most rates change within a year or two. */
function lastChangeOf({ store }: Context, series: string, now: Observation): PolicyRateRow["last_change"] {
  for (let count = 400; ; count *= 4) {
    const rows = store.observations.latest(series, now.date, count);
    const at = rows.findIndex((row, i) => i > 0 && row.value !== now.value);
    const [first, before] = [rows[at - 1], rows[at]];
    if (at > 0 && first && before) return { points: rounded((now.value ?? 0) - (before.value ?? 0), 4), date: first.date, precision: "day" };
    if (rows.length < count) return null;
  }
}

const yearBefore = (date: IsoDate): IsoDate => {
  const day = `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`;
  return day.endsWith("-02-29") ? day.replace("-29", "-28") : day;
};

/** The faster series must equal the BIS's rate on the BIS's newest day, with an observation at most this many days before: the BIS may follow another rate. */
const MAX_DAYS_BEHIND_BIS = 4;

/** The newest published level of a bank's rate, with the series of its history. */
interface NewestRate {
  readonly now: Observation;
  /** The series of the level, then the BIS's if that is another one. */
  readonly series: readonly [string, ...string[]];
  /** The last level of the BIS, if a faster series has a newer one. */
  readonly behind?: Observation;
  readonly note?: string;
}

function newestOf({ store }: Context, series: string, upTo: IsoDate): Observation | undefined {
  const row = store.observations.latest(series, upTo, 1)[0];
  return row?.value == null ? undefined : row;
}

/** The newest level of a bank's rate: the BIS's, or the central bank's own if that is newer and was equal on the BIS's newest day. */
export function newestRate(context: Context, bank: Bank): NewestRate | undefined {
  const today = context.clock.today();
  const own = policyRateSeries(bank);
  const published = newestOf(context, own, today);
  for (const { series, note } of fasterRates(bank, published?.date ?? today)) {
    const now = newestOf(context, series, today);
    if (!now || (published && now.date <= published.date)) continue;
    if (!published) return { now, series: [series, own], note };
    const then = newestOf(context, series, published.date);
    if (then?.value === published.value && daysBetween(then.date, published.date) <= MAX_DAYS_BEHIND_BIS)
      return { now, series: [series, own], behind: published, note };
  }
  return published && { now: published, series: [own] };
}

/** The result of the first series that has one. */
const firstOf = <T>(series: readonly string[], read: (series: string) => T | null): T | null =>
  series.reduce<T | null>((found, one) => found ?? read(one), null);

function changeOverYear({ store }: Context, series: string, { date, value }: Observation): number | null {
  const before = store.observations.latest(series, yearBefore(date), 1)[0];
  return before?.value == null || value === null || isStale("policy_rate", before.date, yearBefore(date)) ? null : rounded(value - before.value, 4);
}

/** The row of series of which no published value is public; undefined if none of them has a published row. */
export function notYet(ids: readonly string[], context: Context): Sourced<NotYetRow> | undefined {
  const { observations } = context.store;
  const series = ids.filter((id) => observations.isPublished(id));
  const any = series[0] && observations.any(series[0]);
  if (!any) return undefined;
  const loaded = firstLoaded(series, context);
  return {
    rows: { kind: "not_yet", first: loaded?.date ?? any.date, ...(loaded?.awaited ? { awaited: loaded.awaited } : {}) },
    ...ofSeries(any.source, series[0]!),
  };
}

/** The newest published rate of a bank with its history; undefined for a bank without any published row. */
export function publishedBankRow(context: Context, bank: Bank): Sourced<BankRow> | undefined {
  const newest = newestRate(context, bank);
  if (!newest) return notYet([policyRateSeries(bank), ...fasterRates(bank, context.clock.today()).map((f) => f.series)], context);
  const { now, series, behind, note } = newest;
  const { date } = now;
  const rate = now.value ?? Number.NaN;
  const origin = ofSeries(now.source, series[0]);
  // Compares with other banks only if the rate is old.
  if (daysBetween(date, context.clock.today()) > STALLED_DAYS && daysBetween(date, newestOfAll(context)) > STALLED_DAYS)
    return { rows: { kind: "stopped", last: date }, ...origin };
  const row: PolicyRateRow = {
    kind: "row",
    bank,
    date,
    rate,
    rate_source: series[0] === policyRateSeries(bank) ? "bis" : "probe",
    superseded: behind ? { rate: behind.value ?? Number.NaN, date: behind.date, source: behind.source } : null,
    // Read only for the fields that need them: the last change may search years of days.
    get change_over_year() {
      return firstOf(series, (s) => changeOverYear(context, s, now));
    },
    get last_change() {
      return firstOf(series, (s) => lastChangeOf(context, s, now));
    },
    ...(note ? { note } : {}),
  };
  return { rows: row, ...origin };
}
