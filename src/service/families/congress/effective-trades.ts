import type { StoredRecord } from "../../records/record";
import type { DisclosedTrade } from "../../records/disclosed-trades";

type Trade = StoredRecord<DisclosedTrade>;

/** Equal for a trade and for the entry of a later report that amends or deletes it. Trades have no number in a filing. */
const identityOf = ({ date, body: { member, owner, asset, type } }: Trade): string => JSON.stringify([member, owner, asset, type, date]);

const isDeleted = ({ body }: Trade): boolean => body.filing_status === "Deleted";
const isCorrection = (t: Trade): boolean => isDeleted(t) || t.body.filing_status === "Amended";

/** In filing order. Filing numbers increase. */
const byFiling = (a: Trade, b: Trade): number => {
  const [x, y] = [a, b].map((t) => `${t.known} ${t.body.document}`) as [string, string];
  return x < y ? -1 : x > y ? 1 : 0;
};

/** The trade that a correction is about. Among equal trades, the same range and account count first, then the latest filing. */
function findCorrected(correction: Trade, trades: readonly Trade[]): Trade | undefined {
  const likeness = ({ body }: Trade): number =>
    2 * Number(body.amount_low === correction.body.amount_low) + Number(body.sub_holding === correction.body.sub_holding);
  return trades
    .filter((t) => byFiling(t, correction) < 0)
    .reduce<Trade | undefined>((best, t) => (!best || likeness(t) >= likeness(best) ? t : best), undefined);
}

/** The known trades without those that a later report amends or deletes; the correcting trades are included. Each correction removes one trade. */
export function listedTrades(known: readonly Trade[]): readonly Trade[] {
  const corrections = known.filter(isCorrection);
  if (corrections.length === 0) return known;
  const named = new Set(corrections.map(identityOf));
  const candidates = known.filter((t) => !isDeleted(t) && named.has(identityOf(t))).sort(byFiling);
  const removed = new Set<Trade>();
  for (const correction of [...corrections].sort(byFiling)) {
    const name = identityOf(correction);
    const earlier = findCorrected(
      correction,
      candidates.filter((t) => !removed.has(t) && identityOf(t) === name),
    );
    if (earlier) removed.add(earlier);
  }
  return known.filter((t) => !removed.has(t));
}

/**
 * The trades that count on a day. A deleted trade and its deletion do not count. An amended trade replaces the one that it amends, or
 * counts on its own if that one is missing.
 */
export const effectiveTrades = (known: readonly Trade[]): readonly Trade[] => listedTrades(known).filter((t) => !isDeleted(t));
