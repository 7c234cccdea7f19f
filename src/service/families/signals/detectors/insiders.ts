import { addDays, daysBetween, type IsoDate } from "../../../../contract/dates";
import type { Chief } from "../../../records/disclosed-trades";
import { CLUSTER_DAYS, MIN_INSIDERS } from "../../insider/clusters";
import { groupedByFiling, insiderSideOf, insidersIn, type OwnedTrade } from "../../insider/insider-side";
import { usdInWords } from "../../insider/usd-in-words";
import { countUpTo, type SignalRow } from "../rows";
import { peopleTimes, signalOf, timesOfTrades } from "../strength";
import { counted } from "../../../../contract/counted";

type Trades = readonly OwnedTrade[];

/** A purchase that matters to an officer: a good part of a year's cash salary. */
const PURCHASE_THRESHOLD_USD = 100_000;
/** Smaller purchases are reinvested dividends and purchase plans. */
const MIN_PURCHASE_USD = 10_000;
const YEAR_DAYS = 365;

/** Most sales are of shares received as pay, so the threshold is ten times that of purchases. */
const SALE_THRESHOLD_USD = 1_000_000;
/** A sale under a plan was decided long ago and counts half. If no report states plans, all sales count in full. */
const plannedTimes = (freely: number | null): number => (1 + (freely ?? 1)) / 2;
const worthInWords = (usd: number | null): string => (usd === null ? "shares at prices that are not all stated" : usdInWords(usd));

/** Several insiders with open-market trades of one side within 30 days. Reported again when more join. */
export function insiderClusters(side: OwnedTrade["side"], all: Trades): SignalRow[] {
  const trades = all.filter((t) => t.side === side).sort((a, b) => (a.traded < b.traded ? -1 : a.traded > b.traded ? 1 : 0));
  const upTo = (day: IsoDate): number => countUpTo(trades, day, (t) => t.traded);
  let lastReported: { readonly day: IsoDate; readonly insiders: number } | undefined;
  return groupedByFiling(trades).flatMap(([day]): SignalRow[] => {
    const month = trades.slice(upTo(addDays(day, -CLUSTER_DAYS)), upTo(day)).filter((t) => t.filed <= day);
    const insiders = insidersIn(month);
    if (insiders < MIN_INSIDERS[side] || (lastReported && daysBetween(lastReported.day, day) < CLUSTER_DAYS && insiders <= lastReported.insiders)) return [];
    lastReported = { day, insiders };
    const { value, firstTrade, lastTrade, hasCeo, hasCfo, unplanned: freely } = insiderSideOf(side, month);
    const what = `${insiders} insiders ${side === "buy" ? "bought" : "sold"} ${worthInWords(value)} between ${firstTrade} and ${lastTrade} (SEC, Form 4)`;
    const [people, thresholdUsd] =
      side === "buy" ? [peopleTimes(insiders), PURCHASE_THRESHOLD_USD] : [(insiders / MIN_INSIDERS.sell) * plannedTimes(freely), SALE_THRESHOLD_USD];
    const times = timesOfTrades({ people, usd: value, thresholdUsd, chief: hasCeo || hasCfo });
    return [signalOf(`insider_cluster_${side}`, day, side === "buy" ? "bull" : "bear", times, what)];
  });
}

const CHIEF_TITLES: Readonly<Record<Chief, string>> = { CEO: "chief executive", CFO: "chief financial officer" };

/** Open-market purchases by the chief executive or the chief financial officer outside a plan, by day of filing. */
export function chiefPurchases(chief: Chief, all: Trades): SignalRow[] {
  const trades = all.filter((t) => t.side === "buy" && t.plan !== true && t.chiefs.includes(chief));
  return groupedByFiling(trades).flatMap(([day, filed]) => {
    const { value } = insiderSideOf("buy", filed);
    if (value !== null && value < MIN_PURCHASE_USD) return [];
    const type = chief === "CEO" ? "insider_ceo_buy" : "insider_cfo_buy";
    const times = timesOfTrades({ people: 1, usd: value, thresholdUsd: PURCHASE_THRESHOLD_USD, chief: true });
    return [signalOf(type, day, "bull", times, `The ${CHIEF_TITLES[chief]} bought ${worthInWords(value)}, filed ${day} (SEC, Form 4)`)];
  });
}

/** The first purchase by any insider after a year without one. Needs reports of that whole year: a year that is not loaded is unknown. */
export function firstPurchaseInYear(loadedSince: IsoDate | undefined, all: Trades): SignalRow[] {
  const trades = all.filter((t) => t.side === "buy");
  return groupedByFiling(trades).flatMap(([day, filed]) => {
    const since = addDays(day, -YEAR_DAYS);
    const { value, insiders, hasCeo, hasCfo } = insiderSideOf("buy", filed);
    if (loadedSince === undefined || loadedSince > since || trades.some((t) => t.filed < day && t.filed >= since)) return [];
    if (value !== null && value < MIN_PURCHASE_USD) return [];
    const what = `${counted(insiders, "insider")} bought ${worthInWords(value)}, the first purchase reported since before ${since} (SEC, Form 4)`;
    const times = timesOfTrades({ people: peopleTimes(insiders), usd: value, thresholdUsd: PURCHASE_THRESHOLD_USD, chief: hasCeo || hasCfo });
    return [signalOf("insider_first_buy_in_year", day, "bull", times, what)];
  });
}
