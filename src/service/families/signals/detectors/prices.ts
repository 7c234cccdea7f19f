import { daysBetween } from "../../../../contract/dates";
import { sideOf } from "../../insider/insider-side";
import { byFiling, type OwnedTrade } from "../../insider/owned-trades";
import { usdInWords } from "../../insider/usd-in-words";
import { splitJump } from "../../prices/returns";
import type { Close } from "../../../records/close";
import type { SignalRow } from "../rows";
import { peopleTimes, percentText, signalOf, timesOfTrades } from "../strength";
import { countUpTo } from "../up-to";

/** 52 weeks of sessions. */
const YEAR_SESSIONS = 252;
/** A mark that stood for a month is worth telling when it falls; in a trend each day makes a new one. */
const FULL_SESSIONS = 20;

/** The first close beyond all of the 252 sessions before, by how long the mark had stood. Refused where a jump that looks like a split lies in between. */
export const newExtremes =
  (type: "new_high" | "new_low") =>
  (closes: readonly Close[]): SignalRow[] =>
    closes.flatMap((now, i): SignalRow[] => {
      if (i < YEAR_SESSIONS) return [];
      const high = type === "new_high";
      let mark = i - 1;
      for (let j = i - 1; j >= i - YEAR_SESSIONS; j--) {
        const [then, best] = [(closes[j] as Close).close, (closes[mark] as Close).close];
        // On most days the day before is reason enough.
        if (high ? then >= now.close : then <= now.close) return [];
        if (high ? then >= best : then <= best) mark = j;
      }
      const before = closes[mark] as Close;
      const stood = i - mark;
      if (stood < FULL_SESSIONS || splitJump(closes.slice(i - YEAR_SESSIONS, i + 1))) return [];
      const what = `Close of ${now.close}, the ${high ? "highest" : "lowest"} of 52 weeks; the mark of ${before.close} had stood since ${before.date} (your own prices)`;
      return [signalOf(type, now.date, high ? "bull" : "bear", stood / FULL_SESSIONS, what)];
    });

/** A quarter of sessions, and a rise in it that few shares show. */
const RISE_SESSIONS = 63;
const FULL_RISE_PCT = 20;
const LEAST_SALE_USD = 250_000;
const FULL_SALE_USD = 1_000_000;

/** Prices that end so many days before a sale say nothing of it. */
const MOST_DAYS_BEFORE = 7;

/** Insiders who sell, not under a plan, after the price has risen a fifth in a quarter. */
export const salesIntoStrength =
  (trades: readonly OwnedTrade[]) =>
  (closes: readonly Close[]): SignalRow[] => {
    const sales = trades.filter((t) => t.side === "sell" && t.plan !== true && t.value !== null);
    return byFiling(sales).flatMap(([day, filed]): SignalRow[] => {
      const usd = filed.reduce((sum, t) => sum + (t.value ?? 0), 0);
      if (usd < LEAST_SALE_USD) return [];
      const traded = filed.map((t) => t.traded).reduce((a, b) => (b > a ? b : a));
      const end = countUpTo(closes, traded, (c) => c.date);
      const upTo = closes.slice(Math.max(0, end - RISE_SESSIONS - 1), end);
      const [first, last] = [upTo[0], upTo[upTo.length - 1]];
      if (!first || !last || upTo.length <= RISE_SESSIONS) return [];
      const rise = (last.close / first.close - 1) * 100;
      if (daysBetween(last.date, traded) > MOST_DAYS_BEFORE || splitJump(upTo) || rise < FULL_RISE_PCT) return [];
      const what = `Insiders sold ${usdInWords(usd)} by ${traded}, after a rise of ${percentText(rise)} since ${first.date} (SEC, Form 4; your own prices)`;
      const { insiders, hasCeo, hasCfo } = sideOf("sell", filed);
      const times = timesOfTrades({ people: peopleTimes(insiders), usd, fullUsd: FULL_SALE_USD, chief: hasCeo || hasCfo });
      return [signalOf("insider_sell_into_strength", day, "bear", times, what)];
    });
  };
