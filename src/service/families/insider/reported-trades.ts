import { addDays, type IsoDate } from "../../../contract/dates";
import type { Context } from "../../answers/context";
import { firstDoubt } from "../../doubts/doubt-check";
import { type CheckedTrade, CLOSE_DAYS, INSIDER_TRADE_CHECKS, isOutOfRange, tradeInWords } from "../../doubts/insider-trades";
import type { InsiderReport, ReportedTrade } from "../../records/disclosed-trades";
import type { Close } from "../../records/equities";
import { isPublished, recordsOf } from "../rows";
import { isDoubt, shareBasisOf } from "../share-basis/share-basis";
import { byFiling, isAmendedBy } from "./effective-reports";
import { type Report, separateDoubts } from "./one-block";

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

/** An amendment may move a trade into or out of the window by this many days. */
const MOVED_DAYS = 60;

/** The first day of reports that may have a trade of the last `days` days, or of as many to the day before. Sample reports have no amendments. */
const firstDay = (context: Context, days: number, ticker?: string): IsoDate =>
  addDays(context.clock.today(), 1 - days - (isPublished(context, "insider_trade", ticker) ? MOVED_DAYS : 1));
const FAR_FUTURE: IsoDate = "9999-12-31";

/** Reports on one symbol that may have a trade of the last `days` days, as known on the service's date. */
export function reportsNear(context: Context, ticker: string, days: number): readonly Report[] {
  const today = context.clock.today();
  return recordsOf(context, "insider_trade", ticker).between<InsiderReport>("insider_trade", ticker, firstDay(context, days, ticker), FAR_FUTURE, today);
}

/** The trades of a report that count for all symbols together: one that belongs to several symbols counts at the first. */
export const countedForAll = ({ entity, body: { symbols, trades } }: Pick<Report, "entity" | "body">): readonly ReportedTrade[] =>
  symbols === undefined || symbols[0] === entity ? trades : trades.filter((trade) => !trade.shared);

/** The same for all symbols, in no order. */
export function allReportsNear(context: Context, days: number): readonly Report[] {
  const today = context.clock.today();
  return recordsOf(context, "insider_trade")
    .across<InsiderReport>("insider_trade", firstDay(context, days), FAR_FUTURE, today)
    .map((report) => (report.body.symbols === undefined ? report : { ...report, body: { ...report.body, trades: countedForAll(report) } }));
}

/** The open-market lines of a report that were traded on the days from `from` to `to`. */
export const tradesDatedIn = (report: Report, from: IsoDate, to: IsoDate): readonly ReportedTrade[] =>
  report.body.trades.filter((t) => t.traded >= from && t.traded <= to);

/** A trade that states its price. */
export interface ValuedTrade extends Pick<ReportedTrade, "traded" | "side"> {
  readonly value: number;
}

/** The window's trades, and what is known of those that do not count. */
export interface Reported {
  /** Those with a value that counts, oldest first. */
  readonly trades: readonly ValuedTrade[];
  /** The number of trades without a price. */
  readonly unpriced: number;
  /** The number of reports in the window. */
  readonly reports: number;
  /** The doubts about trades. Those that are out are not among the trades. */
  readonly doubts: readonly (TradeDoubt & Pick<ReportedTrade, "side">)[];
  /** Lines that could not be read and may be trades. */
  readonly leftOut: readonly UnreadLine[];
  /** Purchases and sales of other securities, each in words. */
  readonly others: readonly string[];
}

/** A line that could not be read, in a sentence, and its side if it is known. */
export interface UnreadLine {
  readonly side: ReportedTrade["side"] | undefined;
  readonly sentence: string;
}

/** Lines of effective reports that could not be read, unless an amendment may have corrected them. */
export const unreadIn = (effective: readonly Report[], from: IsoDate): readonly UnreadLine[] =>
  effective
    .filter((r) => r.date >= from && r.body.leftOut !== undefined && !effective.some((other) => isAmendedBy(r, other)))
    .flatMap(({ key, body: { leftOut = [] } }) =>
      leftOut.map(({ side, line, why }) => ({ side, sentence: `A line of report ${key.split(" ").at(-1)} is left out, ${JSON.stringify(line)}: ${why}.` })),
    );

/** Purchases and sales of other securities than the ticker's shares. */
export const othersIn = (effective: readonly Report[], from: IsoDate, to: IsoDate): readonly string[] =>
  effective.flatMap(({ body: { otherLines = [] } }) =>
    otherLines
      .filter(({ code, symbol, traded }) => (code === "P" || code === "S") && symbol === undefined && traded >= from && traded <= to)
      .map(({ code, security, ...line }) => tradeInWords({ ...line, side: code === "P" ? "buy" : "sell" }, security)),
  );

/** The window's trades by trade date, from effective reports. */
export function reportedTrades(effective: readonly Report[], doubts: TradeDoubts, today: IsoDate, days: number): Reported {
  const from = addDays(today, 1 - days);
  const inWindow = effective.flatMap((report) => tradesDatedIn(report, from, today).map((trade) => ({ trade, doubt: doubts.get(trade) })));
  const inSums = inWindow.filter(({ doubt }) => doubt?.isOut !== true);
  const trades = inSums.flatMap(({ trade: { traded, side, value } }) => (value === null ? [] : [{ traded, side, value }]));
  return {
    trades: trades.sort((a, b) => (a.traded < b.traded ? -1 : a.traded > b.traded ? 1 : 0)),
    unpriced: inSums.length - trades.length,
    reports: effective.filter((r) => r.date >= from).length,
    doubts: inWindow.flatMap(({ trade: { side }, doubt }) => (doubt ? [{ ...doubt, side }] : [])),
    leftOut: unreadIn(effective, from),
    others: othersIn(effective, from, today),
  };
}
