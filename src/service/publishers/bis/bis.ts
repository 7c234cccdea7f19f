import type { Publisher } from "../publisher";
import { consumerPrices } from "./consumer-prices";
import { policyRates } from "./policy-rates";
import { creditGaps, effectiveExchangeRates, housePrices, totalCredit } from "./statistics";

/** Bank for International Settlements: policy rates, effective exchange rates, consumer and house prices, credit. */
export const bis: Publisher = {
  id: "bis",
  name: "Bank for International Settlements",
  attribution: "Bank for International Settlements",
  terms: {
    licence: "BIS terms of use: free reuse with citation",
    url: "https://www.bis.org/terms_statistics.htm",
    text: "The figures may be reused if the BIS is named as the source. Commercial use is allowed only without an extra charge for the BIS's data.",
    defaultOn: true,
    redistribution: "allowed",
  },
  feeds: [policyRates, effectiveExchangeRates, consumerPrices, housePrices, totalCredit, creditGaps],
  politeness: { msBetween: 2_000 },
};
