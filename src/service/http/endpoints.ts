import type { FastifyInstance } from "fastify";
import type { Context } from "../answers/context";
import { brief } from "./brief";
import { bulk } from "./bulk";
import { centralBankOf, centralBanks } from "./central-banks";
import { changes } from "./changes";
import { confluenceOf, confluences } from "./confluence";
import { congressTrades } from "./congress";
import { cot, cotOf } from "./cot";
import { cryptoDerivatives } from "./crypto/derivatives";
import { cryptoEtfFlows } from "./crypto/etf-flows";
import { cryptoFunding } from "./crypto/funding";
import { cryptoFundingSurface } from "./crypto/funding-surface";
import { cryptoLiquidations } from "./crypto/liquidations";
import { cryptoUnlocks } from "./crypto/unlocks";
import { cryptoWhales } from "./crypto/whales";
import { economicSurprise } from "./economic-surprise";
import { economicSurpriseHistory } from "./economic-surprise-history";
import { fedPath } from "./fed-path";
import { fields } from "./sheets/fields";
import { fred } from "./fred";
import { gammaOf, gammaSurface } from "./gamma";
import { insiderClusters } from "./insider-clusters";
import { institutional } from "./institutional";
import { international } from "./international";
import { liquidity } from "./liquidity";
import { moneyMarket } from "./money-market";
import { moneyRateHistory } from "./money-rate-history";
import { offerings } from "./offerings";
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
import { regime } from "./regime";
import { relativeValue } from "./relative-value";
import { screen } from "./screen";
import { sheetsEval } from "./sheets/eval";
import { shortInterest } from "./short-interest";
import { shortVolume } from "./short-volume";
import { signals } from "./signals";
import { smartMoneyOf } from "./smart-money";
import { smartMoneyScan } from "./smart-money-scan";
import { sovereignSpreads, sovereignSpreadsOf } from "./sovereign-spreads";
import { status } from "./about/status";
import { supplyCorridors } from "./supply-corridors";
import { tic, ticOf } from "./tic";
import { topUp } from "./keys/top-up";
import { trackRecord } from "./track-record";
import { treasuryStatement } from "./treasury-statement";
import { createWebhook, deleteWebhook, redeliver, webhookDeliveries, webhooks } from "./webhooks";
import { yieldCurve } from "./yield-curve";

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
