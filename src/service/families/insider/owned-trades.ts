import { addDays, type IsoDate } from "../../../contract/dates";
import { chiefsOf, type Chief } from "../../records/chiefs";
import { linesIn } from "./reported-trades";
import type { Report } from "./effective-reports";

/** One open-market trade with who made it. Value in US dollars; null where the report states no price. */
export interface OwnedTrade {
  readonly traded: IsoDate;
  readonly filed: IsoDate;
  readonly side: "buy" | "sell";
  readonly value: number | null;
  /** All who file the report together. */
  readonly owners: readonly string[];
  readonly chiefs: readonly Chief[];
  /** Made under a plan by rule 10b5-1; null where the report does not say. */
  readonly plan: boolean | null;
}

/** The open-market trades of effective reports within the `days` days to `day`. */
export function ownedTrades(effective: readonly Report[], day: IsoDate, days: number): readonly OwnedTrade[] {
  const from = addDays(day, 1 - days);
  return effective.flatMap((report): readonly OwnedTrade[] => {
    const lines = linesIn(report, from, day);
    if (lines.length === 0) return [];
    const who = { filed: report.known, owners: report.body.owners.map((o) => o.cik), chiefs: chiefsOf(report.body), plan: report.body.plan10b5_1 };
    return lines.map(({ traded, side, value }) => ({ traded, side, value, ...who }));
  });
}

/** Trades by the day on which they were filed, days in order. */
export function byFiling(trades: readonly OwnedTrade[]): (readonly [IsoDate, readonly OwnedTrade[]])[] {
  const days = new Map<IsoDate, OwnedTrade[]>();
  for (const trade of trades) {
    const filed = days.get(trade.filed);
    if (filed) filed.push(trade);
    else days.set(trade.filed, [trade]);
  }
  return [...days].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
