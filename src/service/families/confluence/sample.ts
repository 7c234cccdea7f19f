import type { IsoDate } from "../../../contract/dates";
import { lastSessions } from "../../sample/calendar";
import { chance, hash, rounded } from "../../sample/random";
import { instrumentOf } from "../../sample/universe";
import { isCrypto } from "./crypto-events";
import { ACTIVE_SESSIONS } from "./readings";
import type { ConfluenceRow } from "./rows";

const EQUITY_FAMILIES = ["signals", "insider", "congress", "holders13f", "short_interest", "gamma", "prediction"] as const;
const FUND_FAMILIES = ["signals", "holders13f", "short_interest", "gamma", "prediction"] as const;
const CRYPTO_FAMILIES = ["whale", "funding", "liquidations", "etf_flow", "derivatives", "prediction"] as const;

function familiesOf(symbol: string): readonly string[] {
  if (isCrypto(symbol)) return CRYPTO_FAMILIES;
  return instrumentOf(symbol)?.instrumentType === "etf" ? FUND_FAMILIES : EQUITY_FAMILIES;
}

function row(symbol: string, date: IsoDate): ConfluenceRow {
  const direction = chance(0.55, symbol, date, "direction") ? "bull" : "bear";
  const kind = chance(0.3, symbol, date, "kind") ? "divergence" : "confluence";
  const wanted = 2 + Math.floor(3 * hash(symbol, date, "legs") ** 1.5);
  const legs = [...familiesOf(symbol)]
    .sort((a, b) => hash(symbol, date, a) - hash(symbol, date, b))
    .slice(0, wanted)
    // In a divergence the last leg stands against the others.
    .map((family, n) => ({
      family,
      direction: kind === "divergence" && n === wanted - 1 ? (direction === "bull" ? ("bear" as const) : ("bull" as const)) : (direction as "bull" | "bear"),
    }));
  const strength = kind === "divergence" ? 55 : 45 + 12 * wanted;
  return { date, kind, direction, score: rounded(Math.min(100, strength * (0.6 + 0.5 * hash(symbol, date, "score"))), 1), legs };
}

/** What is active at `today`, oldest first: readings of the last sessions. */
export function sampleConfluence(symbol: string, today: IsoDate): ConfluenceRow[] {
  const rate = isCrypto(symbol) ? 0.12 : 0.035 * hash(symbol, "confluence rate");
  return lastSessions(today, ACTIVE_SESSIONS)
    .filter((date) => chance(rate, symbol, date, "confluence"))
    .map((date) => row(symbol, date));
}
