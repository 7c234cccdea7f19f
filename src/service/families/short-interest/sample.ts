import { addDays, type IsoDate } from "../../../contract/dates";
import { isoOfParts, monthEnd, monthOf, monthsFrom, sessionIndex, sessionOnOrBefore, sessionsBack, yearOf } from "../../sample/calendar";
import { at, between, chance, hash, rounded, seedOf } from "../../sample/random";
import type { Instrument } from "../../sample/universe";
import { sampleShares } from "../prices/sample";
import type { FloatReason, ShortInterestHistory, ShortInterestRow } from "./rows";

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

/** The settlements that had been published by `today`, newest first: the last session by the 15th and by each month's end. */
function settlements(today: IsoDate, most: number): IsoDate[] {
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
  if (u < 0.34) return undefined;
  if (u < 0.82) return "no_affiliate_data";
  if (u < 0.88) return "multi_class_unresolved";
  if (u < 0.92) return "denominator_invalid";
  if (u < 0.95) return "float_non_positive";
  return "not_latest_settlement";
}

/** Share of the shares outstanding that is sold short, drifting from settlement to settlement. */
function shortShare(i: Instrument, settlement: IsoDate): number {
  const usual = HEAVILY_SHORTED.has(i.ticker) ? between(0.12, 0.25, i.ticker, "short") : 0.008 + 0.11 * hash(i.ticker, "short") ** 3;
  const session = sessionIndex(settlement);
  const seed = seedOf("short", i.ticker);
  const slow = Math.floor(session / 60);
  const part = (session % 60) / 60;
  const wave = (at(seed, slow) * (1 - part) + at(seed, slow + 1) * part) * 2 - 1;
  return usual * (1 + 0.35 * wave + 0.08 * (at(seed, session, 7) * 2 - 1));
}

function row(i: Instrument, settlement: IsoDate, before: IsoDate): ShortInterestRow {
  const shares = sampleShares(i.issuer, settlement);
  const shortInterest = rounded(shares * shortShare(i, settlement));
  const previousShortInterest = rounded(sampleShares(i.issuer, before) * shortShare(i, before));
  const unknown = floatReason(i);
  const idle = chance(0.02, i.ticker, "no volume");
  const thin = !idle && chance(0.02, i.ticker, "thin volume");
  const averageDailyVolume = idle
    ? 0
    : thin
      ? Math.max(1, Math.floor(shortInterest / between(1100, 4000, i.ticker, settlement)))
      : rounded(shares * between(0.004, 0.02, i.ticker, "turnover") * between(0.8, 1.25, i.ticker, settlement, "volume"));
  const days = averageDailyVolume > 0 ? rounded(Math.max(1, shortInterest / averageDailyVolume), 2) : Number.POSITIVE_INFINITY;
  const censored = days >= CEILING;
  return {
    settlementDate: settlement,
    shortInterest,
    previousShortInterest,
    averageDailyVolume,
    daysToCoverCensored: censored,
    daysToCover: censored ? undefined : days,
    sharesOutstanding: unknown === "denominator_invalid" ? undefined : shares,
    float: unknown
      ? { unknown }
      : {
          shares: rounded(shares * between(0.55, 0.97, i.ticker, "float shares")),
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
