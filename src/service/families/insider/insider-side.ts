import { addDays, type IsoDate } from "../../../contract/dates";
import { groupedBy } from "../../../contract/lists";
import { rounded } from "../../../contract/rounded";
import { type Chief, chiefsOf } from "../../records/disclosed-trades";
import type { Report } from "./one-block";
import { type TradeDoubts, tradesDatedIn } from "./reported-trades";
import { newestDay } from "../../answers/published-rows";
import { sumOf } from "../statistics";

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

/** Number of independent insiders. Owners linked by shared reports, directly or through others, count as one. */
export function insidersIn(trades: readonly OwnedTrade[]): number {
  // Most reports have one owner, so no groups need to be joined.
  if (trades.every((t) => t.owners.length === 1)) return new Set(trades.map((t) => t.owners[0])).size;
  let groups: ReadonlySet<string>[] = [];
  for (const { owners } of trades) {
    const joined = groups.filter((g) => owners.some((o) => g.has(o)));
    groups = [...groups.filter((g) => !joined.includes(g)), new Set([...owners, ...joined.flatMap((g) => [...g])])];
  }
  return groups.length;
}

const firstDay = (days: readonly IsoDate[]): IsoDate | undefined => days.reduce<IsoDate | undefined>((a, b) => (a === undefined || b < a ? b : a), undefined);

/** The trades of one company's insiders on one side of the market within the window. */
export type InsiderSide = ReturnType<typeof insiderSideOf>;

/** Totals of the trades of one side. */
export function insiderSideOf(side: OwnedTrade["side"], all: readonly OwnedTrade[]) {
  const trades = all.filter((t) => t.side === side);
  const inSum = trades.filter((t) => !t.isOut);
  const unpriced = inSum.filter((t) => t.value === null).length;
  const has = (chief: Chief): boolean => trades.some((t) => t.chiefs.includes(chief));
  const stated = trades.filter((t) => t.plan !== null);
  const planned = stated.filter((t) => t.plan).length;
  return {
    side,
    /** Number of persons; a group that files together counts as one. */
    insiders: insidersIn(trades),
    trades: trades.length,
    /** US dollars; zero without a trade. Null if a trade states no price, because the sum would be too small, or if all prices are wrong. */
    value: unpriced > 0 || (trades.length > 0 && inSum.length === 0) ? null : rounded(sumOf(inSum.map((t) => t.value ?? 0)), 2),
    unpriced,
    /** Number of trades that are not in the value, because a published price shows that their prices are wrong. */
    out: trades.length - inSum.length,
    hasCeo: has("CEO"),
    hasCfo: has("CFO"),
    /** True if any trade is under a rule 10b5-1 plan, false if all are known not to be, else null. */
    has10b5_1: planned > 0 ? true : trades.length > 0 && stated.length === trades.length ? false : null,
    /** Share of trades outside a plan, among those that state it; null if none does. */
    unplanned: stated.length === 0 ? null : 1 - planned / stated.length,
    firstTrade: firstDay(trades.map((t) => t.traded)),
    lastTrade: newestDay(trades.map((t) => t.traded)),
    lastFiled: newestDay(trades.map((t) => t.filed)),
  };
}
