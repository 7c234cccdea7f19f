import type { Publisher } from "../publisher";
import { polymarketMarkets } from "./markets";
import { polymarketOrderBooks } from "./order-books";

/** Polymarket: prediction markets. */
export const polymarket: Publisher = {
  id: "polymarket",
  name: "Polymarket",
  attribution: "Polymarket, public market data",
  terms: {
    licence: "Polymarket terms: redistribution not confirmed",
    url: "https://polymarket.com/tos",
    text: "The data is for your own view: permission to redistribute it is not confirmed. Restrictions in some countries and states apply to trading.",
    defaultOn: false,
    redistribution: "unconfirmed",
  },
  feeds: [polymarketMarkets, polymarketOrderBooks],
  rules: 1,
  politeness: { msBetween: 500 },
};
