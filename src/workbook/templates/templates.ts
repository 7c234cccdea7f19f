import type { Book, BookSheet } from "../book";
import { macroBoard } from "./macro-board";
import { predictionOdds } from "./prediction-odds";
import { relativeValue } from "./relative-value";
import { shortInterest } from "./short-interest";
import { whaleAndFunding } from "./whale-and-funding";
import { yieldCurve } from "./yield-curve";

/** A template workbook. */
interface Template {
  /** Also the file's name, `assets/templates/<id>.xlsx`. */
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly book: Book;
}

const bookOf = (...sheets: BookSheet[]): Book => ({ sheets, active: 0, names: [], settings: {} });

/** One template workbook per subject. The formulas have no values until the workbook is calculated. */
export const templateBooks = (): Template[] => [
  { id: "macro-board", title: "Macro board", about: "Headline series beside a year earlier, policy rates, regime and liquidity.", book: bookOf(macroBoard()) },
  { id: "yield-curve", title: "Yield curve", about: "Tenors by dates, slopes and moves.", book: bookOf(yieldCurve()) },
  { id: "short-interest", title: "Short interest", about: "A list of tickers by what is sold short.", book: bookOf(shortInterest()) },
  { id: "relative-value", title: "Relative value", about: "A peer group by six metrics, against medians and percentiles.", book: bookOf(relativeValue()) },
  { id: "prediction-odds", title: "Prediction odds", about: "Prediction markets beside a view of your own.", book: bookOf(predictionOdds()) },
  { id: "whale-and-funding", title: "Whale and funding", about: "Large transfers, on-chain risk and funding rates.", book: bookOf(whaleAndFunding()) },
];

/** All templates in one workbook. */
export const starterBook = (): Book => bookOf(...templateBooks().flatMap(({ book }) => book.sheets));
