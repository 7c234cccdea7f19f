import type { Publisher } from "../publisher";
import { harmonisedPrices } from "./harmonised-prices";
import { keyRates } from "./key-rates";
import { convergenceRates } from "./long-term-rates";

/** European Central Bank: key interest rates, harmonised consumer prices and long-term rates of the euro area. */
export const ecb: Publisher = {
  id: "ecb",
  name: "European Central Bank",
  attribution: "European Central Bank",
  terms: {
    licence: "ESCB policy: free reuse with source",
    url: "https://www.ecb.europa.eu/services/disclaimer/html/index.en.html",
    text: "The statistics may be used and redistributed free of charge, if the European Central Bank is named as the source and the figures are not changed.",
    defaultOn: true,
    redistribution: "allowed",
  },
  feeds: [keyRates, harmonisedPrices, convergenceRates],
  politeness: { msBetween: 2_000 },
};
