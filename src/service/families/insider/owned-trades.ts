import { addDays, type IsoDate } from "../../../contract/dates";
import { groupedBy } from "../../../contract/lists";
import { chiefsOf, type Chief } from "../../records/disclosed-trades";
import { tradesDatedIn } from "./reported-trades";
import type { Report } from "./one-block";
import type { TradeDoubts } from "./trade-doubts";

/** One open-market trade with its owners. Value in US dollars; null if the report states no price. */
export interface OwnedTrade {
  readonly traded: IsoDate;
  readonly filed: IsoDate;
  readonly side: "buy" | "sell";
  readonly value: number | null;
  /** True if a published price shows that its price is wrong: it is in no sum. */
  readonly isOut?: true;
  /** All owners who file the report together. */
  readonly owners: readonly string[];
  readonly chiefs: readonly Chief[];
  /** True if made under a rule 10b5-1 plan; null if the report does not say. */
  readonly plan: boolean | null;
}

/** The open-market trades of effective reports within the `days` days to `day`. */
export function ownedTrades(effective: readonly Report[], doubts: TradeDoubts, day: IsoDate, days: number): readonly OwnedTrade[] {
  const from = addDays(day, 1 - days);
  return effective.flatMap((report): readonly OwnedTrade[] => {
    const lines = tradesDatedIn(report, from, day);
    if (lines.length === 0) return [];
    const who = { filed: report.known, owners: report.body.owners.map((o) => o.cik), chiefs: chiefsOf(report.body), plan: report.body.plan10b5_1 };
    return lines.map((line) => ({
      traded: line.traded,
      side: line.side,
      value: line.value,
      ...(doubts.get(line)?.isOut ? { isOut: true as const } : {}),
      ...who,
    }));
  });
}

/** Trades by filing day, in order. */
export const groupedByFiling = (trades: readonly OwnedTrade[]): (readonly [IsoDate, readonly OwnedTrade[]])[] =>
  [...groupedBy(trades, ({ filed }) => filed)].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
