import type { Context } from "../../answers/context";
import { untilImport } from "../../answers/until-import";
import type { PublishedMarket } from "../../records/market";

/** Cached, because all cells of a sheet use the same day, and changes compare it with earlier ones. */
const cache = untilImport<readonly PublishedMarket[]>(8);

function read({ clock, store }: Context): readonly PublishedMarket[] {
  const date = clock.today();
  return store.records
    .newestOfEach<PublishedMarket>("market", date)
    .map(({ body }) => ({ ...body, closed: body.closed ?? (body.end_date < date ? body.end_date : null) }));
}

/** The newest state of every published market. A market past its scheduled close counts as closed. Undefined if none is imported. */
export const publishedMarkets = (context: Context): readonly PublishedMarket[] | undefined =>
  context.store.records.any("market") ? cache(context, "markets", () => read(context)) : undefined;
