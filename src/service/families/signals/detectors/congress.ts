import { addDays, daysBetween, type IsoDate } from "../../../../contract/dates";
import type { StoredRecord } from "../../../records/record";
import type { DisclosedTrade } from "../../../records/disclosed-trades";
import { effectiveTrades } from "../../congress/disclosed";
import { usdInWords } from "../../insider/usd-in-words";
import type { SignalRow } from "../rows";
import { peopleTimes, signalOf, timesOfTrades } from "../strength";
import { counted } from "../../../../contract/counted";

type Trade = StoredRecord<DisclosedTrade>;
const SIDES = { buy: ["bull", "bought"], sell: ["bear", "sold"] } as const;
type Side = keyof typeof SIDES;

const sideOf = ({ body }: Trade): Side | undefined => (body.type === "E" ? undefined : body.type === "P" ? "buy" : "sell");

/** Lower end of the second range on the form. Trades in the first range, from 1,001 USD, are routine. */
const SECOND_RANGE_USD = 15_001;
/** Members trade independently: two on the same side of a stock in a month are uncommon. */
const CLUSTER_MEMBERS = 2;
const CLUSTER_DAYS = 30;

const daysOf = (trades: readonly Trade[]): IsoDate[] => [...new Set(trades.map((t) => t.known))].sort();
const membersOf = (trades: readonly Trade[]): number => new Set(trades.map((t) => t.body.member)).size;
/** Minimum amount traded: the sum of the ranges' lower ends. */
const minimumUsd = (trades: readonly Trade[]): number => trades.reduce((sum, t) => sum + t.body.amount_low, 0);

/** Trades of one side that members disclosed on one day. Amounts are lower ends of ranges. */
export function congressTrades(side: Side, all: readonly Trade[]): SignalRow[] {
  const trades = effectiveTrades(all).filter((t) => sideOf(t) === side);
  const [direction, did] = SIDES[side];
  return daysOf(trades).map((day) => {
    const disclosed = trades.filter((t) => t.known === day);
    const usd = minimumUsd(disclosed);
    const days = disclosed.map((t) => t.date).sort();
    return signalOf(
      `congress_${side}`,
      day,
      direction,
      timesOfTrades({ people: peopleTimes(membersOf(disclosed)), usd, thresholdUsd: SECOND_RANGE_USD }),
      `${counted(membersOf(disclosed), "member")} of the House ${did} at least ${usdInWords(usd)} on ${days[0]}${days[0] === days[days.length - 1] ? "" : ` to ${days[days.length - 1]}`}, disclosed ${day} (Clerk of the House)`,
    );
  });
}

/** Several members with trades of one side disclosed within 30 days. Reported again when more join. */
export function congressClusters(side: Side, all: readonly Trade[]): SignalRow[] {
  const trades = effectiveTrades(all).filter((t) => sideOf(t) === side);
  const [direction, did] = SIDES[side];
  let lastReported: { day: IsoDate; members: number } | undefined;
  return daysOf(trades).flatMap((day): SignalRow[] => {
    const since = addDays(day, -CLUSTER_DAYS);
    const recent = trades.filter((t) => t.known <= day && t.known > since);
    const members = membersOf(recent);
    if (members < CLUSTER_MEMBERS || (lastReported && daysBetween(lastReported.day, day) <= CLUSTER_DAYS && members <= lastReported.members)) return [];
    lastReported = { day, members };
    const usd = minimumUsd(recent);
    const what = `${members} members of the House ${did} at least ${usdInWords(usd)}, disclosed within ${CLUSTER_DAYS} days (Clerk of the House)`;
    return [signalOf(`congress_cluster_${side}`, day, direction, timesOfTrades({ people: peopleTimes(members), usd, thresholdUsd: SECOND_RANGE_USD }), what)];
  });
}
