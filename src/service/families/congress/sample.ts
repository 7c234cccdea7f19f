import { addDays, daysBetween, type IsoDate } from "../../../contract/dates";
import { lastSessions, sessionOnOrAfter } from "../../sample/calendar";
import { chance, hash, integerBetween, pick } from "../../sample/random";
import type { Instrument } from "../../sample/universe";
import type { CongressTrade } from "./rows";

/** The ranges of the disclosure form. */
const RANGES = [
  [1_001, 15_000],
  [15_001, 50_000],
  [50_001, 100_000],
  [100_001, 250_000],
] as const;

/** Trades of the `days` days up to `today` that had been disclosed by then, oldest first. */
export function sampleCongressTrades(i: Instrument, today: IsoDate, days: number): CongressTrade[] {
  const rate = 0.05 * hash(i.issuer, "congress rate") ** 4 * (i.instrumentType === "common" ? 1 : 0.4);
  const leaning = 0.25 + 0.5 * hash(i.issuer, "congress leaning");
  return lastSessions(today, days)
    .filter((traded) => daysBetween(traded, today) < days && chance(rate, i.issuer, traded, "congress"))
    .map((traded): CongressTrade => {
      const [amountLow, amountHigh] = pick(RANGES, i.issuer, traded, "range");
      const disclosed = sessionOnOrAfter(addDays(traded, integerBetween(8, 45, i.issuer, traded, "disclosed")));
      return { traded, disclosed, type: chance(leaning, i.issuer, traded, "type") ? "purchase" : "sale", amountLow, amountHigh };
    })
    .filter((trade) => trade.disclosed <= today);
}
