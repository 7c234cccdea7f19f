import { createPublisher } from "../publisher";
import { companyFacts, companyFactsArchive } from "./company-facts";
import { companyTickers } from "./company-tickers";
import { dailyIndex } from "./daily-index";
import { failsToDeliver } from "./fails-to-deliver";
import { holdingsDataSet } from "./holdings-data-set";
import { institutionalHoldings } from "./institutional-holdings";
import { offeringDocuments } from "./offering-documents";
import { ownership } from "./ownership";
import { submissions } from "./submissions";

/** The SEC's EDGAR: filers' statements, lists of filings, insiders' trades, institutions' holdings and offerings. */
export const sec = createPublisher({
  id: "sec",
  name: "U.S. Securities and Exchange Commission",
  feeds: [
    companyTickers,
    companyFactsArchive,
    companyFacts,
    submissions,
    ownership,
    dailyIndex,
    offeringDocuments,
    failsToDeliver,
    holdingsDataSet,
    institutionalHoldings,
  ],
  rules: 1,
  msBetween: 150,
});
