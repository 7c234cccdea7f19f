import { Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import { momentText } from "../../../contract/as-of";
import type { Context } from "../../answers/context";
import { bookIdOf, bookOf, booksOfLast, presentBook } from "../../families/prediction/books";
import type { MarketRow } from "../../families/prediction/market-rows";
import { marketStateOf } from "../../families/prediction/markets";
import type { FetchBook } from "../../records/live-book";
import { BOOK_DAYS, BOOK_LEVELS, type Level } from "../../records/order-book";
import { HOUR_MS } from "../../time/durations";
import { endpoint, listAnswer } from "../server/endpoint";
import {
  BOOK_CAVEATS,
  bookEnvelope,
  DEPTHS,
  depthsOn,
  IDENTITY,
  identityOf,
  LEG,
  legOn,
  noneIn,
  NOTIONALS,
  BOOK_PRICES,
  pricesOn,
  TIME,
  WINDOW_HOURS,
} from "./book-parts";
import type { EndpointParts } from "../server/parts";
import { MARKET_PARAMS, ofMarket } from "./market";
import { NOT_FOUND } from "../server/schemas";

const LevelOnWire = Type.Object({ price: Type.Number(), contracts: Type.Number() });
const levelOn = ([price, contracts]: Level) => ({ price, contracts });
const BookData = Type.Object({
  ...IDENTITY,
  time: TIME,
  ...BOOK_PRICES,
  ...DEPTHS,
  bids: Type.Array(LevelOnWire, { description: `The best ${BOOK_LEVELS} bids for Yes, the highest price first.` }),
  asks: Type.Array(LevelOnWire, { description: `The best ${BOOK_LEVELS} offers of Yes, the lowest price first.` }),
  slippage: Type.Array(Type.Object({ notional: Type.Number({ description: "US dollars paid or received." }), buy: Type.Object(LEG), sell: Type.Object(LEG) })),
});

/** The book to show: the venue's present one, if the context is as of now and it can be fetched; else the newest stored one. */
async function shownBook({ market }: MarketRow, context: Context, fetchBook: FetchBook | undefined) {
  const [state, id] = [marketStateOf(market), bookIdOf(market)];
  const live = fetchBook && context.clock.follows && state && id !== undefined && market.closed === null ? await fetchBook(state.venue, id) : undefined;
  if (live && "book" in live) return { book: bookOf(live.fetched, live.book), fetched: live.fetched };
  const present = context.store.reading(() => presentBook(market, context));
  const why = live ? `${live.reason} ` : "";
  return "book" in present ? { book: present.book, note: live ? `${why}This is the newest stored book.` : undefined } : { reason: `${why}${present.reason}` };
}

/**
 * GET /v1/prediction/markets/{market_id}/book: the present order book of Yes with spread, depth and the slippage of usual sizes. Fetched from the venue while the request
 * waits, and cached for a minute; as of a past moment, and if the venue does not answer, the newest stored one.
 */
export function predictionBook(app: FastifyInstance, context: Context, { books: fetchBook }: Pick<EndpointParts, "books">): void {
  endpoint({
    path: "/v1/prediction/markets/:market_id/book",
    summary: "Order book of a prediction market",
    tag: "prediction",
    examples: [
      { parameters: { market_id: "msft-higher-2024" } },
      { parameters: { market_id: "us-recession" }, status: 404 },
      { parameters: { market_id: "msft-higher-2024", as_of: "June" }, status: 422 },
    ],
    params: MARKET_PARAMS,
    asOf: true,
    data: BookData,
    caveats: BOOK_CAVEATS,
    refusals: NOT_FOUND,
    answer: async ({ market_id: asked }, at) => {
      const found = await ofMarket(asked, at, (market) => market);
      if ("code" in found) return found;
      const { book, reason = "", note, fetched } = await shownBook(found, at, fetchBook);
      const envelope = bookEnvelope(at, found, book !== undefined);
      return {
        data: {
          ...identityOf(found),
          time: book ? momentText(book.at) : null,
          ...pricesOn(book, reason),
          ...depthsOn(book, reason),
          bids: (book?.bids ?? []).map(levelOn),
          asks: (book?.asks ?? []).map(levelOn),
          slippage: NOTIONALS.map((notional) => ({ notional, buy: legOn(book, "buy", notional, reason), sell: legOn(book, "sell", notional, reason) })),
        },
        ...envelope,
        ...(fetched === undefined ? {} : { asOf: momentText(fetched) }),
        note: book ? note : reason,
      };
    },
  })(app, context);
}

const HISTORY_QUERY = {
  hours: Type.Integer({ minimum: 1, maximum: BOOK_DAYS * 24, default: WINDOW_HOURS, description: "Hours up to the service's time." }),
};
const HistoryPoint = Type.Object({ time: Type.String({ description: "When the book was taken, ISO 8601." }), ...BOOK_PRICES, ...DEPTHS });

/** GET /v1/prediction/markets/{market_id}/book/history: spread and depth of the newest snapshots within the window, oldest first. */
export const predictionBookHistoryEndpoint = endpoint({
  path: "/v1/prediction/markets/:market_id/book/history",
  summary: "Spread and depth of a prediction market over time",
  tag: "prediction",
  examples: [
    { parameters: { market_id: "msft-higher-2024" } },
    { parameters: { market_id: "us-recession" }, status: 404 },
    { parameters: { market_id: "msft-higher-2024", hours: 721 }, status: 422 },
  ],
  params: MARKET_PARAMS,
  query: HISTORY_QUERY,
  asOf: true,
  paging: { most: 2000, fallback: 500 },
  data: Type.Array(HistoryPoint),
  caveats: BOOK_CAVEATS,
  refusals: NOT_FOUND,
  answer: ({ market_id: asked, hours }, context) =>
    ofMarket(asked, context, (found) => {
      const books = booksOfLast(hours * HOUR_MS, found.market, context);
      // The page is cut from the newest, and listed oldest first.
      return listAnswer(books.toReversed(), (page) => ({
        data: page.toReversed().map((book) => ({ time: momentText(book.at), ...pricesOn(book, ""), ...depthsOn(book, "") })),
        ...bookEnvelope(context, found, page.length > 0),
        note: page.length > 0 ? undefined : noneIn(found, hours, context),
      }));
    }),
});
