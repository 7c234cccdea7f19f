import { daysBetween, type IsoDate } from "../../../contract/dates";
import { lastSessions, sessionsBack } from "../../sample/calendar";
import { chance, hash, logBetween, pick, rounded } from "../../sample/random";
import type { Instrument } from "../../sample/universe";
import { samplePrice } from "../prices/sample";
import type { InsiderTrade } from "./rows";

const ROLES = ["director", "chief executive", "chief financial officer", "officer", "ten percent owner"] as const;

/** Trades of the `days` days up to `today` that had been filed by then, oldest first. */
export function sampleInsiderTrades(i: Instrument, today: IsoDate, days: number): InsiderTrade[] {
  const rate = 0.004 + 0.09 * hash(i.issuer, "insider rate") ** 2;
  const sellers = 0.45 + 0.5 * hash(i.issuer, "insider sellers");
  return lastSessions(today, days)
    .filter((traded) => daysBetween(traded, today) < days && chance(rate, i.issuer, traded, "insider"))
    .map((traded): InsiderTrade => {
      const side = chance(sellers, i.issuer, traded, "side") ? "sell" : "buy";
      const price = samplePrice(i.issuer, traded);
      const shares = Math.max(100, rounded(logBetween(2e4, side === "sell" ? 8e6 : 1.5e6, i.issuer, traded, "size") / price / 100) * 100);
      // Form 4 is due on the second business day after the trade.
      const filed = sessionsBack(traded, -(1 + Math.floor(2 * hash(i.issuer, traded, "filed"))));
      return { traded, filed, side, shares, value: rounded(shares * price, 2), role: pick(ROLES, i.issuer, traded, "role") };
    })
    .filter((trade) => trade.filed <= today);
}
