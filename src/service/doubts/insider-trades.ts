import { withSeparators } from "../../contract/counted";
import type { IsoDate } from "../../contract/dates";
import type { Close } from "../records/equities";
import type { InsiderReport, ReportedTrade } from "../records/disclosed-trades";
import { firstDoubt, type DoubtCheck } from "./doubt-check";

/** A trade, and the published close of its day or of at most some days before. Undefined if none is known. */
export interface CheckedTrade {
  readonly symbol: string;
  readonly trade: ReportedTrade;
  readonly close?: Pick<Close, "date" | "close"> | undefined;
}

/** How far before a trade a close may be. */
export const CLOSE_DAYS = 4;
/** A price further from the close than this factor is the total of the trade, or that of another security: receipts stand for 2 to 1,000 shares. */
const FACTOR = 3;
/** US dollars a share. The few dearer shares are listed. */
const MAX_PRICE = 5_000;
const DEARER: ReadonlySet<string> = new Set(["BRK.A", "NVR", "SEB", "BKNG", "LICT"]);
/** A joined spelling counts as that of the class only once an SEC list is stored. */
const isDear = (symbol: string): boolean => DEARER.has(symbol) || symbol === "BRKA";
/** US dollars. Sales of a billion in one line are some in a year. */
const MAX_VALUE = 1e9;

const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 4 });
/** A trade in words: `1,000 shares bought on 2025-06-10`. */
export const tradeInWords = ({ side, shares, traded }: Pick<ReportedTrade, "side" | "shares" | "traded">, what = "shares"): string =>
  `${grouped.format(shares)} ${what} ${side === "buy" ? "bought" : "sold"} on ${traded}`;

/** How many times the published close the price is; undefined if either is unknown. */
const timesOf = ({ trade: { price }, close }: CheckedTrade): number | undefined => (price === null || close === undefined ? undefined : price / close.close);

/** True if a published close shows that the price cannot be that of the ticker's shares. Such a trade is in no sum. */
export function isOutOfRange(of: CheckedTrade): boolean {
  const times = timesOf(of);
  return times !== undefined && (times > FACTOR || times < 1 / FACTOR);
}

export const INSIDER_TRADE_CHECKS: readonly DoubtCheck<CheckedTrade>[] = [
  {
    figure: "insider_trade price",
    bound: `within a factor of ${FACTOR} of the published close of the day, or of at most ${CLOSE_DAYS} days before; else it is in no sum`,
    doubt: (of) =>
      isOutOfRange(of)
        ? `The price ${of.trade.price} of ${tradeInWords(of.trade)} is ${Number(timesOf(of)!.toPrecision(3))} times the close ${of.close!.close} of ${of.close!.date}, so the trade is in no sum: it may be the total, or the price of another security.`
        : undefined,
  },
  {
    figure: "insider_trade price",
    bound: `more than 0 and at most ${withSeparators(MAX_PRICE)} USD a share, without a published close; ${[...DEARER].join(", ")} excepted`,
    doubt: ({ symbol, trade, close }) =>
      close === undefined && trade.price !== null && (trade.price === 0 || (trade.price > MAX_PRICE && !isDear(symbol)))
        ? `The price ${trade.price} of ${tradeInWords(trade)} is ${trade.price === 0 ? "zero" : `above ${withSeparators(MAX_PRICE)} USD`}, and no published close of that day is known to compare it with.`
        : undefined,
  },
  {
    figure: "insider_trade value",
    bound: `at most ${withSeparators(MAX_VALUE)} USD, without a published close`,
    doubt: ({ trade, close }) =>
      close === undefined && trade.value !== null && trade.value > MAX_VALUE
        ? `${tradeInWords(trade)} at ${trade.price} are worth ${withSeparators(Math.round(trade.value))} USD, more than ${withSeparators(MAX_VALUE)} USD, and no published close of that day is known to compare the price with.`
        : undefined,
  },
  {
    figure: "insider_trade security",
    bound: "a title that names shares",
    doubt: ({ trade }) =>
      trade.unclear
        ? `${tradeInWords(trade)} have the title ${JSON.stringify(trade.security)}, which may be another security than the ticker's shares.`
        : undefined,
  },
  {
    figure: "insider_trade class",
    bound: "a title that names the class, if the report names several symbols",
    doubt: ({ trade }) =>
      trade.shared
        ? `${tradeInWords(trade)} count for each symbol that the report names, because their title names no class: ${JSON.stringify(trade.security ?? "")}.`
        : undefined,
  },
];

/** The doubts about the trades of one report. `closeOf` finds the published close of a day or shortly before. */
export const doubtsOfReport = (symbol: string, { trades }: InsiderReport, closeOf: (day: IsoDate) => CheckedTrade["close"]): readonly (string | undefined)[] =>
  trades.map((trade) => firstDoubt(INSIDER_TRADE_CHECKS, { symbol, trade, close: closeOf(trade.traded) }));
