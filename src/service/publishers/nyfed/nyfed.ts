import { PUBLISHER_SOURCES } from "../../records/attribution";
import type { Publisher } from "../publisher";
import { referenceRates } from "./reference-rates";
import { repoOperations } from "./repo-operations";

/** Federal Reserve Bank of New York: money-market reference rates, repo and reverse repo operations. */
export const nyfed: Publisher = {
  id: "nyfed",
  name: "Federal Reserve Bank of New York",
  terms: PUBLISHER_SOURCES.nyfed,
  feeds: [referenceRates, repoOperations],
  politeness: { msBetween: 500 },
};
