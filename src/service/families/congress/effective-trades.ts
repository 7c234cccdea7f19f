import type { StoredRecord } from "../../records/record";
import type { DisclosedTrade } from "../../records/congress-trade";

type Trade = StoredRecord<DisclosedTrade>;

/** The members by which a later report identifies the trade that it amends or deletes. Trades have no number in a filing. */
const nameOf = ({ date, body: { member, owner, asset, type } }: Trade): string => JSON.stringify([member, owner, asset, type, date]);

const isDeleted = ({ body }: Trade): boolean => body.filing_status === "Deleted";
const isCorrection = (t: Trade): boolean => isDeleted(t) || t.body.filing_status === "Amended";

/** In filing order. Filing numbers increase. */
const byFiling = (a: Trade, b: Trade): number => {
  const [x, y] = [a, b].map((t) => `${t.known} ${t.body.document}`) as [string, string];
  return x < y ? -1 : x > y ? 1 : 0;
};

/** Of several trades that say the same, the one with the same range and account is meant rather than another, and the latest filed rather than one before. */
function meant(correction: Trade, trades: readonly Trade[]): Trade | undefined {
  const likeness = ({ body }: Trade): number =>
    2 * Number(body.amount_low === correction.body.amount_low) + Number(body.sub_holding === correction.body.sub_holding);
  return trades
    .filter((t) => byFiling(t, correction) < 0)
    .reduce<Trade | undefined>((best, t) => (!best || likeness(t) >= likeness(best) ? t : best), undefined);
}

/** The trades of the rows known on a day as they are listed: all but those that a later report amends or deletes; that report itself is there. Each takes out one. */
export function listedTrades(known: readonly Trade[]): readonly Trade[] {
  const corrections = known.filter(isCorrection);
  if (corrections.length === 0) return known;
  const named = new Set(corrections.map(nameOf));
  const candidates = known.filter((t) => !isDeleted(t) && named.has(nameOf(t))).sort(byFiling);
  const out = new Set<Trade>();
  for (const correction of [...corrections].sort(byFiling)) {
    const name = nameOf(correction);
    const earlier = meant(
      correction,
      candidates.filter((t) => !out.has(t) && nameOf(t) === name),
    );
    if (earlier) out.add(earlier);
  }
  return known.filter((t) => !out.has(t));
}

/**
 * The trades that count on a day. A deleted trade and its deletion do not count. An amended trade replaces the one that it amends, or
 * counts on its own if that one is missing.
 */
export const effectiveTrades = (known: readonly Trade[]): readonly Trade[] => listedTrades(known).filter((t) => !isDeleted(t));
