import { addDays, type IsoDate, isoOf } from "../../../contract/dates";
import { SAMPLE, type Sourced } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { inTurns } from "../../answers/turns";
import { untilImport } from "../../answers/until-import";
import type { Market, PublishedMarket } from "../../records/prediction";
import { newestPublicDay } from "../../sample/public-rows";
import { recentResults } from "../../store/recent";
import { endOfDay } from "../../time/time-zone";
import { listedMarket, type ListedMarket } from "./find-market";
import { COVERED_FROM, sampleMarket, sampleMarkets } from "./sample";

/** The state of a market from a moment on, in milliseconds since 1970. */
interface MarketPoint {
  readonly at: number;
  readonly yes_probability: number | null;
  readonly volume_usd: number | null;
}

function sampleHistory(market: AnyMarket, after: number, context: Context): MarketPoint[] {
  const points: MarketPoint[] = [];
  const today = newestSampleDay(context);
  const last = market.closed !== null && market.closed < today ? market.closed : today;
  const from = isoOf(after);
  for (let day = addDays(from, -1) > market.opened ? addDays(from, -1) : market.opened; day <= last; day = addDays(day, 1)) {
    const at = endOfDay(day);
    const state = at > after ? sampleMarket(market.id, day) : undefined;
    if (state) points.push({ at, yes_probability: state.yes_probability, volume_usd: state.volume_usd });
  }
  return points;
}

/** The states of a market that became public after a moment, oldest first. A sample market has one a day, public at the end of the day. */
export function marketHistory(market: AnyMarket, after: number, context: Context): readonly MarketPoint[] {
  if (!marketStateOf(market)) return sampleHistory(market, after, context);
  return context.store.records
    .versions<PublishedMarket>("market", market.id)
    .filter((version) => version.public > after)
    .map(({ public: at, body: { yes_probability, volume_usd } }) => ({ at, yes_probability, volume_usd }));
}

/** Cached, because all cells of a sheet use the same day, and changes compare it with earlier ones. */
const allPublished = untilImport(read);

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
  context.store.records.any("market") ? allPublished(context) : undefined;

/** Reads what `publishedMarkets` returns in slices, so that other requests are answered meanwhile: there may be tens of thousands. */
export async function readMarkets(context: Context): Promise<void> {
  const { clock, store } = context;
  const { reads, records } = store;
  const date = clock.today();
  for (let repeats = 0; repeats <= MOST_REPEATS; repeats++) {
    if (!records.any("market") || allPublished.has(context)) return;
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
    allPublished.or(
      () =>
        parts.flatMap(({ result, versions, rows }) => {
          reads.addRead(versions.keys());
          reads.addRows(rows);
          return result;
        }),
      context,
    );
  }
}

/** A sample market, or a published one. */
export type AnyMarket = Market & Partial<PublishedMarket>;

/** Cached by day: all cells of a sheet use the same day, and changes compare it with two earlier ones. */
const samples = recentResults<readonly Market[]>(4);

const sampleOf = (date: IsoDate): readonly Market[] => samples(date, () => (date < COVERED_FROM ? [] : sampleMarkets(date)));

/** True if this sample market is among so many open ones with the largest volume on a day. */
export function isBusySample(id: string, date: IsoDate, most: number): boolean {
  const open = sampleOf(date).filter((market) => market.closed === null);
  const volume = open.find((market) => market.id === id)?.volume_usd ?? undefined;
  return volume !== undefined && open.filter((market) => (market.volume_usd ?? 0) > volume).length < most;
}

/** The newest day of which the sample markets are public. */
export const newestSampleDay = ({ clock }: Pick<Context, "clock">): IsoDate => newestPublicDay("market", clock);

/**
 * All markets known at the context's moment, open and closed. If any market is imported, there are no sample markets, so that sample questions never mix with
 * published ones.
 */
export function knownMarkets(context: Context): Sourced<readonly AnyMarket[]> {
  const published = publishedMarkets(context);
  return published ? { rows: published, source: published[0]?.venue ?? "polymarket", sample: false } : { rows: sampleOf(newestSampleDay(context)), ...SAMPLE };
}

/** Cached words of the last list of markets, because all cells of a sheet use the same day. */
let listedCache: { readonly of: readonly Market[]; readonly listed: readonly ListedMarket[] } | undefined;

/** The same markets with their search words. */
export function listedMarkets(context: Context): Sourced<readonly ListedMarket[]> {
  const { rows: markets, ...origin } = knownMarkets(context);
  if (listedCache?.of !== markets) listedCache = { of: markets, listed: markets.map(listedMarket) };
  return { rows: listedCache.listed, ...origin };
}

/** Venue and time of a published market's state; undefined for a sample market. */
export const marketStateOf = (market: AnyMarket): Pick<PublishedMarket, "venue" | "updated"> | undefined =>
  market.venue && market.updated ? { venue: market.venue, updated: market.updated } : undefined;

export const marketInWords = ({ id, question }: Market): string => `${id} ("${question}")`;
