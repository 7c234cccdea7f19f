import { wordList } from "./text";

/** The units of answers, a closed list. `%` is percent: 4.23 means 4.23 %. Prices and statements also have ISO currencies. */
export const UNITS = [
  "%",
  "USD",
  "$M",
  "$B",
  "$T",
  "idx",
  "count",
  "ratio",
  "days",
  "bps",
  "% per interval",
  "USD per 1 % move",
  "USD/shares",
  "shares",
  "probability",
  "score",
  "pp",
] as const;

/** ISO 4217 currencies of prices and financial statements. */
export const CURRENCIES = wordList("USD EUR GBP JPY CHF CAD AUD CNY HKD INR KRW BRL MXN SEK NOK DKK TWD ZAR");

export type Currency = (typeof CURRENCIES)[number];
export type Unit = (typeof UNITS)[number] | Currency | `${Currency}/shares`;
