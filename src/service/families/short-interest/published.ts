import type { IsoDate } from "../../../contract/dates";
import { jointOrigin, ofDataset, type Sourced } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { publishedFilerOf, publishedStatements } from "../fundamentals/published-statements";
import { isStale } from "../../answers/maximum-age";
import { shortInterestUncompared } from "../share-basis/doubt-in-words";
import { isDoubt, shareBasisOf } from "../share-basis/share-basis";
import { withComparableChanges, type Settlement } from "./changes";
import type { ShortInterestHistory, ShortInterestRow } from "./rows";
import type { PublishedShortInterest } from "../../records/short-interest";

/**
 * Shares outstanding from the company's newest filing, in shares of the settlement. Undefined if unknown, if the filing is too old, or if it counts several
 * classes separately; `sharesUnknown` is set if a split may lie between the filing and the settlement.
 */
function sharesOutstandingAt(context: Context, ticker: string, settlement: IsoDate): Pick<ShortInterestRow, "sharesOutstanding" | "sharesUnknown"> {
  const filer = publishedFilerOf(context, ticker);
  if (!filer) return { sharesOutstanding: undefined };
  const statements = publishedStatements(context, filer);
  const newest = statements.latestFiling();
  const stated = (newest && statements.of(newest.periodEnd)) ?? statements.latestYear();
  const figure = stated?.statedFigure?.("shares_outstanding");
  if (!stated || !figure || isStale("annual_statement", stated.periodEnd, settlement)) return { sharesOutstanding: undefined };
  const shares = shareBasisOf(context, ticker).onDay(figure, settlement);
  return isDoubt(shares)
    ? { sharesOutstanding: undefined, sharesUnknown: shortInterestUncompared(shares) }
    : { sharesOutstanding: figure.served[1] * shares.times };
}

/**
 * The newest published settlement of a symbol, and the newest of all symbols; undefined if no row of the symbol was imported. The float is unknown: no file of
 * affiliates' holdings is imported.
 */
export function publishedShortInterest(context: Context, ticker: string): Sourced<ShortInterestHistory> | undefined {
  const { clock, store } = context;
  const { records } = store;
  const today = clock.today();
  const newest = records.latest<PublishedShortInterest>("short_interest", ticker, today, 1);
  if (newest.length === 0 && !records.isPublished("short_interest", ticker)) return undefined;
  // Read only for the fields that need it: the previous settlement shows whether the stated change counts the same shares.
  let inOwn: Settlement | undefined;
  const compared = (): Settlement =>
    (inOwn ??= withComparableChanges(
      records.latest<PublishedShortInterest>("short_interest", ticker, today, 2).toReversed(),
      shareBasisOf(context, ticker),
    ).pop()!);
  let counted: ReturnType<typeof sharesOutstandingAt> | undefined;
  const outstanding = (date: IsoDate): ReturnType<typeof sharesOutstandingAt> => (counted ??= sharesOutstandingAt(context, ticker, date));
  const rows = newest.map(({ date, body }): ShortInterestRow => ({
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
    get sharesOutstanding() {
      return outstanding(date).sharesOutstanding;
    },
    get sharesUnknown() {
      return outstanding(date).sharesUnknown;
    },
    get outstandingOf() {
      const filer = publishedFilerOf(context, ticker);
      return filer && jointOrigin([publishedStatements(context, filer)]);
    },
    float: { unknown: "no_affiliate_data" },
  }));
  return {
    rows: { rows, latestSettlement: records.newest("short_interest", today) ?? today },
    ...ofDataset(newest[0]?.source ?? "finra", "short_interest", ticker),
  };
}
