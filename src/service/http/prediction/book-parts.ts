import { Type, type TSchema } from "@sinclair/typebox";
import type { CaveatId } from "../../../contract/caveats";
import { sourceMark } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { depthOf, fill, topOf, type YesBook, type Side } from "../../families/prediction/book-fill";
import { bookIdOf, presentBook } from "../../families/prediction/books";
import type { MarketRow, MarketFigure } from "../../families/prediction/market-rows";
import { BOOK_LEVELS } from "../../records/order-book";
import { figure, figureSchema } from "./row";
import { asOfEntities, orNull } from "../server/schemas";

export const BOOK_CAVEATS: readonly CaveatId[] = ["orderbook_top150_15min"];
export const NOTIONALS = [100, 1_000, 10_000] as const;
/** Window of the median and the 90th percentile. */
export const WINDOW_HOURS = 24;

export const TIME = orNull(Type.String(), "When the book was taken, ISO 8601. Null if none is known.");
export const BOOK_PRICES = {
  ...figureSchema("best_bid", "Highest price that a buyer of Yes waits at, 0 to 1."),
  ...figureSchema("best_ask", "Lowest price that a seller of Yes waits at, 0 to 1."),
  ...figureSchema("spread", "best_ask less best_bid."),
  ...figureSchema("mid", "Mean of best_bid and best_ask."),
};
export const DEPTHS = {
  ...figureSchema("bid_depth_usd", `US dollars waiting in the best ${BOOK_LEVELS} bids.`),
  ...figureSchema("ask_depth_usd", `US dollars that the best ${BOOK_LEVELS} offers cost.`),
  ...figureSchema("bid_contracts", "Contracts of all bids."),
  ...figureSchema("ask_contracts", "Contracts of all offers."),
};
export const LEG: Record<string, TSchema> = {
  ...figureSchema("vwap", "Mean price of the order's contracts, without fees."),
  ...figureSchema("slippage_bps", "Distance of vwap from mid in basis points of mid; positive if it is worse than mid."),
  ...figureSchema("contracts", "Contracts that the order buys or sells."),
  depth_exhausted: orNull(
    Type.Boolean(),
    `True if the best ${BOOK_LEVELS} levels hold less than the order; then no price is extrapolated. Null without a book.`,
  ),
};
export const IDENTITY = {
  market_id: Type.String(),
  question: Type.String(),
  source: Type.String({ description: "A key into `meta.attribution`." }),
  sample: Type.Optional(Type.Literal(true)),
};

export const unknown = (reason: string): MarketFigure => ({ value: null, reason });
const known = (value: number): MarketFigure => ({ value });

export const pricesOn = (book: YesBook | undefined, reason: string) => {
  const top = book && topOf(book);
  const of = (name: "bid" | "ask" | "spread" | "mid"): MarketFigure => top?.[name] ?? unknown(reason);
  return { ...figure("best_bid", of("bid")), ...figure("best_ask", of("ask")), ...figure("spread", of("spread")), ...figure("mid", of("mid")) };
};
export const depthsOn = (book: YesBook | undefined, reason: string) => {
  const of = (value: number | undefined): MarketFigure => (value === undefined ? unknown(reason) : known(value));
  return {
    ...figure("bid_depth_usd", of(book && depthOf(book.bids))),
    ...figure("ask_depth_usd", of(book && depthOf(book.asks))),
    ...figure("bid_contracts", of(book?.bidContracts)),
    ...figure("ask_contracts", of(book?.askContracts)),
  };
};
export function legOn(book: YesBook | undefined, side: Side, notional: number, reason: string) {
  const { vwap, slippage, contracts, exhausted } = book
    ? fill(book, side, notional)
    : { vwap: unknown(reason), slippage: unknown(reason), contracts: unknown(reason), exhausted: null };
  return { ...figure("vwap", vwap), ...figure("slippage_bps", slippage), ...figure("contracts", contracts), depth_exhausted: exhausted };
}
export const identityOf = ({ market, source }: MarketRow) => ({
  market_id: market.id,
  question: market.question,
  ...sourceMark(source),
});

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
