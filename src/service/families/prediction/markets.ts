import type { IsoDate } from "../../../contract/dates";
import { SAMPLE, type Sourced } from "../../answers/answering";
import type { Context } from "../../answers/context";
import type { Market, PublishedMarket } from "../../records/prediction";
import { newestPublicDay } from "../../sample/public-rows";
import { listedMarket, type ListedMarket } from "./find-market";
import { publishedMarkets } from "./published";
import { COVERED_FROM, sampleMarkets } from "./sample";
import { recentResults } from "../../store/recent";

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
