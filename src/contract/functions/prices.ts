import type { Declarations } from "./declaration";
import { cellFunction, date, field, number, text, ticker } from "./parameters";

/** Prices. */
export const PRICE_FUNCTIONS = {
  PRICE: cellFunction({
    title: "Last close of a ticker, end of day",
    description: "Last close of a ticker and its change on the day, in its trading currency.",
    remarks: 'End of day, not live. Prices are never estimated: a missing price shows "n/a:" with the reason, never 0.',
    parameters: [ticker("AAPL"), field("last, the last close")],
    fields: [
      number("last", "varies", "last close"),
      number("change", "varies", "change from the previous close"),
      number("change_pct", "%", "change from the previous close"),
      number("previous", "varies", "previous close"),
      date("date", "session of the last close"),
      text("currency", "ISO currency"),
    ],
    returns: "A price in its currency, a percentage, a date, or a currency code.",
    example: ["AAPL"],
    search: "stock quote share close",
    source: "market-data vendor",
    caveats: [],
  }),
} satisfies Declarations;
