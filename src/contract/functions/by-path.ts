import type { Declarations } from "./declaration";
import { NYSE_ARCA, field, number, pathFunction, ticker, words } from "./parameters";

/** Functions that only sheet paths reach. */
export const BY_PATH = {
  CHANGE: pathFunction({
    isUnlisted: true,
    title: "Change of the last close on the day",
    parameters: [ticker("AAPL")],
    result: { type: "number", unit: "%", about: "change from the previous close, %" },
    source: "market-data vendor",
    caveats: [],
  }),
  VAR: pathFunction({
    title: "Value at risk over one day",
    parameters: [ticker("AAPL")],
    result: { type: "number", unit: "%", about: "one-day value at risk at 95 %, from past returns, %" },
    source: "service calculation on vendor prices",
    caveats: [],
  }),
  SHARPE: pathFunction({
    title: "Sharpe ratio over one year",
    parameters: [ticker("AAPL")],
    result: { type: "number", unit: "ratio", about: "Sharpe ratio over one year, annualised" },
    source: "service calculation on vendor prices",
    caveats: [],
  }),
  INSIDER: pathFunction({
    title: "Open-market trades of insiders over 30 days",
    parameters: [ticker("AAPL"), field("net")],
    fields: [
      number("net", "USD", "purchases less sales over 30 days"),
      number("value", "USD", "purchases plus sales over 30 days"),
      number("buy", "USD", "open-market purchases over 30 days"),
      number("sell", "USD", "open-market sales over 30 days"),
    ],
    source: "Form 4",
    caveats: [],
  }),
  CONGRESS: pathFunction({
    title: "Disclosed trades of members of Congress over 90 days",
    parameters: [ticker("AAPL"), field("count")],
    fields: [number("count", "count", "disclosed trades over 90 days"), number("net", "count", "purchases less sales over 90 days")],
    source: "House periodic transaction reports",
    caveats: [],
  }),
  ODDS: pathFunction({
    title: "Probability of Yes on a prediction market",
    parameters: [
      words("market", "market", 200, "a market's id or words of its question", "dollar reserve currency", "A market's id, or whole words of its question."),
    ],
    result: { type: "number", unit: "probability", about: "probability of Yes, 0 to 1" },
    source: "prediction-market venue",
    caveats: ["end_date_scheduled_not_actual"],
  }),
  GAMMA: pathFunction({
    title: "Modeled dealer gamma",
    parameters: [ticker("SPY", NYSE_ARCA), field("net")],
    fields: [
      number("net", "USD per 1 % move", "modeled net dealer gamma"),
      number("call", "USD per 1 % move", "modeled dealer gamma of calls"),
      number("put", "USD per 1 % move", "modeled dealer gamma of puts"),
      number("flip", "USD", "price at which the modeled gamma crosses zero"),
    ],
    source: "service model over vendor options chains",
    caveats: ["gamma_modeled_not_measured"],
  }),
  ASOF: pathFunction({
    title: "Newest observation date for a name",
    parameters: [
      words(
        "entity",
        "any_name",
        200,
        "a ticker, a series, a coin or a country",
        "AAPL",
        "A ticker, a series, a coin, a country, or a name that another sheet path accepts.",
      ),
    ],
    result: { type: "date", about: "newest observation date for the name" },
    source: "the newest observation date of every data family",
    caveats: [],
  }),
} satisfies Declarations;
