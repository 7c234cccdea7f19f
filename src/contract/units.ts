/** The closed list of units an answer may carry. `%` is percent: 4.23 means 4.23 %. ISO currencies are added for prices and statements. */
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

/** ISO 4217 codes that prices and financial statements are stated in. */
export const CURRENCIES = [
  "USD",
  "EUR",
  "GBP",
  "JPY",
  "CHF",
  "CAD",
  "AUD",
  "CNY",
  "HKD",
  "INR",
  "KRW",
  "BRL",
  "MXN",
  "SEK",
  "NOK",
  "DKK",
  "TWD",
  "ZAR",
] as const;

export type Currency = (typeof CURRENCIES)[number];
export type Unit = (typeof UNITS)[number] | Currency | `${Currency}/shares`;
