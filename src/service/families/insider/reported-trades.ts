import { addDays, type IsoDate } from "../../../contract/dates";
import type { Instrument } from "../../instruments/universe";
import type { Context } from "../../answers/context";
import type { InsiderReport, InsiderTrade, ReportedTrade } from "../../records/insider-report";
import { sampleInsiderReports } from "./sample";
import { effectiveOn, type Report } from "./effective-reports";

/** An amendment may move a trade into the window or out of it by so many days. */
const MOVED_DAYS = 60;
const EVER: IsoDate = "9999-12-31";

/** Generated reports of the `days` days to the clock's day that had been filed by then. */
export const sampleReportsNear = ({ clock }: Context, instrument: Instrument, days: number): readonly Report[] =>
  sampleInsiderReports(instrument, addDays(clock.today(), 1 - days), clock.today()).filter((r) => r.known <= clock.today());

/** The imported reports on one symbol that may hold a trade of the `days` days to `day`, as they were known on the clock's day. */
export const reportsNear = ({ store, clock }: Context, ticker: string, days: number): readonly Report[] =>
  store.records.between<InsiderReport>("insider_trade", ticker, addDays(clock.today(), 1 - days - MOVED_DAYS), EVER, clock.today());

/** The same of every symbol, in no order. */
export const allReportsNear = ({ store, clock }: Context, days: number): readonly Report[] =>
  store.records.across<InsiderReport>("insider_trade", addDays(clock.today(), 1 - days - MOVED_DAYS), EVER, clock.today());

/** The open-market lines of a report that were traded on the days from `from` to `to`. */
export const linesIn = (report: Report, from: IsoDate, to: IsoDate): readonly ReportedTrade[] =>
  report.body.trades.filter((t) => t.traded >= from && t.traded <= to);

/** What the reports say of the window: trades, oldest first, lines whose price is not stated, and whether any report falls into it. */
export interface Reported {
  readonly trades: readonly InsiderTrade[];
  readonly unpriced: number;
  readonly reports: number;
}

/** The window's trades by trade date, from reports known on the clock's day. */
export function reportedTrades(reports: readonly Report[], today: IsoDate, days: number): Reported {
  const from = addDays(today, 1 - days);
  const effective = effectiveOn(today, reports);
  const inWindow = effective.flatMap((r) => linesIn(r, from, today).map((t) => ({ ...t, filed: r.known, role: r.body.role })));
  const trades = inWindow.flatMap(({ traded, filed, side, shares, value, role }) => (value === null ? [] : [{ traded, filed, side, shares, value, role }]));
  return {
    trades: trades.sort((a, b) => (a.traded < b.traded ? -1 : a.traded > b.traded ? 1 : 0)),
    unpriced: inWindow.length - trades.length,
    reports: effective.filter((r) => r.date >= from).length,
  };
}
