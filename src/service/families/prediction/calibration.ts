import { addDays, type IsoDate } from "../../../contract/dates";
import { untilImport } from "../../answers/until-import";
import type { Context } from "../../answers/context";
import { MAXIMUM_AGES } from "../../answers/maximum-age";
import type { SourceId } from "../../records/attribution";
import type { PublishedMarket } from "../../records/prediction";
import { rounded } from "../../../contract/rounded";
import { endOfDay } from "../../time/time-zone";
import { cacheInSlices } from "../in-slices";
import { CONTESTED } from "./closings";
import { type AnyMarket, knownMarkets, marketStateOf, newestSampleDay, publishedMarkets, readMarkets } from "./markets";
import { COVERED_FROM, resolvedSample } from "./sample";

/** Days before the close at which a probability is compared with the outcome. */
export const DAYS_BEFORE = 7;
const BUCKETS = 10;

/** A resolved market with its probability some days before its close. */
interface Scored {
  readonly id: string;
  readonly source: SourceId;
  readonly category: string;
  readonly probability: number;
  readonly yes: boolean;
}

/** The resolved markets with a probability, and how many have none. */
export interface Resolved {
  readonly scored: readonly Scored[];
  readonly without: number;
}

/** How often Yes came true among some markets. Null figures if there is no market. */
export interface ResolvedOutcomes {
  readonly markets: number;
  readonly meanProbability: number | null;
  readonly yesShare: number | null;
}

/** The last probability that was public `DAYS_BEFORE` days before the close, unless it was too old then. */
function publishedBefore(market: PublishedMarket, closed: IsoDate, { store }: Context): number | null {
  const at = endOfDay(addDays(closed, -DAYS_BEFORE));
  const oldest = endOfDay(addDays(closed, -DAYS_BEFORE - MAXIMUM_AGES.odds.days));
  const last = store.records.versions<PublishedMarket>("market", market.id).findLast((version) => version.public <= at && version.public > oldest);
  return last?.body.yes_probability ?? null;
}

/** Cached by market, so that they can be read in slices. */
const beforeClose = untilImport(
  (context, market: ResolvedMarket): number | null => publishedBefore(market, market.closed, context),
  (_context, { id }) => id,
);

type ResolvedMarket = PublishedMarket & { readonly closed: IsoDate };
/** A void market has neither outcome, so no probability of it was right or wrong. */
const isResolved = (market: AnyMarket): market is ResolvedMarket =>
  marketStateOf(market) !== undefined && market.closed !== null && (market.outcome === "Yes" || market.outcome === "No");

function readResolved(context: Context): Resolved {
  const { rows, sample } = knownMarkets(context);
  const today = newestSampleDay(context);
  const pairs = sample
    ? today < COVERED_FROM
      ? []
      : resolvedSample(today, COVERED_FROM, DAYS_BEFORE).map(({ market, before }) => ({
          market: market as AnyMarket,
          probability: before?.yes_probability ?? null,
        }))
    : rows.filter(isResolved).map((market) => ({ market, probability: beforeClose(context, market) }));
  const scored = pairs.flatMap(({ market, probability }): Scored[] =>
    probability === null ? [] : [{ id: market.id, source: market.venue ?? "sample", category: market.category, probability, yes: market.outcome === "Yes" }],
  );
  return { scored, without: pairs.length - scored.length };
}

/** Reads what `resolvedMarkets` needs in slices, so that other requests are answered meanwhile. */
export async function readResolvedMarkets(context: Context): Promise<void> {
  if (resolvedMarkets.has(context)) return;
  await readMarkets(context);
  const markets = context.store.reading(() => publishedMarkets(context)) ?? [];
  await cacheInSlices(context, markets.filter(isResolved), (market) => beforeClose(context, market));
}

/** All resolved markets that are known. The newest sample day changes within a day of the clock, so it is the key. */
export const resolvedMarkets = untilImport(readResolved, newestSampleDay);

const mean = (numbers: readonly number[]): number | null => (numbers.length === 0 ? null : rounded(numbers.reduce((sum, n) => sum + n, 0) / numbers.length, 4));
/** Mean squared difference between probability and outcome. */
const brierOf = (of: readonly Scored[]): number | null => mean(of.map(({ probability, yes }) => (probability - (yes ? 1 : 0)) ** 2));
const outcomesOf = (of: readonly Scored[]): ResolvedOutcomes => ({
  markets: of.length,
  meanProbability: mean(of.map(({ probability }) => probability)),
  yesShare: mean(of.map(({ yes }) => (yes ? 1 : 0))),
});

const bucketOf = ({ probability }: Scored): number => Math.min(BUCKETS - 1, Math.floor(rounded(probability * BUCKETS, 9)));

/** Compares the probabilities of resolved markets with their outcomes. */
export function calibrate({ scored, without }: Resolved) {
  const categories = [...new Set(scored.map(({ category }) => category))].sort();
  return {
    markets: scored.length,
    without,
    brier: brierOf(scored),
    buckets: Array.from({ length: BUCKETS }, (_, i) => ({
      from: i / BUCKETS,
      to: (i + 1) / BUCKETS,
      ...outcomesOf(scored.filter((one) => bucketOf(one) === i)),
    })),
    categories: categories.map((category) => {
      const of = scored.filter((one) => one.category === category);
      return { category, markets: of.length, brier: brierOf(of) };
    }),
    longshot: outcomesOf(scored.filter(({ probability }) => probability <= CONTESTED.above)),
    nearCertain: outcomesOf(scored.filter(({ probability }) => probability >= CONTESTED.below)),
  };
}
