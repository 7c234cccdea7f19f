import type { Dataset } from "../../records/record";
import type { BulkDataset } from "./dataset";
import { countryStatistics, foreignHolders, policyRates } from "./economies";
import { futuresPositions, macroSeries, moneyMarketRates, treasuryCash } from "./macro";
import { congressTrades, insiderTrades, shortInterest, shortVolume } from "./trades";

/** All datasets, in the order of the list. */
export const BULK_DATASETS: readonly BulkDataset[] = [
  macroSeries,
  moneyMarketRates,
  treasuryCash,
  futuresPositions,
  policyRates,
  countryStatistics,
  foreignHolders,
  insiderTrades,
  congressTrades,
  shortInterest,
  shortVolume,
];

/** Datasets that are not offered, because no terms of their publishers allow it. */
export const WITHHELD_DATASETS: readonly (Pick<BulkDataset, "name" | "title" | "sources"> & { readonly dataset: Dataset })[] = [
  { name: "funding_rates", title: "Funding rates of perpetuals", sources: ["binance", "bybit", "okx", "hyperliquid"], dataset: "funding" },
  { name: "liquidations", title: "Liquidations", sources: ["okx"], dataset: "liquidation" },
  { name: "prediction_markets", title: "Prediction markets", sources: ["polymarket", "kalshi"], dataset: "market" },
];
