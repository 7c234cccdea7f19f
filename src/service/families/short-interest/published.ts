import { addDays } from "../../../contract/dates";
import { jointOrigin, ofDataset, type ReasonText, type Sourced } from "../../answers/answering";
import { atFixedMoment } from "../../answers/as-of";
import type { Context } from "../../answers/context";
import { instrumentOf } from "../../instruments/universe";
import type { PublishedShortInterest } from "../../records/equities";
import type { StoredRecord } from "../../records/record";
import { clockOnDay } from "../../time/clock";
import { publishedFilerOf, publishedFilers, publishedStatements } from "../fundamentals/published-statements";
import { shortInterestUncompared } from "../share-basis/doubt-in-words";
import { isDoubt, type ShareBasis, shareBasisOf } from "../share-basis/share-basis";
import type { FloatReason, ListedSettlement, ShortInterestHistory, ShortInterestRow } from "./figures";
import { hasOtherClasses, kindOfIssue, sharesCounted, type SharesCounted } from "./shares-counted";

/** Days from one settlement to the next. */
const SETTLEMENT_DAYS = 16;
const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= 0.005 * Math.abs(b);

type Settlement = StoredRecord<PublishedShortInterest> & { readonly uncompared?: ReasonText };

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

/** Why the float of an issue is unknown, by what the issue is. Its filings are not read, because all rows of a settlement are sorted by their float. */
function floatReasonOf(name: string, ticker: string): FloatReason {
  if (kindOfIssue(name, ticker) !== undefined) return "denominator_invalid";
  return instrumentOf(ticker)?.multiClass ? "multi_class_unresolved" : "no_affiliate_data";
}

/**
 * A settlement as a row. What needs other rows is read when it is used: whether the stated change counts the same shares (`compare`), and the shares outstanding,
 * by the filings known in the context that `at` returns. The float is unknown: no file of affiliates' holdings is imported.
 */
function rowOf(
  { entity, date, body }: StoredRecord<PublishedShortInterest>,
  compare: () => Settlement,
  context: Context,
  at = (): Context => context,
  float: FloatReason = "no_affiliate_data",
): ShortInterestRow {
  let inOwn: Settlement | undefined;
  const compared = (): Settlement => (inOwn ??= compare());
  let filings: Context | undefined;
  const known = (): Context => (filings ??= at());
  let counted: SharesCounted | undefined;
  return {
    settlementDate: date,
    shortInterest: body.short_interest,
    get previousShortInterest() {
      return compared().body.previous_short_interest ?? undefined;
    },
    get changePct() {
      return compared().body.change_pct ?? undefined;
    },
    get uncompared() {
      return compared().uncompared;
    },
    averageDailyVolume: body.avg_daily_volume ?? undefined,
    daysToCoverCensored: body.days_to_cover_censored,
    daysToCover: body.days_to_cover ?? undefined,
    get outstanding() {
      const classes = (): boolean => hasOtherClasses(context, entity, body.name, date);
      return (counted ??= sharesCounted(known(), { ticker: entity, name: body.name, settlement: date, short: body.short_interest, classes }));
    },
    get outstandingOf() {
      const filer = publishedFilerOf(known(), entity);
      return filer && jointOrigin([publishedStatements(known(), filer)]);
    },
    // Of the newest settlement: an earlier one has no float in any case.
    float: { unknown: float === "no_affiliate_data" ? floatReasonOf(body.name, entity) : float },
  };
}

/** The newest settlements of a symbol, newest first. */
const newestOf = ({ clock, store }: Context, ticker: string, count: 1 | 2): readonly StoredRecord<PublishedShortInterest>[] =>
  store.records.latest<PublishedShortInterest>("short_interest", ticker, clock.today(), count);

/** The newest settlement of a symbol as a row. The settlement before it shows whether its change counts the same shares. */
const newestRow = (
  context: Context,
  newest: StoredRecord<PublishedShortInterest>,
  both = (): readonly StoredRecord<PublishedShortInterest>[] => newestOf(context, newest.entity, 2),
): ShortInterestRow => rowOf(newest, () => withComparableChanges(both().toReversed(), shareBasisOf(context, newest.entity)).pop()!, context);

/**
 * The newest published settlement of a symbol, and the newest of all symbols; undefined if no row of the symbol was imported.
 * @param forChange reads the settlement before it at once, because its change is asked for
 */
export function publishedShortInterest(context: Context, ticker: string, forChange = false): Sourced<ShortInterestHistory> | undefined {
  const { clock, store } = context;
  const { records } = store;
  const today = clock.today();
  const found = newestOf(context, ticker, forChange ? 2 : 1);
  const newest = found[0];
  if (!newest && !records.isPublished("short_interest", ticker)) return undefined;
  return {
    rows: {
      rows: newest ? [newestRow(context, newest, forChange ? () => found : undefined)] : [],
      latestSettlement: records.newest("short_interest", today) ?? today,
    },
    ...ofDataset(newest?.source ?? "finra", "short_interest", ticker),
  };
}

/** The published settlements of a symbol, oldest first. Those before the latest settlement of all symbols count shares outstanding by the filings of their own day. */
export function publishedSettlements(context: Context, ticker: string): readonly ListedSettlement[] {
  const { clock, store } = context;
  const today = clock.today();
  const stored = store.records.between<PublishedShortInterest>("short_interest", ticker, "0001-01-01", today, today);
  const latest = store.records.newest("short_interest", today);
  let inOwn: readonly Settlement[] | undefined;
  const compared = (n: number): Settlement => (inOwn ??= withComparableChanges(stored, shareBasisOf(context, ticker)))[n]!;
  return stored.map((one, n) => {
    const { date, source } = one;
    const compare = (): Settlement => compared(n);
    if (date === latest) return { symbol: ticker, source, row: rowOf(one, compare, context) };
    const then = (): Context => atFixedMoment({ ...context, clock: clockOnDay(date, clock) });
    return { symbol: ticker, source, row: rowOf(one, compare, context, then, "not_latest_settlement") };
  });
}

/** The published settlements of all symbols on the latest settlement date. */
export function publishedAtLatest(context: Context): readonly ListedSettlement[] {
  const { clock, store } = context;
  const today = clock.today();
  const latest = store.records.newest("short_interest", today);
  if (latest === undefined) return [];
  // The rows are kept, and read these kinds when they are used.
  store.reads.addRead(["short_interest", "price", "split", "filer", "filing", "statement"]);
  const { records } = store;
  // Splits of other symbols are not known, so their changes are as stated. Reading the share basis of each would take seconds.
  const mayHaveSplit = new Set([...records.entities("price"), ...records.entities("split"), ...publishedFilers.names(context)]);
  const asStated = (one: StoredRecord<PublishedShortInterest>): ShortInterestRow => rowOf(one, () => one, context);
  return records.across<PublishedShortInterest>("short_interest", latest, latest, today).map((one) => ({
    symbol: one.entity,
    source: one.source,
    row: mayHaveSplit.has(one.entity) ? newestRow(context, one) : asStated(one),
  }));
}
