import { isoOf } from "../../contract/dates";
import { kalshi } from "../publishers/kalshi/kalshi";
import { polymarket } from "../publishers/polymarket/polymarket";
import type { Feed, Publisher } from "../publishers/publisher";
import { RefusedFile } from "../publishers/reading/text";
import type { FetchBook, LiveBook, OrderBook } from "../records/prediction";
import type { Decisions } from "../store/decisions";
import { isoMoment } from "../store/freshness";
import { MINUTE_MS } from "../time/durations";
import { fetchDocument, type PublisherConnection } from "./fetch-document";
import { FetchFailure, Stopped, type Transport } from "./transport";
import { withFullStop } from "../../contract/counted";
import { parseByFeed, whenReceived } from "./ingest-document";
import { isPublisherOn } from "./due";

/** A request waits at most this long. */
const TIME_LIMIT_MS = 5_000;
/** A book is fetched again after this, and so is one that could not be fetched. */
const CACHED_MS = MINUTE_MS;
/** Requests to one venue. */
const MAX_PER_MINUTE = 60;

const PUBLISHERS: Readonly<Record<OrderBook["venue"], Publisher>> = { kalshi, polymarket };

/**
 * Creates a function that fetches one order book while a request waits, with the requests and the parser of the venue's sampled feed. Books are cached for a minute, and
 * equal requests wait for one fetch. Nothing is stored: samples are taken by updates.
 */
export function bookFetcher({ transport, decisions }: { readonly transport: Transport; readonly decisions: Decisions }): FetchBook {
  const cache = new Map<string, { readonly at: number; readonly book: Promise<LiveBook> }>();
  const sent = new Map<OrderBook["venue"], number[]>();
  const last = new Map<OrderBook["venue"], number>();

  async function fetchOne(publisher: Publisher, feed: Feed, venue: OrderBook["venue"], id: string): Promise<LiveBook> {
    const unavailable = (why: string): LiveBook => ({ reason: withFullStop(`The present book of ${publisher.name} is not available: ${why}`) });
    const now = transport.now();
    const recent = (sent.get(venue) ?? []).filter((at) => at > now - MINUTE_MS);
    if (recent.length >= MAX_PER_MINUTE) return unavailable(`the service asks for at most ${MAX_PER_MINUTE} books a minute. Try again in a minute`);
    sent.set(venue, [...recent, now]);
    const [request] = feed.fetching?.requests({ today: isoOf(now), newest: undefined, settings: {}, busiestMarkets: () => [{ id, book: id }] }) ?? [];
    if (!request) throw new Error(`${feed.id} has no request for the book ${id}`);
    const connection: PublisherConnection = {
      publisher,
      transport,
      stop: transport.timeLimit(TIME_LIMIT_MS),
      last: last.get(venue) ?? Number.NEGATIVE_INFINITY,
    };
    try {
      const fetched = await fetchDocument(connection, request, {});
      if (fetched.kind !== "document") return unavailable("the venue has no such book");
      const received = transport.now();
      const document = { name: feed.fetching?.sampled?.document ?? "", bytes: fetched.bytes, ...whenReceived(isoMoment(received)) };
      const row = parseByFeed([feed], document).records.find(({ entity }) => entity === id);
      return row ? { book: row.body as OrderBook, fetched: received } : unavailable("its reply has the books of other markets");
    } catch (e) {
      if (e instanceof Stopped) return unavailable(`it did not answer within ${TIME_LIMIT_MS / 1000} seconds`);
      if (e instanceof FetchFailure || e instanceof RefusedFile) return unavailable(e.message);
      throw e;
    } finally {
      last.set(venue, connection.last);
    }
  }

  return async (venue, id) => {
    const publisher = PUBLISHERS[venue];
    const feed = publisher.feeds.find(({ fetching }) => fetching?.sampled?.dataset === "order_book");
    if (!feed || !isPublisherOn(decisions, publisher)) return undefined;
    const now = transport.now();
    for (const [name, { at }] of cache) if (at <= now - CACHED_MS) cache.delete(name);
    const name = `${venue} ${id}`;
    const known = cache.get(name);
    if (known) return known.book;
    const book = fetchOne(publisher, feed, venue, id);
    cache.set(name, { at: now, book });
    // A server error is not an answer to keep.
    book.catch(() => cache.delete(name));
    return book;
  };
}
