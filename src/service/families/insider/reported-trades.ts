import { addDays, type IsoDate } from "../../../contract/dates";
import type { Instrument } from "../../instruments/universe";
import type { Context } from "../../answers/context";
import type { InsiderReport, InsiderTrade, ReportedTrade } from "../../records/insider-report";
import { newestPublicDay } from "../../sample/public-rows";
import { sampleInsiderReports } from "./sample";
import { effectiveOn, type Report } from "./effective-reports";

/** An amendment may move a trade into or out of the window by this many days. */
const MOVED_DAYS = 60;
const FAR_FUTURE: IsoDate = "9999-12-31";

/** Sample reports on trades of the last `days` days that are public. */
export function sampleReportsNear({ clock }: Context, instrument: Instrument, days: number): readonly Report[] {
  const filedBy = newestPublicDay("insider_trade", clock);
  return sampleInsiderReports(instrument, addDays(clock.today(), 1 - days), clock.today()).filter((r) => r.known <= filedBy);
}

/** Imported reports on one symbol that may have a trade of the last `days` days, as known on the service's date. */
export const reportsNear = ({ store, clock }: Context, ticker: string, days: number): readonly Report[] =>
  store.records.between<InsiderReport>("insider_trade", ticker, addDays(clock.today(), 1 - days - MOVED_DAYS), FAR_FUTURE, clock.today());

/** The same for all symbols, in no order. */
export const allReportsNear = ({ store, clock }: Context, days: number): readonly Report[] =>
  store.records.across<InsiderReport>("insider_trade", addDays(clock.today(), 1 - days - MOVED_DAYS), FAR_FUTURE, clock.today());

/** The open-market lines of a report that were traded on the days from `from` to `to`. */
export const linesIn = (report: Report, from: IsoDate, to: IsoDate): readonly ReportedTrade[] =>
  report.body.trades.filter((t) => t.traded >= from && t.traded <= to);

/** The window's trades, oldest first, the number of trades without a price, and the number of reports in the window. */
export interface Reported {
  readonly trades: readonly InsiderTrade[];
  readonly unpriced: number;
  readonly reports: number;
}

/** The window's trades by trade date, from reports known on the service's date. */
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
