import { createPublisher } from "../publisher";
import { referenceRates } from "./reference-rates";
import { repoOperations } from "./repo-operations";

/** Federal Reserve Bank of New York: money-market reference rates, repo and reverse repo operations. */
export const nyfed = createPublisher({ id: "nyfed", name: "Federal Reserve Bank of New York", feeds: [referenceRates, repoOperations], msBetween: 500 });
