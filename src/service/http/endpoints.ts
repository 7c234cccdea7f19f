import type { FastifyInstance } from "fastify";
import type { Context } from "../answers/context";
import { brief } from "./brief";
import { bulk } from "./bulk";
import { centralBankOf, centralBanks } from "./macro/central-banks";
import { changes } from "./changes";
import { confluenceOf, confluences } from "./confluence";
import { congressTrades } from "./equities/congress";
import { cot, cotOf } from "./macro/cot";
import { cryptoDerivatives } from "./crypto/derivatives";
import { cryptoEtfFlows } from "./crypto/etf-flows";
import { cryptoFunding } from "./crypto/funding";
import { cryptoFundingSurface } from "./crypto/funding-surface";
import { cryptoLiquidations } from "./crypto/liquidations";
import { cryptoUnlocks } from "./crypto/unlocks";
import { cryptoWhales } from "./crypto/whales";
import { economicSurprise } from "./macro/economic-surprise";
import { economicSurpriseHistory } from "./macro/economic-surprise-history";
import { fedPath } from "./macro/fed-path";
import { fields } from "./sheets/fields";
import { fred } from "./macro/fred";
import { gammaOf, gammaSurface } from "./equities/gamma";
import { insiderClusters } from "./equities/insider-clusters";
import { institutional } from "./equities/institutional";
import { international } from "./macro/international";
import { liquidity } from "./macro/liquidity";
import { moneyMarket } from "./macro/money-market";
import { moneyRateHistory } from "./macro/money-rate-history";
import { offerings } from "./equities/offerings";
import { onchainRiskOf, onchainRisks } from "./crypto/onchain-risk";
import { openapi } from "./about/openapi";
import { osint } from "./osint";
import type { Parts } from "./server/parts";
import { predictionAlgoFlags } from "./prediction/algo-flags";
import { predictionBook, predictionBookHistory } from "./prediction/book";
import { predictionCalendar } from "./prediction/calendar";
import { predictionCalibration } from "./prediction/calibration";
import { predictionExecutionCost } from "./prediction/execution-cost";
import { predictionHistory, predictionMarket } from "./prediction/market";
import { predictionMarkets } from "./prediction/markets";
import { predictionMovers } from "./prediction/movers";
import { regime } from "./macro/regime";
import { relativeValue } from "./equities/relative-value";
import { screen } from "./equities/screen";
import { sheetsEval } from "./sheets/eval";
import { shortInterest } from "./equities/short-interest";
import { shortVolume } from "./equities/short-volume";
import { signals } from "./equities/signals";
import { smartMoneyOf } from "./equities/smart-money";
import { smartMoneyScan } from "./equities/smart-money-scan";
import { sovereignSpreads, sovereignSpreadsOf } from "./macro/sovereign-spreads";
import { status } from "./about/status";
import { supplyCorridors } from "./macro/supply-corridors";
import { tic, ticOf } from "./macro/tic";
import { topUp } from "./keys/top-up";
import { trackRecord } from "./equities/track-record";
import { treasuryStatement } from "./macro/treasury-statement";
import { createWebhook, deleteWebhook, redeliver, webhookDeliveries, webhooks } from "./webhooks";
import { yieldCurve } from "./macro/yield-curve";

/** All endpoints of the API, in alphabetical order. */
export const ENDPOINTS: readonly ((app: FastifyInstance, context: Context, parts: Parts) => void)[] = [
  brief,
  bulk,
  centralBankOf,
  centralBanks,
  changes,
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
