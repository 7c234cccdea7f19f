import type { Publisher } from "../publisher";
import { policyRates } from "./policy-rates";

/** Bank for International Settlements: central bank policy rates. */
export const bis: Publisher = {
  id: "bis",
  name: "Bank for International Settlements",
  terms: {
    licence: "BIS terms of use: free reuse with citation",
    url: "https://www.bis.org/terms_statistics.htm",
    text: "The figures may be reused with the BIS named as their source. Commercial use is allowed only without an extra charge for the part that is the BIS's.",
    defaultOn: true,
  },
  feeds: [policyRates],
  politeness: { msBetween: 2_000 },
};
