import type { IsoDate } from "../../../contract/dates";
import { lastSessions, sessionIndex } from "../../sample/calendar";
import { at, between, hash, logBetween, normalOf, rounded, seedOf } from "../../sample/random";
import { instrumentOf, type Instrument } from "../../sample/universe";
import type { Close } from "./rows";

/** Symbols that trade where no price is served: their cells show that a missing price is never estimated. */
const UNPRICED: ReadonlySet<string> = new Set(["ABBNY", "USM"]);

const { sqrt } = Math;

/** Two to this power is more than the number of sessions between 1960 and 2099. */
const LEVELS = 16;
/** Above this span prices are held to their trend, so that a walk of forty years stays near what the company earns. */
const FREE_SPAN = 256;
const TREND_PER_SESSION = 0.065 / 252;
/** The session at which every anchor applies, near the start of 2024. */
const ANCHOR_DATE = "2024-01-02";
const SPLITTERS = 0.14;

interface Model {
  readonly seed: number;
  readonly anchor: number;
  readonly dailyVolatility: number;
  readonly trend: number;
  /** How many new shares a split gives for one, and sessions between two splits; undefined for most. */
  readonly split: { readonly ratio: number; readonly period: number; readonly phase: number } | undefined;
  /** A further class trades a little away from the first. */
  readonly classFactor: number;
}

const models = new Map<string, Model>();

function modelOf(instrument: Instrument): Model {
  const known = models.get(instrument.ticker);
  if (known) return known;
  const { issuer, ticker, instrumentType } = instrument;
  const etf = instrumentType === "etf";
  const model: Model = {
    seed: seedOf("price", issuer),
    anchor: etf ? logBetween(30, 500, issuer, "anchor") : logBetween(9, 480, issuer, "anchor"),
    dailyVolatility: etf ? 0.006 + 0.009 * hash(issuer, "vol") : 0.011 + 0.027 * hash(issuer, "vol") ** 2,
    trend: TREND_PER_SESSION * (0.4 + 1.2 * hash(issuer, "trend")),
    split:
      !etf && hash(issuer, "splits") < SPLITTERS
        ? {
            ratio: 2 + Math.floor(3 * hash(issuer, "ratio")),
            period: 700 + Math.floor(500 * hash(issuer, "period")),
            phase: Math.floor(1200 * hash(issuer, "phase")),
          }
        : undefined,
    classFactor: ticker === issuer ? 1 : 0.985 + 0.03 * hash(ticker, "class"),
  };
  models.set(ticker, model);
  return model;
}

/**
 * A random walk at one point without walking to it (Lévy's construction): the value halfway between two dyadic points is their
 * mean plus a normal number of its own, so that any session takes one number a level.
 */
function walk(seed: number, session: number, sigma: number): number {
  let low = 0;
  let high = 2 ** LEVELS;
  let left = 0;
  let right = 0;
  while (session !== low) {
    const middle = (low + high) / 2;
    const width = high - low < FREE_SPAN ? high - low : FREE_SPAN;
    const value = (left + right) / 2 + (sigma * sqrt(width) * normalOf(at(seed, middle, 1), at(seed, middle, 2))) / 2;
    if (session < middle) {
      high = middle;
      right = value;
    } else {
      low = middle;
      left = value;
    }
  }
  return left;
}

/** Grows from 1 to the ratio between two splits, then falls back: what one share has become since the last split. */
function sinceSplit(model: Model, session: number): number {
  if (!model.split) return 1;
  const { ratio, period, phase } = model.split;
  return ratio ** ((((session + phase) % period) + 1) / period);
}

function priceAt(instrument: Instrument, session: number): number {
  const model = modelOf(instrument);
  const level = Math.log(model.anchor) + model.trend * (session - sessionIndex(ANCHOR_DATE)) + walk(model.seed, session, model.dailyVolatility);
  return model.classFactor * Math.exp(level) * sinceSplit(model, session);
}

/** The price that sample rows of other families value holdings at; there is one for symbols without a served price too. */
export const samplePrice = (ticker: string, date: IsoDate): number => {
  const instrument = instrumentOf(ticker);
  return instrument ? rounded(priceAt(instrument, sessionIndex(date)), 2) : Number.NaN;
};

/** Companies far larger than the first of other sub-industries. */
const GIANTS: ReadonlySet<string> = new Set(["AAPL", "MSFT", "NVDA", "GOOGL", "META", "AMZN", "TSLA", "AVGO", "BRK.B", "LLY", "JPM", "WMT", "V", "XOM", "TSM"]);

/** Market value in US dollars at the anchor date: the first of a sub-industry are the largest. */
function anchorValue(i: Instrument): number {
  if (i.instrumentType === "etf") return logBetween(5e9, 2e11, i.issuer, "value");
  return ((GIANTS.has(i.issuer) ? 9e11 : 1.4e11) / (GIANTS.has(i.issuer) ? 1 : (1 + i.place) ** 1.25)) * between(0.6, 1.7, i.issuer, "value");
}

/** Shares outstanding on a day: bought back slowly between splits, multiplied by each, so that market value does not jump. */
export function sampleShares(issuer: string, date: IsoDate): number {
  const instrument = instrumentOf(issuer);
  if (!instrument) return Number.NaN;
  const model = modelOf(instrument);
  const base = anchorValue(instrument) / model.anchor;
  return rounded(base / sinceSplit(model, sessionIndex(date)) / 1000) * 1000;
}

/** Daily closes of the last `count` sessions on or before `date`, oldest first; none for a symbol without a price. */
export function sampleCloses(ticker: string, date: IsoDate, count: number): Close[] {
  const instrument = instrumentOf(ticker);
  if (!instrument || UNPRICED.has(instrument.ticker)) return [];
  const first = sessionIndex(date) - count + 1;
  return lastSessions(date, count).map((day, i) => ({ date: day, close: rounded(priceAt(instrument, first + i), 2) }));
}
