import type { IsoDate } from "../../../contract/dates";
import type { Context } from "../../answers/context";
import { inTurns } from "../../answers/turns";
import { untilImport } from "../../answers/until-import";
import type { PublishedMarket } from "../../records/prediction";

/** Cached, because all cells of a sheet use the same day, and changes compare it with earlier ones. */
const cache = untilImport<readonly PublishedMarket[]>();
const KEY = "markets";

/** Markets that are read at once: some milliseconds. */
const PART = 500;
/** Imports after which the markets are read again. */
const MOST_REPEATS = 3;

const asOn = (date: IsoDate, market: PublishedMarket): PublishedMarket => ({
  ...market,
  closed: market.closed ?? (market.end_date < date ? market.end_date : null),
});

function read({ clock, store }: Context): readonly PublishedMarket[] {
  const date = clock.today();
  return store.records.newestOfEach<PublishedMarket>("market", date).map(({ body }) => asOn(date, body));
}

/** The newest state of one published market, without reading the others. */
export function publishedMarket({ clock, store }: Context, id: string): PublishedMarket | undefined {
  const date = clock.today();
  const [newest] = store.records.latest<PublishedMarket>("market", id, date, 1);
  return newest && asOn(date, newest.body);
}

/** The newest state of every published market. A market past its scheduled close counts as closed. Undefined if none is imported. */
export const publishedMarkets = (context: Context): readonly PublishedMarket[] | undefined =>
  context.store.records.any("market") ? cache(context, KEY, () => read(context)) : undefined;

/** Reads what `publishedMarkets` returns in slices, so that other requests are answered meanwhile: there may be tens of thousands. */
export async function readMarkets(context: Context): Promise<void> {
  const { clock, store } = context;
  const { reads, records } = store;
  const date = clock.today();
  for (let repeats = 0; repeats <= MOST_REPEATS; repeats++) {
    if (!records.any("market") || cache.has(context, KEY)) return;
    const imports = records.version();
    const parts: ReturnType<typeof reads.watch<readonly PublishedMarket[]>>[] = [];
    let after: string | undefined = "";
    await inTurns(context, (isOver) =>
      store.reading(() => {
        while (after !== undefined) {
          const from: string = after;
          const part = reads.watch(() => {
            const names = records.entitiesAfter("market", from, PART);
            after = names.length < PART ? undefined : names[names.length - 1];
            return records.newestOf<PublishedMarket>("market", names, date).map(({ body }) => asOn(date, body));
          });
          parts.push(part);
          if (isOver()) break;
        }
        return after === undefined;
      }),
    );
    if (records.version() !== imports) continue;
    cache(context, KEY, () =>
      parts.flatMap(({ result, versions, rows }) => {
        reads.addRead(versions.keys());
        reads.addRows(rows);
        return result;
      }),
    );
  }
}
