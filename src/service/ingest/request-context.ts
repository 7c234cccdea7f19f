import { addDays, type IsoDate } from "../../contract/dates";
import { busiestMarkets } from "./busiest-markets";
import type { RequestedKeyword, RequestContext, Feed, ListedFiling } from "../publishers/publisher";
import type { IndexedFiling } from "../records/statement";
import { otherFilingsOf, symbolOf, type FiledReport } from "../records/statement";
import type { FeedState } from "../store/feeds";
import { filerOf } from "../store/records";
import type { Store } from "../store/store";
import { VERSION } from "../store/version";

/** Days that are fetched again, because publishers revise them, and because not all parts appear on the same day. */
const OVERLAP_DAYS = 7;

const EVER: IsoDate = "9999-12-31";

/** Stored filings: of one filer, periodic reports apart, or of offerings by any company. */
const filingsOf =
  ({ records }: Pick<Store, "records">) =>
  (cik?: string): ListedFiling[] =>
    cik === undefined
      ? records.between<IndexedFiling>("listed_filing", "offering", "0001-01-01", EVER, EVER).map(({ date, body }) => ({ ...body, filed: date }))
      : records
          .between<FiledReport>("filing", otherFilingsOf(cik), "0001-01-01", EVER, EVER)
          .map(({ date, body: { accession, form } }) => ({ cik, accession, form, filed: date }));

/** Longer than the longest window of a cell. */
const LOOKBACK_DAYS = 45;

/** The keywords to fetch, with the stored days of each: those named, or those in cells. */
const requestedKeywords = (
  { keywords, records }: Pick<Store, "keywords" | "records">,
  named: readonly string[] | undefined,
  today: IsoDate,
): RequestedKeyword[] =>
  (named ?? keywords.list()).map((keyword) => ({
    keyword,
    storedDays: new Set(records.between("report_count", keyword, addDays(today, -LOOKBACK_DAYS), today, today).map((row) => row.date)),
  }));

const ciksOf = (store: Store, tickers: readonly string[]): ReadonlyMap<string, string> =>
  new Map(tickers.flatMap((ticker) => [filerOf(store, symbolOf(ticker))?.cik].flatMap((cik) => (cik === undefined ? [] : [[ticker, cik] as const]))));

/** What the operator has set or named for an update. */
export interface UpdateSettings {
  readonly settings: RequestContext["settings"];
  /** Fetches only these companies; by default those of earlier updates. */
  readonly tickers?: readonly string[] | undefined;
  /** Fetches only these keywords; by default all in cells. */
  readonly keywords?: readonly string[] | undefined;
}

/** Collects what a feed uses to decide which requests to send. */
export function requestContext(
  store: Store,
  { id, fetching }: Feed,
  before: FeedState,
  today: IsoDate,
  { settings, tickers, keywords }: UpdateSettings,
): RequestContext {
  // Companies of earlier updates stay up to date. UpdateSettings ones are fetched exclusively.
  const companies = tickers ?? before.tickers;
  return {
    today,
    newest: before.complete === undefined ? undefined : addDays(before.complete, -OVERLAP_DAYS),
    settings,
    filings: filingsOf(store),
    busiestMarkets: (venue) => busiestMarkets(store, venue, today),
    isDone: (part) => store.feeds.isDone(id, part, VERSION),
    ...(companies ? { tickers: companies, ciks: ciksOf(store, companies) } : {}),
    ...(fetching?.partOfKeyword ? { keywords: requestedKeywords(store, keywords, today) } : {}),
  };
}
