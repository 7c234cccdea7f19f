import { jointOrigin, ofDataset, type Sourced } from "../answering";
import type { Context } from "../family";
import { realFilerOf, realStatements } from "../fundamentals/real-statements";
import type { PublishedShortInterest, ShortInterestHistory, ShortInterestRow } from "./rows";

/** The count of shares that the company's newest filing states; undefined where none is known, or where several classes are counted apart. */
function sharesOutstanding(context: Context, ticker: string): number | undefined {
  const filer = realFilerOf(context, ticker);
  if (!filer) return undefined;
  const statements = realStatements(context, filer);
  const newest = statements.latestFiling();
  return ((newest && statements.of(newest.periodEnd)) ?? statements.latestYear())?.figure("shares_outstanding");
}

/**
 * The settlements of a symbol that its publisher has stated, and the newest one of all symbols; undefined for a symbol that was never imported. The float is
 * unknown: no file of affiliates' holdings is kept.
 */
export function publishedShortInterest(context: Context, ticker: string): Sourced<ShortInterestHistory> | undefined {
  const { clock, store } = context;
  const { records } = store;
  const today = clock.today();
  const kept = records.latest<PublishedShortInterest>("short_interest", ticker, today, 1);
  if (kept.length === 0 && !records.isReal("short_interest", ticker)) return undefined;
  const rows = kept.map(({ date, body }): ShortInterestRow => ({
    settlementDate: date,
    shortInterest: body.short_interest,
    previousShortInterest: body.previous_short_interest ?? undefined,
    ...(body.change_pct === null ? {} : { changePct: body.change_pct }),
    averageDailyVolume: body.avg_daily_volume ?? undefined,
    daysToCoverCensored: body.days_to_cover_censored,
    daysToCover: body.days_to_cover ?? undefined,
    // Read only by the field that needs it.
    get sharesOutstanding() {
      return sharesOutstanding(context, ticker);
    },
    get outstandingOf() {
      const filer = realFilerOf(context, ticker);
      return filer && jointOrigin([realStatements(context, filer)]);
    },
    float: { unknown: "no_affiliate_data" },
  }));
  return {
    rows: { rows, latestSettlement: records.newest("short_interest", today) ?? today },
    ...ofDataset(kept[0]?.source ?? "finra", "short_interest", ticker),
  };
}
