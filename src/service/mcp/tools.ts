/** A tool: its endpoints and what it says to a model. Arguments, bounds and defaults are those of the endpoints. */
interface ToolLine {
  readonly name: string;
  /** Addresses as in the OpenAPI document. With several, a call uses the one whose path parameters were all given. */
  readonly paths: readonly [string, ...string[]];
  /** What it answers and in which units, and which tool to use before or instead. */
  readonly description: string;
  /** Arguments with another name than their parameter, by the argument's name. */
  readonly sentAs?: Readonly<Record<string, string>>;
}

/** The tools of the interface specification, in its order. A tool is served as soon as the service has one of its endpoints. */
export const TOOLS: readonly ToolLine[] = [
  {
    name: "service_status",
    paths: ["/v1/status"],
    description:
      "Which data families the service has, how fresh each is, which are generated sample data, and how much of the key's quota is left. Call it first: it says whether figures of a family may be quoted.",
  },
  {
    name: "service_brief",
    paths: ["/v1/brief/{asset_class}/{symbol}"],
    description:
      "A digest of everything the service knows about one US ticker or one coin, each section with its own as_of. Good for a first overview; call service_status before it to see how fresh each family is.",
  },
  {
    name: "prediction_markets",
    paths: ["/v1/prediction/markets"],
    description: "Open prediction markets, largest lifetime volume first. Search by words (q) or category to find a market_id. Probabilities are from 0 to 1.",
  },
  {
    name: "prediction_market_detail",
    paths: ["/v1/prediction/markets/{market_id}"],
    description: "One prediction market with the other outcomes of its event and its change over 30 days. Find market_id with prediction_markets.",
  },
  {
    name: "prediction_market_history",
    paths: ["/v1/prediction/markets/{market_id}/history"],
    description: "How the YES probability and the volume of one prediction market developed, oldest point first. Use hours or days, not both.",
  },
  {
    name: "prediction_order_book",
    paths: ["/v1/prediction/markets/{market_id}/book"],
    description:
      "The order book of one prediction market: depth on both sides, spread, and slippage for standard sizes in US dollars. as_of is when the book was fetched.",
  },
  {
    name: "prediction_movers",
    paths: ["/v1/prediction/movers"],
    description: "Prediction markets whose probability moved most in 24 hours or 7 days. A change of 0.05 is five percentage points.",
  },
  {
    name: "prediction_calibration",
    paths: ["/v1/prediction/calibration"],
    description:
      "How well probabilities about 7 days before resolution matched the outcomes: buckets, Brier score (0 is perfect, 0.25 a coin flip), by category. It describes the past and forecasts nothing.",
  },
  {
    name: "prediction_execution_cost",
    paths: ["/v1/prediction/markets/{market_id}/execution-cost"],
    description:
      "Modeled cost of filling an order in one prediction market, for buying and selling: average price and slippage in basis points off mid, without fees. notionals are order sizes in US dollars. A size that the stored depth cannot cover is marked as exhausted, not estimated.",
    sentAs: { notionals: "notional" },
  },
  {
    name: "prediction_calendar",
    paths: ["/v1/prediction/calendar"],
    description: "Which contested prediction markets (5 % to 95 %) are scheduled to close, by day. Actual resolution may be earlier or later.",
  },
  {
    name: "crypto_whale_transfers",
    paths: ["/v1/crypto/whales"],
    description:
      "Large transfers on Bitcoin, Ethereum and Solana, newest first, with their size in US dollars and the labels of sender and receiver. Leave out rows with is_internal_transfer before you add up flows.",
  },
  {
    name: "crypto_etf_flows",
    paths: ["/v1/crypto/etf/flows"],
    description:
      "Daily flows and assets of US spot crypto funds, in US dollars. Flows of bitcoin and ether funds are withheld for lack of a licence: they are null with a reason, not zero.",
  },
  {
    name: "crypto_derivatives",
    paths: ["/v1/crypto/derivatives/{symbol}"],
    description: "Funding rate, open interest, long/short ratio, basis and mark price of one perpetual contract.",
  },
  {
    name: "crypto_funding",
    paths: ["/v1/crypto/funding", "/v1/crypto/funding/{symbol}"],
    description: "Perpetual funding rates in percent for each funding interval. With symbol: its history. Without: the latest rate of every symbol and venue.",
  },
  {
    name: "crypto_liquidations",
    paths: ["/v1/crypto/liquidations"],
    description: "Liquidated long and short positions of perpetual contracts, in US dollars, over the last hours.",
  },
  {
    name: "equity_signals",
    paths: ["/v1/equities/signals"],
    description: "Detected signals of US shares, such as insider buying or a price gap, with direction, severity and the evidence in words. No advice.",
  },
  {
    name: "institutional_holdings",
    paths: ["/v1/equities/institutional"],
    description:
      "Positions of institutions from their 13F reports, largest market value first (US dollars). Reports come up to 45 days after the quarter. ticker is null if the CUSIP is unresolved.",
  },
  {
    name: "equity_short_interest",
    paths: ["/v1/equities/short-interest"],
    description:
      "Short interest of US shares, published twice a month: percent of float (a lower bound), percent of shares outstanding, days to cover. With symbol: the settlements of that ticker. Quote the attribution with it. It is a stock; daily flow is short_volume.",
  },
  {
    name: "equity_gamma",
    paths: ["/v1/equities/gamma", "/v1/equities/gamma/{ticker}"],
    description:
      "Modeled dealer gamma in US dollars per 1 % move, not measured positions. With ticker: by strike, with flip price and walls. Without: net gamma of all covered tickers.",
  },
  {
    name: "smart_money",
    paths: ["/v1/equities/smart-money", "/v1/equities/smart-money/{ticker}"],
    description:
      "Composite score from -100 (selling) to 100 (buying) of insiders, Congress, 13F holders and short volume. With ticker: each component with its evidence, and the trend of 30 sessions. Without: symbols ranked by score. Descriptive, no advice.",
  },
  {
    name: "insider_clusters",
    paths: ["/v1/equities/insider-clusters"],
    description: "US shares that several insiders bought or sold within days (Form 4), strongest cluster first, in US dollars.",
  },
  {
    name: "congress_trades",
    paths: ["/v1/equities/congress"],
    description: "Trades that members of the US House disclosed, newest trade first. Amounts are ranges as filed, in US dollars; members have 45 days to file.",
  },
  {
    name: "short_volume",
    paths: ["/v1/equities/short-volume"],
    description:
      "Daily short sale volume in shares, and its ratio to total volume, of trades reported off exchange. It includes hedging by market makers and is a flow; for positions use equity_short_interest. Quote the attribution with it.",
  },
  {
    name: "field_search",
    paths: ["/v1/fields"],
    description:
      "Searches everything that the service has a name for: spreadsheet functions, sheet paths, macro series, screener fields, caveats. Use it to find which function or field answers a question, and what it counts in.",
  },
];
