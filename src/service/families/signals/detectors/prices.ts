import { daysBetween } from "../../../../contract/dates";
import { groupedByFiling, insiderSideOf, type OwnedTrade } from "../../insider/insider-side";
import { usdInWords } from "../../insider/usd-in-words";
import { splitJump } from "../../prices/returns";
import type { Close } from "../../../records/equities";
import { countUpTo, type SignalRow } from "../rows";
import { peopleTimes, percentText, signalOf, timesOfTrades } from "../strength";

/** 52 weeks of sessions. */
const YEAR_SESSIONS = 252;
/** The previous extreme must be at least a month old: in a trend each day sets a new one. */
const THRESHOLD_SESSIONS = 20;

/** A close beyond all closes of the 252 sessions before, scored by the age of the previous extreme. No signal if a jump in between looks like a split. */
export const newExtremes = (type: "new_high" | "new_low", closes: readonly Close[]): SignalRow[] =>
  closes.flatMap((now, i): SignalRow[] => {
    if (i < YEAR_SESSIONS) return [];
    const high = type === "new_high";
    let extreme = i - 1;
    for (let j = i - 1; j >= i - YEAR_SESSIONS; j--) {
      const [then, best] = [(closes[j] as Close).close, (closes[extreme] as Close).close];
      // Most days return here, at the first comparison: with the previous session.
      if (high ? then >= now.close : then <= now.close) return [];
      if (high ? then >= best : then <= best) extreme = j;
    }
    const before = closes[extreme] as Close;
    const age = i - extreme;
    if (age < THRESHOLD_SESSIONS || splitJump(closes.slice(i - YEAR_SESSIONS, i + 1))) return [];
    const what = `Close of ${now.close}, the ${high ? "highest" : "lowest"} of 52 weeks; the previous ${high ? "high" : "low"} was ${before.close} on ${before.date} (your own prices)`;
    return [signalOf(type, now.date, high ? "bull" : "bear", age / THRESHOLD_SESSIONS, what)];
  });

/** Sessions of a quarter, and a rise over them that few shares show. */
const RISE_SESSIONS = 63;
const RISE_THRESHOLD_PCT = 20;
const MIN_SALE_USD = 250_000;
const SALE_THRESHOLD_USD = 1_000_000;

/** Closes that end more than this many days before a sale are not used. */
const MAX_DAYS_BEFORE = 7;

/** Insider sales outside a plan, after the price rose at least a fifth in a quarter. */
export function salesIntoStrength(trades: readonly OwnedTrade[], closes: readonly Close[]): SignalRow[] {
  const sales = trades.filter((t) => t.side === "sell" && t.plan !== true && t.value !== null);
  return groupedByFiling(sales).flatMap(([day, filed]): SignalRow[] => {
    const usd = filed.reduce((sum, t) => sum + (t.value ?? 0), 0);
    if (usd < MIN_SALE_USD) return [];
    const traded = filed.map((t) => t.traded).reduce((a, b) => (b > a ? b : a));
    const end = countUpTo(closes, traded, (c) => c.date);
    const upTo = closes.slice(Math.max(0, end - RISE_SESSIONS - 1), end);
    const [first, last] = [upTo[0], upTo[upTo.length - 1]];
    if (!first || !last || upTo.length <= RISE_SESSIONS) return [];
    const rise = (last.close / first.close - 1) * 100;
    if (daysBetween(last.date, traded) > MAX_DAYS_BEFORE || splitJump(upTo) || rise < RISE_THRESHOLD_PCT) return [];
    const what = `Insiders sold ${usdInWords(usd)} by ${traded}, after a rise of ${percentText(rise)} since ${first.date} (SEC, Form 4; your own prices)`;
    const { insiders, hasCeo, hasCfo } = insiderSideOf("sell", filed);
    const times = timesOfTrades({ people: peopleTimes(insiders), usd, thresholdUsd: SALE_THRESHOLD_USD, chief: hasCeo || hasCfo });
    return [signalOf("insider_sell_into_strength", day, "bear", times, what)];
  });
}
