import type { IsoDate } from "../../contract/dates";
import type { BusyMarket } from "../publishers/publisher";
import { BOOK_MARKETS, type PublishedMarket } from "../records/prediction";
import type { Store } from "../store/store";

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
