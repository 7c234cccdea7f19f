import { HORIZON_NAMES } from "./choices";
import type { Declarations } from "./declaration";
import { cellFunction, choice, date, field, integer, named, number, text, ticker, words } from "./parameters";

/** Signals, their agreement, their record, and reports. */
export const SIGNALS = {
  SIGNAL: cellFunction({
    title: "Latest signal for a ticker",
    description: "Latest signal for a ticker within a window of days: its type, direction, severity, score or headline, or how many there were.",
    remarks: 'Descriptive, not advice. No signal in the window shows "n/a:" with the reason; only the field count can be 0.',
    parameters: [ticker("NVDA"), field("type"), integer("days", [1, 365], 30, "How far back to look: 1 to 365 days. Left out: 30.")],
    fields: [
      text("type", "signal type"),
      text("direction", "bull, bear or neutral"),
      text("severity", "critical, high, medium or low"),
      number("score", "score", "strength score"),
      text("headline", "sourced headline"),
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
      'Context, not prediction: a family that is missing says something about coverage, not about disagreement. None active shows "n/a:" with the reason, never 0.',
    parameters: [
      { ...ticker("NVDA"), name: "symbol", is: "ticker_or_coin", about: "US ticker, such as NVDA, or BTC, ETH or SOL; NVDA US Equity and BTC-USD work too." },
      field("score"),
    ],
    fields: [
      number("score", "score", "strength of the agreement"),
      text("families", "families that agree or diverge"),
      text("direction", "bull or bear"),
      text("kind", "confluence or divergence"),
      date("date", "day of the reading"),
    ],
    returns: "A score, text, or a date.",
    example: ["NVDA", "families"],
    search: "agreement",
    source: "service confluence engine",
    caveats: ["confluence-family-coverage", "confluence-not-additive-proof"],
  }),
  TRACKRECORD: cellFunction({
    title: "Median return after past signals of a type",
    description: "Median forward return, in percent, of all past signals of one type over a horizon.",
    remarks: 'Live history, not a backtest and not advice. Too few completed horizons show "n/a:" with the reason, never 0.',
    parameters: [
      named("signalType", "signal_type", "insider_cluster_buy", "Signal type, such as insider_cluster_buy."),
      choice("horizon", HORIZON_NAMES, "30d", "How long after the signal. Left out: 30d.", "30d"),
    ],
    result: { type: "number", unit: "%", about: "median return after the signals, %" },
    returns: "Percent.",
    example: ["insider_cluster_buy", "30d"],
    search: "performance hit rate",
    source: "service track record",
    caveats: ["no-advice", "track-record-in-sample", "track-record-price-coverage", "track-record-young"],
  }),
  OSINT: cellFunction({
    title: "Number of open-source reports on a keyword",
    description: "Number of open-source reports that match a keyword over the last hours.",
    remarks: 'A count of 0 means that the sources were read and nothing matched; sources that could not be read show "n/a:" with the reason.',
    parameters: [
      words("keyword", "keyword", 80, "words to look for", "semiconductor", "Words to look for, at most 80 characters, any case."),
      integer("hours", [1, 720], 24, "How far back to look: 1 to 720 hours. Left out: 24."),
    ],
    result: { type: "number", unit: "count", about: "number of reports that match" },
    returns: "A count.",
    example: ["semiconductor", 48],
    search: "news media articles",
    source: "open-source reports",
    caveats: [],
  }),
} satisfies Declarations;
