import type { Context } from "../../answers/context";
import { untilImport } from "../../answers/until-import";
import type { PublishedMarket } from "../../records/market";

/** Caches the states of the last days, because a sheet's cells use the same day. */
const kept = untilImport<readonly PublishedMarket[]>(4);

function read({ clock, store }: Context): readonly PublishedMarket[] {
  const date = clock.today();
  return store.records
    .newestOfEach<PublishedMarket>("market", date)
    .map(({ body }) => ({ ...body, closed: body.closed ?? (body.end_date < date ? body.end_date : null) }));
}

/** The newest known state of every published market by the clock's day, one whose scheduled close has passed as closed; undefined where none was ever imported. */
export const publishedMarkets = (context: Context): readonly PublishedMarket[] | undefined =>
  context.store.records.any("market") ? kept(context, "markets", () => read(context)) : undefined;
