import type { Publisher } from "../publisher";
import { operatingCashBalance } from "./operating-cash-balance";

/** U.S. Department of the Treasury, Bureau of the Fiscal Service: the Daily Treasury Statement. */
export const fiscaldata: Publisher = {
  id: "fiscaldata",
  name: "U.S. Treasury, Fiscal Data",
  attribution: "U.S. Department of the Treasury, Bureau of the Fiscal Service, Fiscal Data",
  terms: {
    licence: "free, without restriction",
    url: "https://fiscaldata.treasury.gov/about-us/",
    text: "Offered free, without restriction, and for any lawful use. Name Fiscal Data as the source.",
    defaultOn: true,
    redistribution: "allowed",
  },
  feeds: [operatingCashBalance],
  politeness: { msBetween: 1_000 },
};
