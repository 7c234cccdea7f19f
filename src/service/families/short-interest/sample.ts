import { LRUCache } from "lru-cache";
import { addDays, type IsoDate } from "../../../contract/dates";
import { isoOfParts, monthEnd, monthOf, monthsFrom, sessionIndex, sessionOnOrBefore, sessionsBack, yearOf } from "../../sample/calendar";
import { classShare, companyOf, sampleShares } from "../../sample/company";
import { sampleRow } from "../../sample/kept";
import { at, between, chance, hash, logBetween, rounded, seedOf } from "../../sample/random";
import type { Instrument } from "../../sample/universe";
import type { Kept } from "../../store/records";
import type { FloatReason, PublishedShortInterest, ShortInterestHistory, ShortInterestRow } from "./rows";

/** Sessions from a settlement to its publication. */
const PUBLICATION_SESSIONS = 8;
const CEILING = 999.99;

/** Symbols that show what they are known for: a float with affiliates filed, and one without. */
const KNOWN_FLOAT: ReadonlySet<string> = new Set(["GME", "AMC", "TSLA", "NVDA"]);
const UNKNOWN_FLOAT: Readonly<Record<string, FloatReason>> = {
  AAPL: "no_affiliate_data",
  "BRK.B": "multi_class_unresolved",
  CVNA: "float_non_positive",
  WOLF: "denominator_invalid",
  SPCE: "not_latest_settlement",
};
const HEAVILY_SHORTED: ReadonlySet<string> = new Set(["GME", "AMC", "CVNA", "BYND", "UPST", "PLUG"]);

const publishedBy = new LRUCache<string, readonly IsoDate[]>({ max: 200 });

/** The settlements that had been published by `today`, newest first: the last session by the 15th and by each month's end. */
function settlements(today: IsoDate, most: number): readonly IsoDate[] {
  const key = `${today} ${most}`;
  const known = publishedBy.get(key) ?? settlementsBy(today, most);
  publishedBy.set(key, known);
  return known;
}

function settlementsBy(today: IsoDate, most: number): IsoDate[] {
  const found: IsoDate[] = [];
  for (let month = monthsFrom(today, 0); found.length < most; month = monthsFrom(month, -1)) {
    for (const day of [monthEnd(month), isoOfParts(yearOf(month), monthOf(month), 15)]) {
      const settlement = sessionOnOrBefore(day);
      if (
        settlement <= today &&
        sessionIndex(today) - sessionIndex(settlement) >= PUBLICATION_SESSIONS &&
        sessionsBack(settlement, -PUBLICATION_SESSIONS) <= today
      )
        found.push(settlement);
    }
  }
  return found.slice(0, most);
}

function floatReason(i: Instrument): FloatReason | undefined {
  if (KNOWN_FLOAT.has(i.ticker)) return undefined;
  const named = UNKNOWN_FLOAT[i.ticker];
  if (named) return named;
  if (i.multiClass) return "multi_class_unresolved";
  if (i.instrumentType !== "common") return "no_affiliate_data";
  const u = hash(i.ticker, "float");
  if (companyOf(i).known) return u < 0.6 ? undefined : "no_affiliate_data";
  if (u < 0.3) return undefined;
  if (u < 0.8) return "no_affiliate_data";
  if (u < 0.86) return "multi_class_unresolved";
  if (u < 0.91) return "denominator_invalid";
  if (u < 0.95) return "float_non_positive";
  return "not_latest_settlement";
}

interface Habits {
  /** Shares traded a day, as a part of the class's shares. */
  readonly turnover: number;
  /** Days of usual volume to buy back what is usually sold short. */
  readonly days: number;
}

const MOST_SHORT = 0.2;

const habits = new Map<string, Habits>();

function habitsOf(i: Instrument): Habits {
  const known = habits.get(i.ticker) ?? usualOf(i);
  habits.set(i.ticker, known);
  return known;
}

/** How much of a symbol is usually traded and sold short: little of the largest, much of those that move a lot. */
function usualOf(i: Instrument): Habits {
  const { price, shares, volatility } = companyOf(i);
  const of = (low: number, high: number, what: string): number => logBetween(low, high, i.ticker, what);
  if (i.instrumentType === "etf") return { turnover: of(0.015, 0.05, "turnover"), days: of(1.8, 4, "days") };
  if (HEAVILY_SHORTED.has(i.ticker)) {
    const days = of(2.5, 6, "days");
    return { turnover: between(0.12, 0.22, i.ticker, "short") / days, days };
  }
  const value = price * shares;
  const usual = value > 2e11 ? of(0.0032, 0.007, "turnover") : value > 2e10 ? of(0.005, 0.011, "turnover") : of(0.007, 0.018, "turnover");
  const turnover = usual * (volatility > 0.03 ? 2.5 : 1);
  return { turnover, days: Math.min(of(1.75, volatility > 0.03 ? 3 : 7, "days"), MOST_SHORT / turnover) };
}

const sharesOf = (i: Instrument, day: IsoDate): number => sampleShares(i.issuer, day) * classShare(i);

/** The volume of a usual day. */
export const sampleVolume = (i: Instrument, day: IsoDate): number => sharesOf(i, day) * habitsOf(i).turnover;

/** Shares sold short, drifting from settlement to settlement. */
function shortOn(i: Instrument, settlement: IsoDate): number {
  const { turnover, days } = habitsOf(i);
  const session = sessionIndex(settlement);
  const seed = seedOf("short", i.ticker);
  const slow = Math.floor(session / 60);
  const part = (session % 60) / 60;
  const wave = (at(seed, slow) * (1 - part) + at(seed, slow + 1) * part) * 2 - 1;
  return rounded(sharesOf(i, settlement) * turnover * days * (1 + 0.2 * wave + 0.11 * (at(seed, session, 7) * 2 - 1)));
}

function row(i: Instrument, settlement: IsoDate, before: IsoDate): ShortInterestRow {
  const shortInterest = shortOn(i, settlement);
  const unknown = floatReason(i);
  const odd = companyOf(i).known || i.instrumentType === "etf" ? undefined : hash(i.ticker, "odd volume");
  const averageDailyVolume =
    odd !== undefined && odd < 0.02
      ? 0
      : odd !== undefined && odd < 0.04
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
    sharesOutstanding: unknown === "denominator_invalid" ? undefined : shares,
    float: unknown
      ? { unknown }
      : {
          shares: rounded(shares * between(companyOf(i).known ? 0.8 : 0.55, 0.98, i.ticker, "float shares")),
          source: chance(0.6, i.ticker, "float source") ? "proxy statement affiliates" : "schedule 13D and 13G affiliates",
          confidence: (["high", "medium", "low"] as const)[Math.floor(3 * hash(i.ticker, "confidence"))] ?? "low",
        },
  };
}

/** The rows of the last published settlements, oldest first; a symbol that left the publication lacks the latest ones. */
export function sampleShortInterest(i: Instrument, today: IsoDate, most = 2): ShortInterestHistory {
  const dates = settlements(today, most + 4);
  const latestSettlement = dates[0] ?? addDays(today, -15);
  const missing = floatReason(i) === "not_latest_settlement" ? 3 : 0;
  const rows = dates.slice(missing, missing + most).map((settlement, n) => row(i, settlement, dates[missing + n + 1] ?? settlement));
  return { rows: rows.filter((r) => r.settlementDate <= today).reverse(), latestSettlement };
}

/** The same rows as their publisher would state them. */
export const sampleSettlements = (i: Instrument, today: IsoDate, most: number): Kept<PublishedShortInterest>[] =>
  sampleShortInterest(i, today, most).rows.map((r) =>
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
