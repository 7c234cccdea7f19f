import type { Declarations } from "./declaration";
import { NEVER_ZERO, cellFunction, date, field, named, number, text } from "./parameters";

/** On-chain data and perpetual futures. */
export const CRYPTO_FUNCTIONS = {
  WHALE: cellFunction({
    title: "Large on-chain transfers over 24 hours",
    description:
      "Large on-chain transfers of an asset over the last 24 hours, in USD: the total, the flow into or out of exchanges, the net flow, or the largest transfer.",
    remarks: `The net flow of bitcoin is an artifact of internal transfers; the flows of ether and the stablecoins are genuine. ${NEVER_ZERO}`,
    parameters: [named("asset", "asset", "BTC", "Coin, such as BTC; XBT, BTCUSDT, BTC-PERP and bitcoin work too."), field("total_usd")],
    fields: [
      number("total_usd", "USD", "total of the large transfers of the last 24 hours"),
      number("count", "count", "number of transfers"),
      number("inflow_usd", "USD", "transfers into exchanges"),
      number("outflow_usd", "USD", "transfers out of exchanges"),
      number("net_usd", "USD", "inflow less outflow"),
      number("largest_usd", "USD", "largest single transfer"),
    ],
    returns: "USD, or a count.",
    example: ["ETH", "net_usd"],
    search: "crypto bitcoin",
    values: { title: "#: large transfers", names: ["* whale", "# whale", "* transfers"], fields: "numbers" },
    source: "public blockchains",
    caveats: ["btc_netflow_artifact", "heuristic_labels_do_not_suppress", "internal_transfers_labelled"],
  }),
  ONCHAIN_RISK: cellFunction({
    title: "On-chain risk score of an asset",
    description: "Composite on-chain risk score of an asset, from 0 to 100; higher means more stress.",
    remarks: `A service calculation, not advice. Its parts are in the field components. ${NEVER_ZERO}`,
    parameters: [named("asset", "asset", "BTC", "Coin, such as BTC; XBT, BTCUSDT, BTC-PERP and bitcoin work too."), field("score")],
    fields: [
      number("score", "score", "0 to 100, higher is more stress"),
      text("level", "low, moderate, elevated or high"),
      date("date", "day that the figure describes"),
      text("components", "components with their share"),
    ],
    returns: "A score from 0 to 100, text, or a date.",
    example: ["BTC", "level"],
    search: "crypto bitcoin stress",
    values: { title: "#: on-chain risk", names: ["* on-chain risk", "# risk"] },
    source: "service composite",
    caveats: ["liquidations_single_venue_okx"],
  }),
  FUNDING: cellFunction({
    title: "Latest funding rate of a perpetual future",
    description: "Latest funding rate of a perpetual future, in percent per funding interval, not annualised.",
    remarks: `If it is positive, long positions pay short positions. ${NEVER_ZERO}`,
    parameters: [named("symbol", "perpetual", "BTC", "Perpetual, such as BTC; BTCUSDT, BTC-PERP and BTC-USDT-SWAP work too.")],
    result: { type: "number", unit: "% per interval", about: "latest funding rate, % per interval" },
    returns: "Percent per funding interval.",
    example: ["BTC"],
    search: "crypto perpetual swap",
    values: { names: ["* funding", "* funding rate", "#"] },
    source: "four exchanges' public APIs",
    caveats: [],
  }),
} satisfies Declarations;
