import type { Publisher } from "../publisher";
import { legacyJson } from "./legacy-json";
import { legacyText } from "./legacy-text";

/** U.S. Commodity Futures Trading Commission: the weekly commitments of traders. */
export const cftc: Publisher = {
  id: "cftc",
  name: "U.S. Commodity Futures Trading Commission",
  attribution: "U.S. Commodity Futures Trading Commission, Commitments of Traders",
  terms: {
    licence: "public domain",
    url: "https://www.cftc.gov/WebPolicy/index.htm",
    text: "A work of the United States government: it may be stored, used in calculations and redistributed. Name the CFTC as the source.",
    defaultOn: true,
    redistribution: "allowed",
  },
  feeds: [legacyText, legacyJson],
  politeness: { msBetween: 1_000 },
};
