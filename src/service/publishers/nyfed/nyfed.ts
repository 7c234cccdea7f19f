import type { Publisher } from "../publisher";
import { referenceRates } from "./reference-rates";
import { repoOperations } from "./repo-operations";

/** Federal Reserve Bank of New York: reference rates of the money market, repo and reverse repo operations. */
export const nyfed: Publisher = {
  id: "nyfed",
  name: "Federal Reserve Bank of New York",
  terms: {
    licence: "Terms of Use of the New York Fed: republication with its notice",
    url: "https://www.newyorkfed.org/terms-of-use",
    text: "The rates may be republished with the notice that comes with every answer. SOFR and BGCR rest on transaction data of DTCC Solutions LLC, too.",
    defaultOn: true,
  },
  feeds: [referenceRates, repoOperations],
  politeness: { msBetween: 500 },
};
