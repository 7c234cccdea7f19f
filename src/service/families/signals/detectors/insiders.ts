import { addDays, daysBetween, type IsoDate } from "../../../../contract/dates";
import type { Chief } from "../../../records/chiefs";
import { CLUSTER_DAYS, LEAST_INSIDERS } from "../../insider/clusters";
import { insidersIn, sideOf } from "../../insider/insider-side";
import { byFiling, type OwnedTrade } from "../../insider/owned-trades";
import { usdInWords } from "../../insider/usd-in-words";
import type { SignalRow } from "../rows";
import { counted } from "../../../../contract/counted";
import { peopleTimes, signalOf, timesOfTrades } from "../strength";
import { countUpTo } from "../up-to";

type Trades = readonly OwnedTrade[];

/** What a purchase must be for an officer to feel it: a good part of a year's cash salary. */
const FULL_PURCHASE_USD = 100_000;
/** Below it are reinvested dividends and purchase plans. */
const LEAST_PURCHASE_USD = 10_000;
const YEAR_DAYS = 365;

/** Most sales are of shares that officers were paid with: it takes ten times as much for one to count. */
const FULL_SALE_USD = 1_000_000;
/** A sale under a plan was decided long ago: it counts half. Where no report says, none is taken to be one. */
const plannedTimes = (freely: number | null): number => (1 + (freely ?? 1)) / 2;
const worthInWords = (usd: number | null): string => (usd === null ? "shares at prices that are not all stated" : usdInWords(usd));

/** Several insiders with trades in the open market of one side within 30 days; reported again when more have joined. */
export const insiderClusters =
  (side: OwnedTrade["side"]) =>
  (all: Trades): SignalRow[] => {
    const trades = all.filter((t) => t.side === side).sort((a, b) => (a.traded < b.traded ? -1 : a.traded > b.traded ? 1 : 0));
    const upTo = (day: IsoDate): number => countUpTo(trades, day, (t) => t.traded);
    let lastReported: { readonly day: IsoDate; readonly insiders: number } | undefined;
    return byFiling(trades).flatMap(([day]): SignalRow[] => {
      const month = trades.slice(upTo(addDays(day, -CLUSTER_DAYS)), upTo(day)).filter((t) => t.filed <= day);
      const insiders = insidersIn(month);
      if (insiders < LEAST_INSIDERS[side] || (lastReported && daysBetween(lastReported.day, day) < CLUSTER_DAYS && insiders <= lastReported.insiders))
        return [];
      lastReported = { day, insiders };
      const { value, firstTrade, lastTrade, hasCeo, hasCfo, freely } = sideOf(side, month);
      const what = `${insiders} insiders ${side === "buy" ? "bought" : "sold"} ${worthInWords(value)} between ${firstTrade} and ${lastTrade} (SEC, Form 4)`;
      const [people, fullUsd] =
        side === "buy" ? [peopleTimes(insiders), FULL_PURCHASE_USD] : [(insiders / LEAST_INSIDERS.sell) * plannedTimes(freely), FULL_SALE_USD];
      const times = timesOfTrades({ people, usd: value, fullUsd, chief: hasCeo || hasCfo });
      return [signalOf(`insider_cluster_${side}`, day, side === "buy" ? "bull" : "bear", times, what)];
    });
  };

const CALLED: Readonly<Record<Chief, string>> = { CEO: "chief executive", CFO: "chief financial officer" };

/** Purchases of the chief executive or the chief financial officer in the open market, outside of a plan, by the day of filing. */
export const chiefPurchases =
  (chief: Chief) =>
  (all: Trades): SignalRow[] => {
    const trades = all.filter((t) => t.side === "buy" && t.plan !== true && t.chiefs.includes(chief));
    return byFiling(trades).flatMap(([day, filed]) => {
      const { value } = sideOf("buy", filed);
      if (value !== null && value < LEAST_PURCHASE_USD) return [];
      const type = chief === "CEO" ? "insider_ceo_buy" : "insider_cfo_buy";
      const times = timesOfTrades({ people: 1, usd: value, fullUsd: FULL_PURCHASE_USD, chief: true });
      return [signalOf(type, day, "bull", times, `The ${CALLED[chief]} bought ${worthInWords(value)}, filed ${day} (SEC, Form 4)`)];
    });
  };

/** The first purchase of any insider after a year without one. Only where reports reach back over that year: a year that is not loaded is not quiet. */
export const firstPurchaseInYear =
  (loadedSince: IsoDate | undefined) =>
  (all: Trades): SignalRow[] => {
    const trades = all.filter((t) => t.side === "buy");
    return byFiling(trades).flatMap(([day, filed]) => {
      const since = addDays(day, -YEAR_DAYS);
      const { value, insiders, hasCeo, hasCfo } = sideOf("buy", filed);
      if (loadedSince === undefined || loadedSince > since || trades.some((t) => t.filed < day && t.filed >= since)) return [];
      if (value !== null && value < LEAST_PURCHASE_USD) return [];
      const what = `${counted(insiders, "insider")} bought ${worthInWords(value)}, the first purchase reported since before ${since} (SEC, Form 4)`;
      const times = timesOfTrades({ people: peopleTimes(insiders), usd: value, fullUsd: FULL_PURCHASE_USD, chief: hasCeo || hasCfo });
      return [signalOf("insider_first_buy_in_year", day, "bull", times, what)];
    });
  };
