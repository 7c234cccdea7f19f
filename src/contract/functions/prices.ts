import type { Declarations } from "./declaration";
import { cellFunction, date, field, number, text, ticker } from "./parameters";

/** Prices. */
export const PRICES = {
  PRICE: cellFunction({
    title: "Last close of a ticker, end of day",
    description: "Last close of a ticker and its change on the day, in the currency that it trades in.",
    remarks: 'End of day, not live. Prices are never estimated: a figure that is not there shows as text, "n/a:" with the reason, never as 0.',
    parameters: [ticker("AAPL"), field("last, the last close")],
    fields: [
      number("last", "varies", "last close"),
      number("change", "varies", "change on the day"),
      number("change_pct", "%", "change on the day"),
      number("previous", "varies", "close before the last"),
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
