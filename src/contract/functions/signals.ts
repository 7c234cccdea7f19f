import { HORIZON_NAMES } from "./choices";
import type { Declarations } from "./declaration";
import { cellFunction, choice, date, field, integer, named, number, text, ticker, words } from "./parameters";

/** Signals, their agreement, their record, and reports. */
export const SIGNAL_FUNCTIONS = {
  SIGNAL: cellFunction({
    title: "Latest signal for a ticker",
    description: "Latest signal for a ticker within a window of days: its type, direction, severity, score or headline, or the number of signals.",
    remarks: 'Descriptive, not advice. Without a signal in the window the cell shows "n/a:" with the reason; only the field count can be 0.',
    parameters: [ticker("NVDA"), field("type"), integer("days", [1, 365], 30, "Length of the window: 1 to 365 days. Default: 30.")],
    fields: [
      text("type", "signal type"),
      text("direction", "bull, bear or neutral"),
      text("severity", "critical, high, medium or low"),
      number("score", "score", "strength score"),
      text("headline", "headline with its source"),
      date("date", "day of the signal"),
      number("count", "count", "signals in the window"),
      number("age_days", "days", "days since the latest signal"),
    ],
    returns: "Text, a number, or a date.",
    example: ["NVDA", "headline", 90],
    search: "alert event insider congress",
    source: "service signal engine",
    caveats: [],
  }),
  CONFLUENCE: cellFunction({
    title: "Signal families that agree or diverge on a symbol",
    description: "Active agreement (confluence) or disagreement (divergence) of several signal families on one symbol.",
    remarks:
      'Context, not prediction. A missing family means that it has no data, not that it disagrees. If no confluence or divergence is active, the cell shows "n/a:" with the reason, never 0.',
    parameters: [
      { ...ticker("NVDA"), name: "symbol", is: "ticker_or_coin", about: "US ticker, such as NVDA, or BTC, ETH or SOL; NVDA US Equity and BTC-USD work too." },
      field("score"),
    ],
    fields: [
      number("score", "score", "strength of the agreement"),
      text("families", "families that agree or diverge"),
      text("direction", "bull or bear"),
      text("kind", "confluence or divergence"),
      date("date", "day that the figure describes"),
    ],
    returns: "A score, text, or a date.",
    example: ["NVDA", "families"],
    search: "agreement",
    source: "service confluence engine",
    caveats: ["confluence-family-coverage", "confluence-not-additive-proof"],
  }),
  TRACKRECORD: cellFunction({
    title: "Median return after past signals of a type",
    description: "Median return, in percent, over a horizon after all past signals of one type.",
    remarks: 'Live history, not a backtest and not advice. With too few completed horizons the cell shows "n/a:" with the reason, never 0.',
    parameters: [
      named("signalType", "signal_type", "insider_cluster_buy", "Signal type, such as insider_cluster_buy."),
      choice("horizon", HORIZON_NAMES, "30d", "Time after the signal. Default: 30d.", "30d"),
    ],
    result: { type: "number", unit: "%", about: "median return after the signals, %" },
    returns: "Percent.",
    example: ["insider_cluster_buy", "30d"],
    search: "performance hit rate",
    values: { weight: 1 },
    source: "service track record",
    caveats: ["no-advice", "track-record-in-sample", "track-record-price-coverage", "track-record-young"],
  }),
  OSINT: cellFunction({
    title: "Number of open-source reports on a keyword",
    description: "Number of open-source reports of the last hours that match a keyword.",
    remarks: '0 means that the sources were read and nothing matched. If they could not be read, the cell shows "n/a:" with the reason.',
    parameters: [
      words("keyword", "keyword", 80, "words to search for", "semiconductor", "Words to search for, at most 80 characters, any case."),
      integer("hours", [1, 720], 24, "Length of the window: 1 to 720 hours. Default: 24."),
    ],
    result: { type: "number", unit: "count", about: "number of reports that match" },
    returns: "A count.",
    example: ["semiconductor", 48],
    search: "news media articles",
    source: "open-source reports",
    caveats: [],
  }),
} satisfies Declarations;
