import type { IsoDate } from "../../../contract/dates";
import type { Context } from "../../answers/context";
import { untilImport } from "../../answers/until-import";
import type { PublishedMarket } from "../../records/market";

/** Cached, because all cells of a sheet use the same day, and changes compare it with earlier ones. */
const cache = untilImport<readonly PublishedMarket[]>(8);

const asOn = (date: IsoDate, market: PublishedMarket): PublishedMarket => ({
  ...market,
  closed: market.closed ?? (market.end_date < date ? market.end_date : null),
});

function read({ clock, store }: Context): readonly PublishedMarket[] {
  const date = clock.today();
  return store.records.newestOfEach<PublishedMarket>("market", date).map(({ body }) => asOn(date, body));
}

/** The newest state of one published market. For a few markets: reading all of them takes long. */
export function publishedMarket({ clock, store }: Context, id: string): PublishedMarket | undefined {
  const date = clock.today();
  const [newest] = store.records.latest<PublishedMarket>("market", id, date, 1);
  return newest && asOn(date, newest.body);
}

/** The newest state of every published market. A market past its scheduled close counts as closed. Undefined if none is imported. */
export const publishedMarkets = (context: Context): readonly PublishedMarket[] | undefined =>
  context.store.records.any("market") ? cache(context, "markets", () => read(context)) : undefined;
