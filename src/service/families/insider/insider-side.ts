import type { IsoDate } from "../../../contract/dates";
import { rounded } from "../../sample/random";
import type { Chief } from "../../records/chiefs";
import type { OwnedTrade } from "./owned-trades";

/** What the insiders of one company did on one side of the market within the window. */
export interface InsiderSide {
  readonly side: OwnedTrade["side"];
  /** Persons, or groups that file together, each once. */
  readonly insiders: number;
  readonly trades: number;
  /** US dollars; null where a trade states no price: a smaller sum would be wrong. Zero where there is no trade. */
  readonly value: number | null;
  readonly unpriced: number;
  readonly hasCeo: boolean;
  readonly hasCfo: boolean;
  /** True once any trade is known to be under a plan by rule 10b5-1, false where all are known not to be, else null. */
  readonly has10b5_1: boolean | null;
  /** Share of trades made outside of a plan, among those that say; null where none says. */
  readonly freely: number | null;
  readonly firstTrade: IsoDate | undefined;
  readonly lastTrade: IsoDate | undefined;
  readonly lastFiled: IsoDate | undefined;
}

/** Number of independent insiders. Owners linked by shared reports, directly or through others, count as one. */
export function insidersIn(trades: readonly OwnedTrade[]): number {
  // Most reports are of one person: no groups need to be joined.
  if (trades.every((t) => t.owners.length === 1)) return new Set(trades.map((t) => t.owners[0])).size;
  let groups: ReadonlySet<string>[] = [];
  for (const { owners } of trades) {
    const joined = groups.filter((g) => owners.some((o) => g.has(o)));
    groups = [...groups.filter((g) => !joined.includes(g)), new Set([...owners, ...joined.flatMap((g) => [...g])])];
  }
  return groups.length;
}

const least = (days: readonly IsoDate[]): IsoDate | undefined => days.reduce<IsoDate | undefined>((a, b) => (a === undefined || b < a ? b : a), undefined);
const most = (days: readonly IsoDate[]): IsoDate | undefined => days.reduce<IsoDate | undefined>((a, b) => (a === undefined || b > a ? b : a), undefined);

/** The trades of one side added up. */
export function sideOf(side: OwnedTrade["side"], all: readonly OwnedTrade[]): InsiderSide {
  const trades = all.filter((t) => t.side === side);
  const unpriced = trades.filter((t) => t.value === null).length;
  const has = (chief: Chief): boolean => trades.some((t) => t.chiefs.includes(chief));
  const said = trades.filter((t) => t.plan !== null);
  const planned = said.filter((t) => t.plan).length;
  return {
    side,
    insiders: insidersIn(trades),
    trades: trades.length,
    value:
      unpriced > 0
        ? null
        : rounded(
            trades.reduce((sum, t) => sum + (t.value ?? 0), 0),
            2,
          ),
    unpriced,
    hasCeo: has("CEO"),
    hasCfo: has("CFO"),
    has10b5_1: planned > 0 ? true : trades.length > 0 && said.length === trades.length ? false : null,
    freely: said.length === 0 ? null : 1 - planned / said.length,
    firstTrade: least(trades.map((t) => t.traded)),
    lastTrade: most(trades.map((t) => t.traded)),
    lastFiled: most(trades.map((t) => t.filed)),
  };
}
