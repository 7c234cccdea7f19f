import { addDays, daysBetween, type IsoDate } from "../../../contract/dates";
import { BANKS, type Bank } from "../../../contract/vocabulary";
import { rounded } from "../../sample/random";
import type { Observation } from "../../store/observations";
import type { Sourced } from "../answering";
import type { Context } from "../family";
import type { BankRow, PolicyRateRow } from "./rows";

/** The name under which one bank's published policy rates are kept, by day. */
export const policyRateSeries = (bank: Bank): string => `CBPOL.${bank}`;

/** A bank this far behind the newest of the others has stopped: the table is published for all of them together. */
const STALLED_DAYS = 60;

/** The newest day of any bank's published rate by the clock's day. */
function newestOfAll({ clock, store }: Context): IsoDate {
  const today = clock.today();
  return BANKS.reduce((newest, bank) => {
    const last = store.observations.latest(policyRateSeries(bank), today, 1)[0]?.date ?? "";
    return last > newest ? last : newest;
  }, "");
}

/** The newest move of a rate that stands at `now`: looked for in ever longer stretches, as most rates move within a year or two. */
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

/** The newest published rate of a bank, with what led to it; undefined for a bank without any published row. */
export function publishedBankRow(context: Context, bank: Bank): Sourced<BankRow> | undefined {
  const { observations } = context.store;
  const series = policyRateSeries(bank);
  const any = observations.any(series);
  if (!any) return undefined;
  const origin = { source: any.source, sample: false };
  const today = context.clock.today();
  const now = observations.latest(series, today, 1)[0];
  if (!now || now.value === null)
    return { rows: { kind: "not_yet", bank, first: observations.next(series, addDays(today, 1), "9999-12-31")?.date ?? any.date }, ...origin };
  const { date, value: rate } = now;
  // Only a rate that is old by itself is worth comparing with the others.
  if (daysBetween(date, today) > STALLED_DAYS && daysBetween(date, newestOfAll(context)) > STALLED_DAYS)
    return { rows: { kind: "stopped", bank, last: date }, ...origin };
  const before = observations.latest(series, yearBefore(date), 1)[0];
  const row: PolicyRateRow = {
    kind: "row",
    bank,
    date,
    rate,
    rate_source: "bis",
    superseded: null,
    change_over_year: before?.value == null || daysBetween(before.date, yearBefore(date)) > STALLED_DAYS ? null : rounded(rate - before.value, 4),
    // Read only by the fields that need it: it may walk through years of days.
    get last_change() {
      return lastChangeOf(context, series, now);
    },
  };
  return { rows: row, ...origin };
}
