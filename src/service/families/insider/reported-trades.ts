import { addDays, daysBetween, type IsoDate } from "../../../contract/dates";
import type { Kept } from "../../store/records";
import type { Context } from "../family";
import type { InsiderReport, InsiderTrade } from "./rows";

/** An amendment may move a trade into the window or out of it by so many days. */
const MOVED_DAYS = 60;
const EVER: IsoDate = "9999-12-31";

type Report = Kept<InsiderReport>;

const ownersOf = (r: Report): string =>
  r.body.owners
    .map((o) => o.cik)
    .sort()
    .join("+");

/** True where a later amendment by the same owners for the same period stands in this report's place. */
const replaced = (report: Report, by: readonly Report[]): boolean =>
  by.some(
    (a) =>
      a !== report &&
      a.body.form.endsWith("/A") &&
      a.body.form[0] === report.body.form[0] &&
      a.body.period === report.body.period &&
      ownersOf(a) === ownersOf(report) &&
      (a.known > report.known || (a.known === report.known && !report.body.form.endsWith("/A"))),
  );

/** What the imported reports say of the window: trades, oldest first, lines whose price is not stated, and whether any report falls into it. */
export interface Reported {
  readonly trades: readonly InsiderTrade[];
  readonly unpriced: number;
  readonly reports: number;
}

/** The window's trades by trade date, from reports known on the clock's day. */
export function reportedTrades({ store, clock }: Context, ticker: string, days: number): Reported {
  const today = clock.today();
  const from = addDays(today, 1 - days);
  const found = store.records.between<InsiderReport>("insider_trade", ticker, addDays(from, -MOVED_DAYS), EVER, today);
  const standing = found.filter((r) => !replaced(r, found));
  const inWindow = standing.flatMap((r) =>
    r.body.trades.filter((t) => t.traded <= today && daysBetween(t.traded, today) < days).map((t) => ({ ...t, filed: r.known, role: r.body.role })),
  );
  const trades = inWindow.flatMap(({ traded, filed, side, shares, value, role }) => (value === null ? [] : [{ traded, filed, side, shares, value, role }]));
  return {
    trades: trades.sort((a, b) => (a.traded < b.traded ? -1 : a.traded > b.traded ? 1 : 0)),
    unpriced: inWindow.length - trades.length,
    reports: standing.filter((r) => r.date >= from).length,
  };
}
