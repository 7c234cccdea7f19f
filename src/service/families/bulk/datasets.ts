import { memoized } from "../../../contract/memoized";
import type { Dataset } from "../../records/record";
import type { ReportHour } from "../../records/report-counts";
import { releaseOfHoldings } from "../../releases/releases";
import type { PositionPlace } from "../../store/positions";
import { tickerOfCusip } from "../holders13f/positions";
import { companyStatements, filers, filingsDataset, offeringIndex, offeringsDataset, securities } from "./companies";
import { type BulkDataset, ofRecords, PART, provenance } from "./dataset";
import {
  countryStatistics,
  foreignHolders,
  futuresPositions,
  macroSeries,
  moneyMarketRates,
  policyRatesDataset,
  treasuryCash,
  treasuryYieldAverages,
} from "./macro";
import { congressTradesDataset, houseFilings, insiderReports, insiderTrades, shortInterestDataset, shortVolumeDataset } from "./trades";

const CAVEATS = ["thirteenf_ticker_resolution"] as const;
const IN_DOUBT = [...CAVEATS, "value_in_doubt"] as const;

/** Positions of institutions. HOLDERS13F adds up the newest quarter whose reports were due. */
const institutionalHoldings: BulkDataset = {
  name: "institutional_holdings",
  title: "Holdings of institutions (13F)",
  about:
    "The shares of one security in one institution's report for one quarter, as GET /v1/equities/institutional lists them. A report that a later one replaces is left out; an addition is a row of its own. Options and bonds are left out.",
  columns: {
    cusip: "the security; aggregate by it, because many rows have no ticker",
    date: "the quarter's end",
    ticker: "the symbol; empty if the CUSIP is not resolved",
    fund_cik: "the SEC's number of the institution, without leading zeros",
    fund_name: "name of the institution",
    shares: "number of shares, not adjusted for later splits",
    market_value_usd: "US dollars at the quarter's end",
    filed: "day of the report",
    form: "13F-HR or the amendment 13F-HR/A",
    accession: "the SEC's number of the report",
    doubt: "why the values of the report may be wrong; empty without a doubt",
  },
  sources: ["sec"],
  caveats: CAVEATS,
  carries: "holding",
  kinds: ["holding", "security"],
  part: (context, from) => {
    const place = from === undefined ? undefined : (JSON.parse(from) as PositionPlace);
    const { rows, last } = context.store.institutions.positionsAfter(place, PART, context.clock.today());
    const tickerOf = memoized((cusip: string) => tickerOfCusip(context, cusip));
    return {
      rows: rows.map(({ cusip, period, cik, filer, shares, value, filed, form, accession, doubt }) => [
        ...[cusip, period, tickerOf(cusip), cik, filer, shares, value, filed, form, accession, doubt],
        ...provenance("sec", releaseOfHoldings({ period, filed }).at, doubt === null ? CAVEATS : IN_DOUBT),
      ]),
      next: last && JSON.stringify(last),
    };
  },
  estimate: ({ store }) => store.institutions.summary().count,
};

const reportCounts = ofRecords<ReportHour>({
  name: "report_counts",
  title: "News reports by keyword and hour",
  about: "The articles that matched one keyword in one hour. OSINT adds up the last hours. Only keywords that a cell has asked for are counted.",
  columns: {
    keyword: "the keyword, in lower case; all of its words match",
    date: "day of the hour, UTC",
    hour: "the hour that begins, UTC, 0 to 23",
    reports: "number of articles that matched",
    monitored: "number of all articles that were monitored",
  },
  sources: ["gdelt"],
  dataset: "report_count",
  rows: ({ entity, date, body: { hour_ms, reports, monitored } }) => [[entity, date, new Date(hour_ms).getUTCHours(), reports, monitored]],
});

/** All datasets, in the order of the list. */
export const BULK_DATASETS: readonly BulkDataset[] = [
  macroSeries,
  moneyMarketRates,
  treasuryYieldAverages,
  treasuryCash,
  futuresPositions,
  policyRatesDataset,
  countryStatistics,
  foreignHolders,
  filers,
  securities,
  companyStatements,
  filingsDataset,
  offeringsDataset,
  offeringIndex,
  institutionalHoldings,
  insiderTrades,
  insiderReports,
  congressTradesDataset,
  houseFilings,
  shortInterestDataset,
  shortVolumeDataset,
  reportCounts,
];

/** Datasets that are not offered, because no terms of their publishers allow it. */
export const WITHHELD_DATASETS: readonly (Pick<BulkDataset, "name" | "title" | "sources"> & { readonly dataset: Dataset })[] = [
  { name: "funding_rates", title: "Funding rates of perpetuals", sources: ["binance", "bybit", "okx", "hyperliquid"], dataset: "funding" },
  { name: "liquidations", title: "Liquidations", sources: ["okx"], dataset: "liquidation" },
  { name: "prediction_markets", title: "Prediction markets", sources: ["polymarket", "kalshi"], dataset: "market" },
  { name: "order_books", title: "Order books of prediction markets", sources: ["polymarket", "kalshi"], dataset: "order_book" },
];
