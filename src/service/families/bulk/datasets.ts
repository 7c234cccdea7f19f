import type { Dataset } from "../../records/record";
import type { BulkDataset } from "./dataset";
import { companyStatements, filers, filings, offeringIndex, offerings, securities } from "./companies";
import { countryStatistics, foreignHolders, policyRates } from "./economies";
import { institutionalHoldings } from "./holdings";
import { futuresPositions, macroSeries, moneyMarketRates, treasuryCash, treasuryYieldAverages } from "./macro";
import { reportCounts } from "./news";
import { congressTrades, houseFilings, insiderReports, insiderTrades, shortInterest, shortVolume } from "./trades";

/** All datasets, in the order of the list. */
export const BULK_DATASETS: readonly BulkDataset[] = [
  macroSeries,
  moneyMarketRates,
  treasuryYieldAverages,
  treasuryCash,
  futuresPositions,
  policyRates,
  countryStatistics,
  foreignHolders,
  filers,
  securities,
  companyStatements,
  filings,
  offerings,
  offeringIndex,
  institutionalHoldings,
  insiderTrades,
  insiderReports,
  congressTrades,
  houseFilings,
  shortInterest,
  shortVolume,
  reportCounts,
];

/** Datasets that are not offered, because no terms of their publishers allow it. */
export const WITHHELD_DATASETS: readonly (Pick<BulkDataset, "name" | "title" | "sources"> & { readonly dataset: Dataset })[] = [
  { name: "funding_rates", title: "Funding rates of perpetuals", sources: ["binance", "bybit", "okx", "hyperliquid"], dataset: "funding" },
  { name: "liquidations", title: "Liquidations", sources: ["okx"], dataset: "liquidation" },
  { name: "prediction_markets", title: "Prediction markets", sources: ["polymarket", "kalshi"], dataset: "market" },
  { name: "order_books", title: "Order books of prediction markets", sources: ["polymarket", "kalshi"], dataset: "order_book" },
];
