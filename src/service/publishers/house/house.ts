import type { Publisher } from "../publisher";
import { filingIndex } from "./filing-index";
import { transactionReport } from "./transaction-report";

/** Clerk of the U.S. House of Representatives: periodic transaction reports. They are PDF files; a person downloads and converts them. */
export const house: Publisher = {
  id: "house",
  name: "Clerk of the U.S. House of Representatives",
  attribution: "Clerk of the U.S. House of Representatives, financial disclosures. Not for commercial use other than news (5 U.S.C. 13107(c)).",
  terms: {
    licence: "public record; use restricted by 5 U.S.C. 13107(c)",
    url: "https://disclosures-clerk.house.gov/FinancialDisclosure",
    text: "It is unlawful to use these reports for a commercial purpose other than by news and communications media, to determine a person's credit rating, or to solicit money. Leave it off for any such use.",
    defaultOn: false,
    redistribution: "conditional",
  },
  feeds: [transactionReport, filingIndex],
  rules: 1,
  politeness: { msBetween: 2_000 },
};
