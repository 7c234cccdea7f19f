import type { Declarations } from "./declaration";
import { NEVER_ZERO, NYSE, cellFunction, date, field, number, text, ticker } from "./parameters";

/** Holdings, insider and congressional trades, and short positions. */
export const POSITIONING_FUNCTIONS = {
  SMARTMONEY: cellFunction({
    title: "Insiders, Congress, 13F and short volume in one score",
    description: "Composite of insider, congressional, 13F and short-volume activity in a ticker, from -100 (selling) to +100 (buying).",
    remarks:
      'A descriptive summary of filings that lag by up to 45 days, not advice. If no component has data, the cell shows "n/a:" with the reason, never 0.',
    parameters: [ticker("NVDA")],
    result: { type: "number", unit: "score", about: "composite score, -100 to 100" },
    returns: "A score from -100 to 100.",
    example: ["NVDA"],
    search: "insider congress institutions",
    source: "composite over regulatory filings",
    caveats: ["smart-money-descriptive", "smart-money-lag", "smart-money-short-coverage", "thirteenf_ticker_resolution"],
  }),
  HOLDERS13F: cellFunction({
    title: "Institutional holders at the latest quarter",
    description:
      "Institutional holders of a ticker at the latest quarter of 13F filings: their number, the market value in USD, and the change over the quarter.",
    remarks: `Filings lag by about 45 days, and some rows have no known ticker. ${NEVER_ZERO}`,
    parameters: [ticker("AAPL"), field("count, the number of holders")],
    fields: [
      number("count", "count", "holders at the latest quarter"),
      number("value", "USD", "market value held"),
      number("qoq", "count", "holders that added shares less those that reduced, over the quarter"),
      text("quarter", "quarter of the filings"),
    ],
    returns: "A count, USD, or the quarter.",
    example: ["AAPL", "value"],
    search: "institutions 13f funds",
    source: "13F filings",
    caveats: ["thirteenf_ticker_resolution"],
  }),
  SHORTINTEREST: cellFunction({
    title: "Shares sold short",
    description: "Shares sold short in a ticker, by default in percent of float.",
    remarks:
      'Percent of float is a lower bound, and known for a minority of tickers only; otherwise the cell shows "n/a:" with the reason, never 0. The field pctshares, percent of shares outstanding, is another measure, known for more tickers. Days to cover is unknown if the source gives its ceiling of 999.99.',
    parameters: [ticker("GME", NYSE), field("pctfloat, percent of float")],
    fields: [
      number("pctfloat", "%", "percent of float, a lower bound"),
      number("pctshares", "%", "percent of shares outstanding"),
      number("days", "days", "days to cover"),
      text("confidence", "confidence in the float figure"),
      text("source", "source of the float figure, or why there is none"),
      number("short_interest", "shares", "shares sold short"),
      number("avg_daily_volume", "shares", "average daily volume"),
      number("change_pct", "%", "change from the previous settlement"),
      date("settlement_date", "settlement date"),
    ],
    returns: "Percent, days, shares, text, or a date.",
    example: ["GME", "days"],
    search: "short interest float days to cover",
    source: "consolidated short-interest dataset of a US broker-dealer self-regulator",
    caveats: ["short_pct_float_is_a_lower_bound", "short_pct_float_partial_coverage", "short_pct_shares_outstanding_is_not_float"],
  }),
} satisfies Declarations;
