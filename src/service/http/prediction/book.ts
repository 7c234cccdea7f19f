import { Type } from "@sinclair/typebox";
import { momentText } from "../../../contract/as-of";
import type { CaveatId } from "../../../contract/caveats";
import type { Context } from "../../answers/context";
import { depthOf, fill, type Fill, type Side, topOf, type YesBook } from "../../families/prediction/book-fill";
import { bookIdOf, bookOf, booksOfLast, presentBook } from "../../families/prediction/books";
import type { MarketFigure, MarketRow } from "../../families/prediction/market-rows";
import { marketStateOf } from "../../families/prediction/markets";
import { BOOK_DAYS, BOOK_LEVELS, type FetchBook, type Level } from "../../records/prediction";
import { HOUR_MS } from "../../time/durations";
import { endpoint, listAnswer } from "../server/endpoint";
import { asOfEntities, NOT_FOUND, orNull, sourceMembers, wireRows } from "../server/schemas";
import { MARKET_PARAMS, ofMarket } from "./market";
import { figureMembers } from "./row";

export const BOOK_CAVEATS: readonly CaveatId[] = ["orderbook_top150_15min"];
export const NOTIONALS = [100, 1_000, 10_000] as const;
/** Window of the median and the 90th percentile. */
export const WINDOW_HOURS = 24;

export const TIME = orNull(Type.String(), "When the book was taken, ISO 8601. Null if none is known.");

/** A book, and why there is none. */
interface ShownBook {
  readonly book: YesBook | undefined;
  readonly reason: string;
}
/** The members of a book's figures. Without a book, all have the reason for that. */
const bookMembers = (figures: Readonly<Record<string, readonly [description: string, of: (book: YesBook) => MarketFigure]>>) => {
  const shown = (of: (book: YesBook) => MarketFigure) => (from: ShownBook) => (from.book ? of(from.book) : unknown(from.reason));
  return wireRows(figureMembers<ShownBook>(Object.fromEntries(Object.entries(figures).map(([name, [description, of]]) => [name, [description, shown(of)]]))));
};
/** Spread and mid of a book. */
export const PRICES = bookMembers({
  best_bid: ["Highest price that a buyer of Yes waits at, 0 to 1.", (book) => topOf(book).bid],
  best_ask: ["Lowest price that a seller of Yes waits at, 0 to 1.", (book) => topOf(book).ask],
  spread: ["best_ask less best_bid.", (book) => topOf(book).spread],
  mid: ["Mean of best_bid and best_ask.", (book) => topOf(book).mid],
});
const DEPTHS = bookMembers({
  bid_depth_usd: [`US dollars waiting in the best ${BOOK_LEVELS} bids.`, ({ bids }) => known(depthOf(bids))],
  ask_depth_usd: [`US dollars that the best ${BOOK_LEVELS} offers cost.`, ({ asks }) => known(depthOf(asks))],
  bid_contracts: ["Contracts of all bids.", ({ bidContracts }) => known(bidContracts)],
  ask_contracts: ["Contracts of all offers.", ({ askContracts }) => known(askContracts)],
});
type Leg = Omit<Fill, "exhausted"> & { readonly exhausted: boolean | null };
const LEGS = wireRows<Leg>({
  ...figureMembers<Leg>({
    vwap: ["Mean price of the order's contracts, without fees.", ({ vwap }) => vwap],
    slippage_bps: ["Distance of vwap from mid in basis points of mid; positive if it is worse than mid.", ({ slippage }) => slippage],
    contracts: ["Contracts that the order buys or sells.", ({ contracts }) => contracts],
  }),
  depth_exhausted: [
    orNull(Type.Boolean(), `True if the best ${BOOK_LEVELS} levels hold less than the order; then no price is extrapolated. Null without a book.`),
    ({ exhausted }) => exhausted,
  ],
});
export const LEG = LEGS.schema.properties;
export const IDENTITY = wireRows<MarketRow>({
  market_id: [Type.String(), ({ market }) => market.id],
  question: [Type.String(), ({ market }) => market.question],
  ...sourceMembers(({ source }: MarketRow) => source),
});

export const unknown = (reason: string): MarketFigure => ({ value: null, reason });
const known = (value: number): MarketFigure => ({ value });

export function legOn({ book, reason }: ShownBook, side: Side, notional: number) {
  const none = unknown(reason);
  return LEGS.of(book ? fill(book, side, notional) : { vwap: none, slippage: none, contracts: none, exhausted: null });
}

/** When the books of a market were last confirmed, and their source. */
export const bookEnvelope = (context: Context, { market, source }: MarketRow, hasBooks: boolean) => {
  const entity = bookIdOf(market);
  return { asOf: asOfEntities(context, "order_book", entity === undefined ? [] : [{ source, entity }]), sources: hasBooks ? [source] : [] };
};

/** Why a window has no snapshot. */
export function noneIn({ market }: MarketRow, hours: number, context: Context): string {
  const present = presentBook(market, context);
  return "reason" in present ? `No order book is known in the last ${hours} hours. ${present.reason}` : `No order book is known in the last ${hours} hours.`;
}

const LevelOnWire = Type.Object({ price: Type.Number(), contracts: Type.Number() });
const levelOn = ([price, contracts]: Level) => ({ price, contracts });
const BookData = Type.Object({
  ...IDENTITY.schema.properties,
  time: TIME,
  ...PRICES.schema.properties,
  ...DEPTHS.schema.properties,
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
export const predictionBook = endpoint({
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
  answer: async ({ market_id: asked }, at, _, { books: fetchBook }) => {
    const found = await ofMarket(asked, at, (market) => market);
    if ("code" in found) return found;
    const { book, reason = "", note, fetched } = await shownBook(found, at, fetchBook);
    const envelope = bookEnvelope(at, found, book !== undefined);
    return {
      data: {
        ...IDENTITY.of(found),
        time: book ? momentText(book.at) : null,
        ...PRICES.of({ book, reason }),
        ...DEPTHS.of({ book, reason }),
        bids: (book?.bids ?? []).map(levelOn),
        asks: (book?.asks ?? []).map(levelOn),
        slippage: NOTIONALS.map((notional) => ({ notional, buy: legOn({ book, reason }, "buy", notional), sell: legOn({ book, reason }, "sell", notional) })),
      },
      ...envelope,
      ...(fetched === undefined ? {} : { asOf: momentText(fetched) }),
      note: book ? note : reason,
    };
  },
});

const HISTORY_QUERY = {
  hours: Type.Integer({ minimum: 1, maximum: BOOK_DAYS * 24, default: WINDOW_HOURS, description: "Hours up to the service's time." }),
};
const HistoryPoint = Type.Object({
  time: Type.String({ description: "When the book was taken, ISO 8601." }),
  ...PRICES.schema.properties,
  ...DEPTHS.schema.properties,
});

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
        data: page.toReversed().map((book) => ({ time: momentText(book.at), ...PRICES.of({ book, reason: "" }), ...DEPTHS.of({ book, reason: "" }) })),
        ...bookEnvelope(context, found, page.length > 0),
        note: page.length > 0 ? undefined : noneIn(found, hours, context),
      }));
    }),
});
