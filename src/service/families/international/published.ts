import { addDays, type IsoDate } from "../../../contract/dates";
import { BANKS, type Indicator } from "../../../contract/vocabulary";
import { ATTRIBUTION } from "../../attribution";
import { monthEnd, monthsFrom } from "../../sample/calendar";
import type { Observation } from "../../store/observations";
import type { Sourced } from "../answering";
import { policyRateSeries, publishedBankRow } from "../central-banks/published";
import type { Context } from "../family";
import type { EconomyAnswerRow } from "./rows";
import { economySeries } from "./series-of";

/** The end of the same period a year earlier. */
const yearBefore = (end: IsoDate): IsoDate => monthEnd(monthsFrom(end, -12));

/** The last month's end that has passed. */
const lastMonthEnd = (today: IsoDate): IsoDate => (monthEnd(today) === today ? today : monthEnd(monthsFrom(today, -1)));

function answerRow(country: string, indicator: Indicator, end: IsoDate, now: Observation, before: Observation | undefined): EconomyAnswerRow {
  return {
    kind: "row",
    country,
    indicator,
    period_end: end,
    value: now.value ?? Number.NaN,
    year_before: before?.value ?? null,
    attribution: ATTRIBUTION[now.source],
  };
}

/** The policy rate at the last month's end, from the rates by day. */
function policyRate(context: Context, country: string): Sourced<EconomyAnswerRow> | undefined {
  const bank = BANKS.find((b) => b === country);
  const published = bank && publishedBankRow(context, bank);
  if (!bank || !published) return undefined;
  const { rows: row, ...origin } = published;
  if (row.kind !== "row") return { rows: row, ...origin };
  const { observations } = context.store;
  const end = lastMonthEnd(row.date);
  const series = policyRateSeries(bank);
  const [now] = observations.latest(series, end, 1);
  if (!now) return { rows: { kind: "not_yet", first: monthEnd(row.date) }, ...origin };
  return { rows: answerRow(country, "policy_rate", end, now, observations.latest(series, yearBefore(end), 1)[0]), ...origin };
}

/** The newest published row of an indicator by the clock's day; undefined for one without any published row. */
export function publishedEconomyRow(context: Context, country: string, indicator: Indicator): Sourced<EconomyAnswerRow> | undefined {
  if (indicator === "policy_rate") return policyRate(context, country);
  const { observations } = context.store;
  const series = economySeries(country, indicator);
  const any = observations.any(series);
  if (!any) return undefined;
  const origin = { source: any.source, sample: false };
  const today = context.clock.today();
  const now = observations.latest(series, today, 1)[0];
  if (!now) return { rows: { kind: "not_yet", first: observations.next(series, addDays(today, 1), "9999-12-31")?.date ?? any.date }, ...origin };
  const day = yearBefore(now.date);
  const before = observations.latest(series, day, 1).find((o) => o.date === day);
  return { rows: answerRow(country, indicator, now.date, now, before), ...origin };
}
