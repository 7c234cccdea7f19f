import type { OrderBook } from "./order-book";

/** An order book fetched while a request waits, with its time in milliseconds since 1970; or why there is none, as a sentence. */
export type LiveBook = { readonly book: OrderBook; readonly fetched: number } | { readonly reason: string };

/** Fetches the present book of a market by the venue's name of it. Undefined if the venue is off. */
export type FetchBook = (venue: OrderBook["venue"], id: string) => Promise<LiveBook | undefined>;
