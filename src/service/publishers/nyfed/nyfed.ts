import type { Publisher } from "../publisher";
import { referenceRates } from "./reference-rates";
import { repoOperations } from "./repo-operations";

/** Federal Reserve Bank of New York: money-market reference rates, repo and reverse repo operations. */
export const nyfed: Publisher = {
  id: "nyfed",
  name: "Federal Reserve Bank of New York",
  attribution:
    "Federal Reserve Bank of New York. The data is subject to the Terms of Use posted at newyorkfed.org. The New York Fed is not responsible for publication of the data by this service, does not sanction or endorse any particular republication, and has no liability for your use.",
  terms: {
    licence: "Terms of Use of the New York Fed: republication with its notice",
    url: "https://www.newyorkfed.org/terms-of-use",
    text: "The rates may be republished with the notice that comes with every answer. SOFR and BGCR also use transaction data of DTCC Solutions LLC.",
    defaultOn: true,
    redistribution: "allowed",
  },
  feeds: [referenceRates, repoOperations],
  politeness: { msBetween: 500 },
};
