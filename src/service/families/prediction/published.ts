import type { IsoDate } from "../../../contract/dates";
import type { Context } from "../family";
import { untilImport } from "../until-import";
import type { PublishedMarket } from "./rows";

/** A whole sheet asks of one day, so the last days' states are kept. */
const kept = untilImport<readonly PublishedMarket[]>(4);

const FIRST: IsoDate = "1900-01-01";

function read({ clock, store }: Context): readonly PublishedMarket[] {
  const date = clock.today();
  const newest = new Map<string, PublishedMarket>();
  // Oldest first: the last one of a market stays.
  for (const { entity, body } of store.records.across<PublishedMarket>("market", FIRST, date, date)) newest.set(entity, body);
  return [...newest.values()].map((m) => ({ ...m, closed: m.closed ?? (m.end_date < date ? m.end_date : null) }));
}

/** The newest known state of every published market by the clock's day, one whose scheduled close has passed as closed; undefined where none was ever imported. */
export const publishedMarkets = (context: Context): readonly PublishedMarket[] | undefined =>
  context.store.records.any("market") ? kept(context, "markets", () => read(context)) : undefined;
