import { addDays, type IsoDate } from "../../../contract/dates";
import type { TwoLengths } from "../../../contract/reason";
import type { Context } from "../../answers/context";
import type { PublishedRows } from "../../answers/published-rows";
import { untilImport } from "../../answers/until-import";
import { classNamed, listedSecurities } from "../../names/tickers";
import { HOLDINGS_DUE_DAYS } from "../../records/holdings";
import type { Security } from "../../records/filings";
import { symbolOf } from "../../records/symbols";
import { lastQuarterEnd, quarterBefore } from "../../time/calendar";
import { holdersUncompared } from "../share-basis/doubt-in-words";
import { isDoubt, shareBasisOf } from "../share-basis/share-basis";

/** The symbols of the CUSIPs in institutions' reports, from the list of fails to deliver and from the name that most institutions give. */
const heldSymbols = untilImport(
  (context): ReadonlySet<string> =>
    new Set(context.store.institutions.securities().flatMap(({ cusip, ticker }) => [listedTicker(context, cusip) ?? [], ticker ?? []].flat())),
);

/** Institutions' holdings by symbol. Their newest day is a quarter end. */
export const publishedHoldings: PublishedRows = {
  names: heldSymbols,
  newest: ({ store, clock }) => store.institutions.newestKnown(clock.today()),
};

/** Totals of the institutions' quarterly reports on one symbol. Value in US dollars at the quarter end. */
export interface HoldersQuarter {
  readonly quarterEnd: IsoDate;
  readonly count: number;
  readonly value: number;
  /** Number of holders who added to their position. `reducing`: who cut it. */
  readonly accumulating: number;
  readonly reducing: number;
  /** Number of holders with known reports of both quarters; undefined if all have them. */
  readonly compared?: number;
  /** Set if a split may lie between this quarter and the one before: why no holder is compared. */
  readonly uncompared?: TwoLengths;
}

const FAR_FUTURE: IsoDate = "9999-12-31";

/** Tickers by CUSIP, from the SEC's list of fails to deliver. The last list counts, with share classes after a point. */
const tickersByCusip = untilImport(({ store }): ReadonlyMap<string, string> => {
  const listed = store.records.across<Security>("security", "0001-01-01", FAR_FUTURE, FAR_FUTURE);
  return new Map(listed.map(({ entity, body }) => [body.cusip, classNamed(entity, store) ?? entity]));
});

/** The ticker of a CUSIP in the SEC's list of fails to deliver. */
export const listedTicker = (context: Context, cusip: string): string | undefined => tickersByCusip(context).get(cusip);

/**
 * The CUSIPs of a symbol: from the SEC's list of fails to deliver, and from institutions' reports that name the company. If the list has the symbol, it excludes
 * those of another symbol, such as another share class. Cached, because one answer reads it three times.
 */
export const cusipsOf = untilImport((context, ticker: string) => {
  const { institutions, now } = context.store;
  const listed = listedSecurities(ticker, context.store).map(({ cusip }) => cusip);
  const named = institutions
    .cusipsOf(ticker, context.clock.today())
    .filter((cusip) => listed.length === 0 || (listedTicker(context, cusip) ?? ticker) === ticker);
  const cusips = [...new Set([...listed, ...named])];
  // Reports that name the company later show that it has published rows, but not which.
  const isPublished = institutions.any() && institutions.isPublished([...cusips, ...now.institutions.cusipsOf(ticker, FAR_FUTURE)]);
  return { cusips, isPublished };
});

/** True once any institution's report on the symbol was imported. */
export const holdersArePublished = (context: Context, ticker: string): boolean => cusipsOf(context, ticker).isPublished;

/** A ticker in the spelling of institutions' holdings, with its share class after a point. A name that has none stays as it is. */
export const holdersTicker = (context: Context, ticker: string): string =>
  holdersArePublished(context, ticker) || !holdersArePublished(context, symbolOf(ticker)) ? ticker : symbolOf(ticker);

/**
 * The last quarters with reports, oldest first. The newest one is the last quarter whose reports are due, because early reports are few; if none is loaded, any
 * quarter counts. Institutions are compared only if their reports of both quarters are loaded. Cached, because a widely held symbol has thousands of rows a quarter.
 * There are some 9,300 symbols.
 */
export const reportedHolders = untilImport(readQuarters);

function readQuarters(context: Context, ticker: string, quarters: number): HoldersQuarter[] {
  const today = context.clock.today();
  const { institutions } = context.store;
  const { cusips } = cusipsOf(context, ticker);
  const newest = institutions.newest(cusips, lastQuarterEnd(addDays(today, -HOLDINGS_DUE_DAYS)), today) ?? institutions.newest(cusips, FAR_FUTURE, today);
  const basis = shareBasisOf(context, ticker);
  const rows: HoldersQuarter[] = [];
  for (let end = newest; end !== undefined && rows.length < quarters;) {
    const before = quarterBefore(end);
    const shares = basis.between(before, end);
    const totals = institutions.heldAt(cusips, end, before, today, isDoubt(shares) ? 1 : shares.times);
    if (rows.length > 0 && totals.count === 0) break;
    rows.unshift({
      quarterEnd: end,
      ...totals,
      ...(isDoubt(shares) ? { accumulating: 0, reducing: 0, compared: 0, uncompared: holdersUncompared(shares) } : {}),
    });
    end = before;
  }
  return rows;
}
