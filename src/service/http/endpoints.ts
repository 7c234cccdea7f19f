import type { FastifyInstance } from "fastify";
import type { Context } from "../answers/context";
import { openapi } from "./about/openapi";
import { status } from "./about/status";
import { brief } from "./across-markets/brief";
import { confluenceOf, confluences } from "./across-markets/confluence";
import { osint } from "./across-markets/osint";
import { cryptoDerivatives } from "./crypto/derivatives";
import { cryptoEtfFlows } from "./crypto/etf-flows";
import { cryptoFunding } from "./crypto/funding";
import { cryptoFundingSurface } from "./crypto/funding-surface";
import { cryptoLiquidations } from "./crypto/liquidations";
import { onchainRiskOf, onchainRisks } from "./crypto/onchain-risk";
import { cryptoUnlocks } from "./crypto/unlocks";
import { cryptoWhales } from "./crypto/whales";
import { bulk } from "./delivery/bulk";
import { changes } from "./delivery/changes";
import { createWebhook, deleteWebhook, redeliver, webhookDeliveries, webhooks } from "./delivery/webhooks";
import { congressTrades } from "./equities/congress";
import { gammaOf, gammaSurface } from "./equities/gamma";
import { insiderClusters } from "./equities/insider-clusters";
import { insiderTrades } from "./equities/insider-trades";
import { institutional } from "./equities/institutional";
import { offerings } from "./equities/offerings";
import { prices } from "./equities/prices";
import { relativeValue } from "./equities/relative-value";
import { screen } from "./equities/screen";
import { shortInterest } from "./equities/short-interest";
import { shortVolume } from "./equities/short-volume";
import { signals } from "./equities/signals";
import { smartMoneyOf } from "./equities/smart-money";
import { smartMoneyScan } from "./equities/smart-money-scan";
import { statements } from "./equities/statements";
import { trackRecord } from "./equities/track-record";
import { topUp } from "./keys/top-up";
import { centralBankOf, centralBanks } from "./macro/central-banks";
import { cot, cotOf } from "./macro/cot";
import { economicSurprise } from "./macro/economic-surprise";
import { economicSurpriseHistory } from "./macro/economic-surprise-history";
import { fedPath } from "./macro/fed-path";
import { fred } from "./macro/fred";
import { international } from "./macro/international";
import { liquidity } from "./macro/liquidity";
import { moneyMarket } from "./macro/money-market";
import { moneyRateHistory } from "./macro/money-rate-history";
import { regime } from "./macro/regime";
import { sovereignSpreads, sovereignSpreadsOf } from "./macro/sovereign-spreads";
import { supplyCorridors } from "./macro/supply-corridors";
import { tic, ticOf } from "./macro/tic";
import { treasuryStatement } from "./macro/treasury-statement";
import { yieldCurve } from "./macro/yield-curve";
import { predictionAlgoFlags } from "./prediction/algo-flags";
import { predictionBook, predictionBookHistory } from "./prediction/book";
import { predictionCalendar } from "./prediction/calendar";
import { predictionCalibration } from "./prediction/calibration";
import { predictionExecutionCost } from "./prediction/execution-cost";
import { predictionHistory, predictionMarket } from "./prediction/market";
import { predictionMarkets } from "./prediction/markets";
import { predictionMovers } from "./prediction/movers";
import type { Parts } from "./server/parts";
import { companies } from "./sheets/companies";
import { sheetsEval } from "./sheets/eval";
import { fields } from "./sheets/fields";

/** All endpoints of the API, in alphabetical order. */
export const ENDPOINTS: readonly ((app: FastifyInstance, context: Context, parts: Parts) => void)[] = [
  brief,
  bulk,
  centralBankOf,
  centralBanks,
  changes,
  companies,
  confluenceOf,
  confluences,
  congressTrades,
  cot,
  cotOf,
  cryptoDerivatives,
  cryptoEtfFlows,
  cryptoFunding,
  cryptoFundingSurface,
  cryptoLiquidations,
  cryptoUnlocks,
  cryptoWhales,
  economicSurprise,
  economicSurpriseHistory,
  fedPath,
  fields,
  fred,
  gammaOf,
  gammaSurface,
  insiderClusters,
  insiderTrades,
  institutional,
  international,
  liquidity,
  moneyMarket,
  moneyRateHistory,
  offerings,
  onchainRiskOf,
  onchainRisks,
  openapi,
  osint,
  predictionAlgoFlags,
  predictionBook,
  predictionBookHistory,
  predictionCalendar,
  predictionCalibration,
  predictionExecutionCost,
  predictionHistory,
  predictionMarket,
  predictionMarkets,
  predictionMovers,
  prices,
  regime,
  relativeValue,
  screen,
  sheetsEval,
  shortInterest,
  shortVolume,
  signals,
  smartMoneyOf,
  smartMoneyScan,
  sovereignSpreads,
  sovereignSpreadsOf,
  statements,
  status,
  supplyCorridors,
  tic,
  ticOf,
  topUp,
  trackRecord,
  treasuryStatement,
  createWebhook,
  webhookDeliveries,
  redeliver,
  webhooks,
  deleteWebhook,
  yieldCurve,
];
