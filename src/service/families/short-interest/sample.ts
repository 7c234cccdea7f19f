import { addDays, type IsoDate, isoOf } from "../../../contract/dates";
import { rounded } from "../../../contract/rounded";
import type { Instrument } from "../../instruments/universe";
import type { StoredRecord } from "../../records/record";
import type { PublishedShortInterest } from "../../records/equities";
import { classShare, companyOf, sampleShares } from "../../sample/company";
import { isPublicRecord, sampleRow } from "../../sample/public-rows";
import { at, between, chance, hash, logBetween, seedOf } from "../../sample/random";
import { symbolTable } from "../../sample/symbol-table";
import { isoOfParts, monthEnd, monthNumber, monthsFrom, sessionIndex, sessionOnOrBefore, yearOf } from "../../time/calendar";
import type { FloatReason, ShortInterestHistory, ShortInterestRow } from "./figures";
import { NO_COUNT } from "./shares-counted";
import { memoized } from "../../../contract/memoized";

/**
 * Usual trading of well-known symbols, rounded from general knowledge: `SYMBOL volume short float`. Volume in millions of shares a day; short in percent of the float
 * (for a fund: of its shares); float in percent of the shares, if it is far from usual. Approximations for sample data, not a source.
 */
const TABLE = `
AAPL 52 .75 99.8|MSFT 22 .75 98.5|NVDA 230 1.1 96|GOOGL 34 1.1|GOOG 22 .7|AMZN 42 .75 90|META 14 1.4 86|TSLA 95 2.7 87|AVGO 24 1.1 98|BRK.B 4.6 .8|LLY 3.8 .9 89|JPM 9.5 .9 99.5
V 6.8 1.4 98|MA 2.9 .9 89|WMT 18 .7 55|UNH 8 1.3 99|XOM 16 1.1 99.8|JNJ 8.5 .8 99.8|KO 16 .9 90|ORCL 11 1.3 59|NFLX 38 1.4 99|AMD 45 2.6 99|INTC 75 2.6 99.8|PLTR 75 2.6 94
MU 21 2.7 99.7|QCOM 8.5 1.9 99.8|BAC 38 1.1 99.8|C 14 1.7 99.8|WFC 16 1.1 99.8|F 75 3.4 97|GM 11 2.6 99.7|T 36 1.3 99.8|PFE 45 1.3 99.8|BA 7.5 2.1 99.8|DIS 9.5 1.2 99.8
NKE 12 2.2 79|UBER 18 2.4 95|COIN 10 5.5 82|HOOD 30 4.4 86|MSTR 13 10 92|SMCI 42 15 85|SOFI 50 10 98|AFRM 6 6.5 93|CVNA 4 9.5 86|RIVN 38 16 62|LCID 110 26 40|NIO 50 8|BABA 18 2.2
GME 10 11.5 91|AMC 14 11 99.5|BYND 6 34 93|UPST 6 24 86|PLUG 40 25 90|HIMS 22 28 91|NVAX 5.5 28 93|KSS 9 36 98|M 7 8 99|W 4.2 20 76|PTON 11 17 93|TDOC 5.5 14 99|MRNA 9.5 15 91
ROKU 4 7 86|CLF 20 12 98|RKLB 20 9.5 86|HTZ 6.5 42 40|OPEN 60 20 88|WBA 18 9 83|SNAP 26 6.5 80|AAL 42 9 99|CCL 22 5.5 92|RBLX 8.5 3.2 88|U 10 6.5 88|NET 2.8 3 89|DKNG 10 5.5 96
SPY 70 12|QQQ 48 9|IWM 33 34|DIA 3.6 8|VOO 7 2.5|VTI 3.8 1.5|EEM 30 12|EFA 14 5|GLD 10 6|SLV 24 8|TLT 38 15|HYG 40 44|LQD 26 24|XLF 42 8|XLE 16 13|XLK 6.5 6|XLV 9.5 7|SMH 8 18|ARKK 12 16
USO 4.5 50|IBIT 45 8|KRE 15 52`;

/** Shares a day at the start of 2025; shares sold short as a part of the float, or of a fund's shares; the float as a part of the shares, if it is far from usual. */
const KNOWN_SHORTS = symbolTable("known shorts", TABLE, (words) => {
  const [volume = NaN, short = NaN, float] = words.map(Number);
  if (!(volume > 0 && short > 0)) return undefined;
  return { volume: volume * 1e6, short: short / 100, float: float === undefined ? undefined : float / 100 };
});

const CEILING = 999.99;

/** Tickers with a fixed reason. */
const UNKNOWN_FLOAT: Readonly<Record<string, FloatReason>> = { WOLF: "denominator_invalid", SPCE: "not_latest_settlement", USM: "float_non_positive" };

/** Tickers whose days to cover have no value: no volume, or too little. */
const ODD_VOLUME: Readonly<Record<string, "none" | "little">> = { ABBNY: "none", USM: "little" };

/** The last search: all symbols of a batch have the same settlements. */
let found: { readonly moment: number; readonly count: number; readonly dates: readonly IsoDate[] } | undefined;

/** Settlements that are public at a moment, newest first: the last sessions on or before the 15th and the end of each month. */
function settlements(moment: number, count: number): readonly IsoDate[] {
  if (found?.moment !== moment || found.count < count) found = { moment, count, dates: settlementsBy(moment, count) };
  return found.dates.slice(0, count);
}

function settlementsBy(moment: number, most: number): IsoDate[] {
  const dates: IsoDate[] = [];
  for (let month = monthsFrom(isoOf(moment), 0); dates.length < most; month = monthsFrom(month, -1))
    for (const day of [monthEnd(month), isoOfParts(yearOf(month), monthNumber(month), 15)]) {
      const settlement = sessionOnOrBefore(day);
      if (isPublicRecord("short_interest", sampleRow("", settlement, settlement, "", {}), moment)) dates.push(settlement);
    }
  return dates.slice(0, most);
}

function unknownFloatReason(i: Instrument): FloatReason | undefined {
  const named = UNKNOWN_FLOAT[i.ticker];
  if (named) return named;
  if (i.multiClass) return "multi_class_unresolved";
  return i.instrumentType === "common" ? undefined : "no_affiliate_data";
}

/** Days to cover of sample rows are at most about this. */
const MAX_DAYS_TO_COVER = 8;
const MAX_SHORT = 0.3;
/** Daily turnover and volatility of a company worth 100 billion US dollars, at 100 US dollars a share. */
const USUAL_TURNOVER = 0.0058;
const USUAL_VOLATILITY = 0.0165;
const HIGH_VOLATILITY = 0.028;

const usualTradingOf = memoized(makeUsualTrading, { by: (i) => i.ticker });

/** Daily turnover as a part of the shares. Volatile, small and low-priced shares trade more. */
function turnoverOf(i: Instrument): number {
  const { price, shares, volatility } = companyOf(i);
  const moves = Math.max(0.8, (volatility / USUAL_VOLATILITY) ** 1.3);
  const small = ((price * shares) / 1e11) ** -0.12;
  const cheap = Math.min(1.7, Math.max(0.8, (price / 100) ** -0.2));
  return Math.min(0.06, USUAL_TURNOVER * moves * small * cheap) * logBetween(0.75, 1.35, i.ticker, "turnover");
}

/** Part of the float that is sold short: about 1 percent for the largest companies, a few for mid-sized ones, up to 15 for small ones. */
function shortOf(i: Instrument): number {
  const { price, shares, volatility, netMargin } = companyOf(i);
  const value = price * shares;
  const of = (low: number, high: number): number => logBetween(low, high, i.ticker, "short");
  const usual =
    value > 4e11 ? of(0.006, 0.013) : value > 1e11 ? of(0.008, 0.018) : value > 2e10 ? of(0.013, 0.035) : value > 5e9 ? of(0.022, 0.06) : of(0.04, 0.12);
  return Math.min(MAX_SHORT, usual * (volatility > HIGH_VOLATILITY ? 1.6 : 1) * (netMargin < 0 ? 1.5 : 1));
}

/** Shares traded a day, and shares usually sold short, as parts of the class's shares; shares not held by affiliates, as a part of the issuer's shares. */
function makeUsualTrading(i: Instrument) {
  const known = KNOWN_SHORTS.get(i.ticker);
  const { shares } = companyOf(i);
  const fund = i.instrumentType === "etf";
  const float = known?.float ?? (fund ? 1 : between(0.9, 0.995, i.issuer, "float shares"));
  if (known) return { turnover: known.volume / (shares * classShare(i)), short: known.short * float, float };
  const turnover = fund ? logBetween(0.008, 0.03, i.ticker, "turnover") : turnoverOf(i);
  const short = fund ? logBetween(0.015, 0.1, i.ticker, "short") : shortOf(i) * float;
  return { turnover, short: Math.min(short, MAX_DAYS_TO_COVER * turnover), float };
}

const sharesOf = (i: Instrument, day: IsoDate): number => sampleShares(i.issuer, day) * classShare(i);

/** Shares not held by affiliates, as a part of the issuer's shares. */
export const sampleFloat = (i: Instrument): number => usualTradingOf(i).float;

/** Usual volume of a day, in shares. */
export const sampleVolume = (i: Instrument, day: IsoDate): number => sharesOf(i, day) * usualTradingOf(i).turnover;

/** Shares sold short, drifting from settlement to settlement. */
function shortOn(i: Instrument, settlement: IsoDate): number {
  const { short } = usualTradingOf(i);
  const session = sessionIndex(settlement);
  const seed = seedOf("short", i.ticker);
  const slow = Math.floor(session / 60);
  const part = (session % 60) / 60;
  const wave = (at(seed, slow) * (1 - part) + at(seed, slow + 1) * part) * 2 - 1;
  return rounded(sharesOf(i, settlement) * short * (1 + 0.16 * wave + 0.07 * (at(seed, session, 7) * 2 - 1)));
}

function row(i: Instrument, settlement: IsoDate, before: IsoDate): ShortInterestRow {
  const shortInterest = shortOn(i, settlement);
  const unknown = unknownFloatReason(i);
  const odd = ODD_VOLUME[i.ticker];
  const averageDailyVolume =
    odd === "none"
      ? 0
      : odd === "little"
        ? Math.max(1, Math.floor(shortInterest / between(1100, 4000, i.ticker, settlement)))
        : rounded(sampleVolume(i, settlement) * between(0.88, 1.14, i.ticker, settlement, "volume"));
  const days = averageDailyVolume > 0 ? rounded(shortInterest / averageDailyVolume, 2) : Number.POSITIVE_INFINITY;
  const censored = days >= CEILING;
  const shares = sampleShares(i.issuer, settlement);
  return {
    settlementDate: settlement,
    shortInterest,
    previousShortInterest: shortOn(i, before),
    averageDailyVolume,
    daysToCoverCensored: censored,
    daysToCover: censored ? undefined : days,
    outstanding: unknown === "denominator_invalid" ? NO_COUNT : { shares },
    float: unknown
      ? { unknown }
      : {
          shares: rounded(shares * usualTradingOf(i).float),
          source: chance(0.6, i.ticker, "float source") ? "proxy statement affiliates" : "schedule 13D and 13G affiliates",
          confidence: (["high", "medium", "low"] as const)[Math.floor(3 * hash(i.ticker, "confidence"))] ?? "low",
        },
  };
}

/** Rows of the last settlements that are public at a moment, oldest first. A symbol that left the report lacks the latest ones. */
export function sampleShortInterest(i: Instrument, moment: number, most = 2): ShortInterestHistory {
  const dates = settlements(moment, most + 4);
  const latestSettlement = dates[0] ?? addDays(isoOf(moment), -15);
  const missing = unknownFloatReason(i) === "not_latest_settlement" ? 3 : 0;
  const rows = dates.slice(missing, missing + most).map((settlement, n) => row(i, settlement, dates[missing + n + 1] ?? settlement));
  return { rows: rows.reverse(), latestSettlement };
}

/** The same rows as records of FINRA's shape. */
export const sampleShortSettlements = (i: Instrument, moment: number, most: number): StoredRecord<PublishedShortInterest>[] =>
  sampleShortInterest(i, moment, most).rows.map((r) =>
    sampleRow(i.ticker, r.settlementDate, r.settlementDate, "", {
      name: i.name,
      short_interest: r.shortInterest,
      previous_short_interest: r.previousShortInterest ?? null,
      avg_daily_volume: r.averageDailyVolume ?? null,
      days_to_cover: r.daysToCover ?? null,
      days_to_cover_censored: r.daysToCoverCensored,
      change_pct: r.previousShortInterest ? rounded((r.shortInterest / r.previousShortInterest - 1) * 100, 2) : null,
      revised: false,
    }),
  );
