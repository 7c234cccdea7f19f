import type { FastifyInstance } from "fastify";
import type { Context } from "../answers/context";
import { openapi } from "./about/openapi";
import { statusEndpoint } from "./about/status";
import { briefEndpoint } from "./across-markets/brief";
import { confluenceOfEndpoint, confluencesEndpoint } from "./across-markets/confluence";
import { osintEndpoint } from "./across-markets/osint";
import { cryptoDerivativesEndpoint } from "./crypto/derivatives";
import { cryptoEtfFlowsEndpoint } from "./crypto/etf-flows";
import { cryptoFundingEndpoint } from "./crypto/funding";
import { cryptoFundingSurfaceEndpoint } from "./crypto/funding-surface";
import { cryptoLiquidationsEndpoint } from "./crypto/liquidations";
import { onchainRiskOfEndpoint, onchainRisksEndpoint } from "./crypto/onchain-risk";
import { cryptoUnlocksEndpoint } from "./crypto/unlocks";
import { cryptoWhalesEndpoint } from "./crypto/whales";
import { bulk } from "./delivery/bulk";
import { changesEndpoint } from "./delivery/changes";
import { createWebhookEndpoint, deleteWebhookEndpoint, redeliverEndpoint, webhookDeliveriesEndpoint, webhooksEndpoint } from "./delivery/webhooks";
import { congressTradesEndpoint } from "./equities/congress";
import { gammaOfEndpoint, gammaSurfaceEndpoint } from "./equities/gamma";
import { insiderClustersEndpoint } from "./equities/insider-clusters";
import { insiderTradesEndpoint } from "./equities/insider-trades";
import { institutionalEndpoint } from "./equities/institutional";
import { offeringsEndpoint } from "./equities/offerings";
import { pricesEndpoint } from "./equities/prices";
import { relativeValueEndpoint } from "./equities/relative-value";
import { screenEndpoint } from "./equities/screen";
import { shortInterestEndpoint } from "./equities/short-interest";
import { shortVolumeEndpoint } from "./equities/short-volume";
import { signalsEndpoint } from "./equities/signals";
import { smartMoneyOfEndpoint, smartMoneyScanEndpoint } from "./equities/smart-money";
import { statementsEndpoint } from "./equities/statements";
import { trackRecordEndpoint } from "./equities/track-record";
import { topUp } from "./keys/top-up";
import { centralBankOfEndpoint, centralBanksEndpoint } from "./macro/central-banks";
import { cotEndpoint, cotOfEndpoint } from "./macro/cot";
import { economicSurpriseEndpoint, economicSurpriseHistoryEndpoint } from "./macro/economic-surprise";
import { fedPathEndpoint } from "./macro/fed-path";
import { fredHistoryEndpoint, fredLatestEndpoint, fredRevisionsEndpoint } from "./macro/fred";
import { internationalEndpoint } from "./macro/international";
import { liquidityEndpoint } from "./macro/liquidity";
import { regimeEndpoint } from "./macro/regime";
import { moneyMarketEndpoint } from "./macro/money-market";
import { moneyRateHistoryEndpoint } from "./macro/money-rate-history";
import { sovereignSpreadsEndpoint, sovereignSpreadsOfEndpoint } from "./macro/sovereign-spreads";
import { supplyCorridorsEndpoint } from "./macro/supply-corridors";
import { ticEndpoint, ticOfEndpoint } from "./macro/tic";
import { treasuryStatementEndpoint } from "./macro/treasury-statement";
import { yieldCurveEndpoint } from "./macro/yield-curve";
import { predictionAlgoFlagsEndpoint } from "./prediction/algo-flags";
import { predictionBook, predictionBookHistoryEndpoint } from "./prediction/book";
import { predictionCalibrationEndpoint } from "./prediction/calibration";
import { predictionCalendarEndpoint } from "./prediction/calendar";
import { predictionExecutionCostEndpoint } from "./prediction/execution-cost";
import { predictionHistoryEndpoint, predictionMarketEndpoint } from "./prediction/market";
import { predictionMarketsEndpoint } from "./prediction/markets";
import { predictionMoversEndpoint } from "./prediction/movers";
import type { EndpointParts } from "./server/parts";
import { companiesEndpoint } from "./sheets/companies";
import { sheetsEval } from "./sheets/eval";
import { fields } from "./sheets/fields";

/** All endpoints of the API, in alphabetical order. */
export const ENDPOINTS: readonly ((app: FastifyInstance, context: Context, parts: EndpointParts) => void)[] = [
  briefEndpoint,
  bulk,
  centralBankOfEndpoint,
  centralBanksEndpoint,
  changesEndpoint,
  companiesEndpoint,
  confluenceOfEndpoint,
  confluencesEndpoint,
  congressTradesEndpoint,
  cotEndpoint,
  cotOfEndpoint,
  cryptoDerivativesEndpoint,
  cryptoEtfFlowsEndpoint,
  cryptoFundingEndpoint,
  cryptoFundingSurfaceEndpoint,
  cryptoLiquidationsEndpoint,
  cryptoUnlocksEndpoint,
  cryptoWhalesEndpoint,
  economicSurpriseEndpoint,
  economicSurpriseHistoryEndpoint,
  fedPathEndpoint,
  fields,
  fredLatestEndpoint,
  fredHistoryEndpoint,
  fredRevisionsEndpoint,
  gammaOfEndpoint,
  gammaSurfaceEndpoint,
  insiderClustersEndpoint,
  insiderTradesEndpoint,
  institutionalEndpoint,
  internationalEndpoint,
  liquidityEndpoint,
  moneyMarketEndpoint,
  moneyRateHistoryEndpoint,
  offeringsEndpoint,
  onchainRiskOfEndpoint,
  onchainRisksEndpoint,
  openapi,
  osintEndpoint,
  predictionAlgoFlagsEndpoint,
  predictionBook,
  predictionBookHistoryEndpoint,
  predictionCalendarEndpoint,
  predictionCalibrationEndpoint,
  predictionExecutionCostEndpoint,
  predictionHistoryEndpoint,
  predictionMarketEndpoint,
  predictionMarketsEndpoint,
  predictionMoversEndpoint,
  pricesEndpoint,
  regimeEndpoint,
  relativeValueEndpoint,
  screenEndpoint,
  sheetsEval,
  shortInterestEndpoint,
  shortVolumeEndpoint,
  signalsEndpoint,
  smartMoneyOfEndpoint,
  smartMoneyScanEndpoint,
  sovereignSpreadsEndpoint,
  sovereignSpreadsOfEndpoint,
  statementsEndpoint,
  statusEndpoint,
  supplyCorridorsEndpoint,
  ticEndpoint,
  ticOfEndpoint,
  topUp,
  trackRecordEndpoint,
  treasuryStatementEndpoint,
  createWebhookEndpoint,
  webhookDeliveriesEndpoint,
  redeliverEndpoint,
  webhooksEndpoint,
  deleteWebhookEndpoint,
  yieldCurveEndpoint,
];
