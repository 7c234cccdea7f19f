import { addDays } from "../../../contract/dates";
import type { StoredRecord } from "../../records/record";
import type { ReasonText } from "../../answers/answering";
import { shortInterestUncompared } from "../share-basis/doubt-in-words";
import { isDoubt, type ShareBasis } from "../share-basis/share-basis";
import type { PublishedShortInterest } from "../../records/equities";

/** Days from one settlement to the next. */
const SETTLEMENT_DAYS = 16;
const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= 0.005 * Math.abs(b);

export type Settlement = StoredRecord<PublishedShortInterest> & { readonly uncompared?: ReasonText };

/**
 * Settlements, oldest first, each with its change from the previous one in shares of its own day. FINRA states past positions as they were reported, so after a
 * split the previous position counts old shares, unless it was restated. Without the previous settlement the basis is unknown.
 */
export const withComparableChanges = (rows: readonly StoredRecord<PublishedShortInterest>[], basis: ShareBasis): Settlement[] =>
  rows.map((row, i): Settlement => {
    const before = rows[i - 1];
    const shares = basis.between(before?.date ?? addDays(row.date, -SETTLEMENT_DAYS), row.date);
    if (!isDoubt(shares) && shares.times === 1) return row;
    const { previous_short_interest: stated, short_interest: now } = row.body;
    const unknown = (uncompared: ReasonText): Settlement => ({ ...row, body: { ...row.body, change_pct: null, previous_short_interest: null }, uncompared });
    if (isDoubt(shares)) return unknown(shortInterestUncompared(shares));
    const [split] = shares.splits;
    if (stated === null || !split) return row;
    if (before && isNear(stated, before.body.short_interest * shares.times)) return row;
    if (!before || !isNear(stated, before.body.short_interest)) return unknown(shortInterestUncompared({ kind: "unrestated", split, filed: row.date }));
    const previous = stated * shares.times;
    return { ...row, body: { ...row.body, previous_short_interest: previous, change_pct: Math.round((now / previous - 1) * 10_000) / 100 } };
  });
