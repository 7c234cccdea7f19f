import { addDays, type IsoDate } from "../../../contract/dates";
import type { Context } from "../../answers/context";
import { firstDoubt } from "../../doubts/doubt-check";
import { CLOSE_DAYS, INSIDER_TRADE_CHECKS, isOutOfRange, type CheckedTrade } from "../../doubts/insider-trades";
import type { Close } from "../../records/equities";
import type { ReportedTrade } from "../../records/disclosed-trades";
import { isDoubt, shareBasisOf } from "../share-basis/share-basis";
import { byFiling } from "./effective-reports";
import { separateDoubts, type Report } from "./one-block";

/** Why a trade may be wrong, and whether it is in no sum. */
export interface TradeDoubt {
  readonly sentence: string;
  readonly isOut: boolean;
}

export type TradeDoubts = ReadonlyMap<ReportedTrade, TradeDoubt>;

/** Of sample trades, whose prices are no published ones. */
export const NO_DOUBTS: TradeDoubts = new Map();

/** The published close of a day or of some days before on the same shares. Sample prices are never compared. */
function closeOf({ store, clock }: Context, symbol: string): (day: IsoDate) => CheckedTrade["close"] {
  if (!store.records.isPublished("price", symbol)) return () => undefined;
  return (day) => {
    const [last] = store.records.between<Omit<Close, "date">>("price", symbol, addDays(day, -CLOSE_DAYS), day, clock.today()).toReversed();
    return last && { date: last.date, close: last.body.close };
  };
}

/** The doubts about the trades of a symbol's effective reports from a day on, as known on the service's date. None about sample reports. */
export function tradeDoubtsOf(context: Context, symbol: string, effective: readonly Report[], from: IsoDate): TradeDoubts {
  if (!context.store.records.isPublished("insider_trade", symbol)) return NO_DOUBTS;
  const doubts = new Map([...separateDoubts(effective, byFiling)].map(([trade, sentence]) => [trade, { sentence, isOut: false }]));
  const find = closeOf(context, symbol);
  for (const { body } of effective)
    for (const trade of body.trades) {
      if (trade.traded < from) continue;
      const close = find(trade.traded);
      // A close of an earlier day may be on other shares.
      const basis = close && close.date < trade.traded ? shareBasisOf(context, symbol).closeBetween(close.date, trade.traded) : undefined;
      const isComparable = basis === undefined || (!isDoubt(basis) && basis.times === 1);
      const checked: CheckedTrade = { symbol, trade, close: isComparable ? close : undefined };
      const sentence = firstDoubt(INSIDER_TRADE_CHECKS, checked);
      if (sentence !== undefined) doubts.set(trade, { sentence, isOut: isOutOfRange(checked) });
    }
  return doubts;
}
