import { addDays, type IsoDate } from "../../contract/dates";
import type { RequestedKeyword, RequestContext, Feed, ListedFiling } from "../publishers/publisher";
import type { IndexedFiling } from "../publishers/sec/daily-index";
import { otherFilingsOf, symbolOf, type FiledReport } from "../records/statement";
import type { FeedState } from "../store/feeds";
import { filerOf } from "../store/filer-of";
import type { Store } from "../store/store";
import { VERSION } from "../store/version";

/** Days that are asked for again, because publishers revise them, and because not all parts come on one day. */
const OVERLAP_DAYS = 7;

const EVER: IsoDate = "9999-12-31";

/** The filings that the store lists: of one filer, periodic reports apart, or of offerings by anybody. */
const filingsOf =
  ({ records }: Pick<Store, "records">) =>
  (cik?: string): ListedFiling[] =>
    cik === undefined
      ? records.between<IndexedFiling>("listed_filing", "offering", "0001-01-01", EVER, EVER).map(({ date, body }) => ({ ...body, filed: date }))
      : records
          .between<FiledReport>("filing", otherFilingsOf(cik), "0001-01-01", EVER, EVER)
          .map(({ date, body: { accession, form } }) => ({ cik, accession, form, filed: date }));

/** Longer than the longest window of a cell. */
const LOOKED_AT_DAYS = 45;

/** The keywords that are to be fetched, with the days that are kept of each: those named, or those that cells have asked for. */
const requestedKeywords = (
  { keywords, records }: Pick<Store, "keywords" | "records">,
  named: readonly string[] | undefined,
  today: IsoDate,
): RequestedKeyword[] =>
  (named ?? keywords.list()).map((keyword) => ({
    keyword,
    storedDays: new Set(records.between("report_count", keyword, addDays(today, -LOOKED_AT_DAYS), today, today).map((row) => row.date)),
  }));

const ciksOf = (store: Store, tickers: readonly string[]): ReadonlyMap<string, string> =>
  new Map(tickers.flatMap((ticker) => [filerOf(store, symbolOf(ticker))?.cik].flatMap((cik) => (cik === undefined ? [] : [[ticker, cik] as const]))));

/** What the operator has set or named for an update. */
export interface Named {
  readonly settings: RequestContext["settings"];
  /** Companies to ask for alone; those that were asked for before if left out. */
  readonly tickers?: readonly string[] | undefined;
  /** Keywords to ask for alone; all that cells have asked for if left out. */
  readonly keywords?: readonly string[] | undefined;
}

/** What a feed has to know to decide what to ask for. */
export function requestContext(
  store: Store,
  { id, fetching }: Feed,
  before: FeedState,
  today: IsoDate,
  { settings, tickers, keywords }: Named,
): RequestContext {
  // Companies that were asked for once are kept up to date; those that are named now are asked for alone.
  const companies = tickers ?? before.tickers;
  return {
    today,
    newest: before.complete === undefined ? undefined : addDays(before.complete, -OVERLAP_DAYS),
    settings,
    filings: filingsOf(store),
    isDone: (part) => store.feeds.isDone(id, part, VERSION),
    ...(companies ? { tickers: companies, ciks: ciksOf(store, companies) } : {}),
    ...(fetching?.partOfKeyword ? { keywords: requestedKeywords(store, keywords, today) } : {}),
  };
}
