import type { Publisher } from "../publisher";
import { polymarketMarkets } from "./markets";

/** Polymarket: prediction markets. */
export const polymarket: Publisher = {
  id: "polymarket",
  name: "Polymarket",
  attribution: "Polymarket, public market data",
  terms: {
    licence: "Polymarket terms: redistribution not confirmed",
    url: "https://polymarket.com/tos",
    text: "The data is for your own view: leave to give it on is not confirmed. Restrictions of some countries and states concern trading.",
    defaultOn: false,
  },
  feeds: [polymarketMarkets],
  politeness: { msBetween: 500 },
};
