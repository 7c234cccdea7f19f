import { addDays, type IsoDate } from "../../contract/dates";
import type { BusyMarket, Feed, ListedFiling, RequestContext, RequestedKeyword } from "../publishers/publisher";
import { BOOK_MARKETS, type PublishedMarket } from "../records/prediction";
import { type FiledReport, type IndexedFiling, otherFilingsOf } from "../records/filings";
import { symbolOf } from "../records/symbols";
import type { FeedState } from "../ledger/feeds";
import { filerOf } from "../store/records";
import type { Store } from "../store/store";
import { BUILD } from "../store/version";

/** Markets on the midterm elections are sampled too, however small. */
const PINNED = /\bmidterms?\b/i;

/** The volume that orders a venue's markets: of 24 hours; else of the lifetime. All markets of a venue state it in the same unit. */
const volumeOf = (market: PublishedMarket): number => market.volume_24h ?? -1;
const lifetimeOf = ({ volume_usd, volume_contracts }: PublishedMarket): number => volume_usd ?? volume_contracts ?? -1;

const byVolume = (a: PublishedMarket, b: PublishedMarket): number => volumeOf(b) - volumeOf(a) || lifetimeOf(b) - lifetimeOf(a) || (a.id < b.id ? -1 : 1);

/** The open markets of a venue whose order books are sampled, the largest volume of 24 hours first, each with the venue's name of its book. */
export function busiestMarkets({ records }: Pick<Store, "records">, venue: PublishedMarket["venue"], today: IsoDate): readonly BusyMarket[] {
  const bookOf = ({ id, yes_token }: PublishedMarket): string | null | undefined => (venue === "kalshi" ? id : yes_token);
  const open = records
    .newestOfEach<PublishedMarket>("market", today)
    .map(({ body }) => body)
    .filter((market) => market.venue === venue && market.closed === null && market.outcome === null && market.end_date >= today)
    .sort(byVolume);
  const named = open.flatMap((market) => {
    const book = bookOf(market);
    return book == null ? [] : [{ id: market.id, book, isPinned: PINNED.test(`${market.question} ${market.event}`) }];
  });
  return named.filter(({ isPinned }, i) => i < BOOK_MARKETS || isPinned).map(({ id, book }) => ({ id, book }));
}

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

/** The keywords to fetch, with the stored days of each. */
const requestedKeywords = ({ records }: Pick<Store, "records">, keywords: readonly string[], today: IsoDate): RequestedKeyword[] =>
  keywords.map((keyword) => ({
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

/** What the ledger has of a feed before its update. */
export interface FeedBefore {
  readonly state: FeedState;
  /** Its `once` documents that are done. */
  readonly done: ReadonlySet<string>;
  /** The keywords in cells, if the feed is fetched by keyword. */
  readonly asked: readonly string[];
}

/** Reads what the ledger has of a feed. */
export async function feedBefore({ ledger }: Pick<Store, "ledger">, { id, fetching }: Feed): Promise<FeedBefore> {
  const [state, done] = await Promise.all([ledger.feeds.state(id), ledger.feeds.done(id, BUILD)]);
  return { state, done, asked: fetching?.partOfKeyword ? await ledger.keywords.list() : [] };
}

/** Collects what a feed uses to decide which requests to send. */
export function requestContext(
  store: Store,
  { fetching }: Feed,
  { state: before, done, asked }: FeedBefore,
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
    isDone: (part) => done.has(part),
    ...(companies ? { tickers: companies, ciks: ciksOf(store, companies) } : {}),
    ...(fetching?.partOfKeyword ? { keywords: requestedKeywords(store, keywords ?? asked, today) } : {}),
  };
}
