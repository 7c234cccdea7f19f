import { shown } from "../../../contract/arguments";
import { BOOK_LEVELS, type Level, type OrderBook } from "../../records/prediction";
import type { Document } from "../publisher";
import { refuseFile } from "./text";

/** The name of a fetched document of order books. It does not state when its books were taken, so they count from its receipt. */
export const ORDER_BOOKS = "order-books";

const exact = (n: number): number => Number(n.toPrecision(12));

/** When a fetched document of order books was received, ISO 8601. Undefined for a file from disk. */
export const fetchedAt = ({ name, received }: Document): string | undefined =>
  name === ORDER_BOOKS && received !== undefined ? `${new Date(received).toISOString().slice(0, 19)}Z` : undefined;

/** Prices and sizes are text with a decimal point. A number, as in old formats in cents, is another unit. */
function decimal(text: unknown, what: string, title: string): number {
  if (typeof text !== "string" || !/^\d*(\d|\.\d+)$/.test(text))
    refuseFile(`expected ${what} as text such as "0.0800" in ${title}, got ${shown(text)}; the unit may have changed: update the service`);
  return Number(text);
}

/** Reads one level. @throws RefusedFile for a price outside 0 to 1, no contracts, and anything that is not text. */
export function levelOf(price: unknown, size: unknown, side: string, title: string): Level {
  const [dollars, contracts] = [decimal(price, "dollars", title), decimal(size, "contracts", title)];
  if (dollars <= 0 || dollars >= 1) refuseFile(`expected dollars between 0 and 1 in ${side}, got ${dollars}; the unit may have changed: update the service`);
  if (contracts <= 0) refuseFile(`expected contracts above 0 in ${side}, got ${contracts}; fetch it again`);
  return [dollars, contracts];
}

/** The levels of one side, the highest price first: venues list them in either order. @throws RefusedFile if a price appears twice. */
export function sideOf(levels: readonly Level[], side: string): readonly Level[] {
  if (new Set(levels.map(([price]) => price)).size !== levels.length) refuseFile(`one price appears twice in ${side}; fetch it again`);
  return levels.toSorted((a, b) => b[0] - a[0]);
}

/** The price of the other outcome: both together pay one dollar. */
export const otherPrice = (price: number): number => Number((1 - price).toFixed(6));

/** A book as it is stored, from all bids for Yes and for No, best first. */
export function orderBookOf(
  { market, venue, stated }: Pick<OrderBook, "market" | "venue" | "stated">,
  yesBids: readonly Level[],
  noBids: readonly Level[],
): OrderBook {
  const [yes, no] = [yesBids[0], noBids[0]];
  const yes_ask = no ? otherPrice(no[0]) : null;
  const both = yes && yes_ask !== null ? { bid: yes[0], ask: yes_ask } : undefined;
  const sum = (levels: readonly Level[]): number => exact(levels.reduce((n, [, size]) => n + size, 0));
  return {
    market,
    venue,
    stated,
    yes_bids: yesBids.slice(0, BOOK_LEVELS),
    no_bids: noBids.slice(0, BOOK_LEVELS),
    yes_bid: yes?.[0] ?? null,
    yes_bid_size: yes?.[1] ?? null,
    yes_ask,
    yes_ask_size: no?.[1] ?? null,
    no_bid: no?.[0] ?? null,
    no_ask: yes ? otherPrice(yes[0]) : null,
    spread: both ? exact(both.ask - both.bid) : null,
    mid: both ? exact((both.ask + both.bid) / 2) : null,
    yes_bid_contracts: sum(yesBids),
    no_bid_contracts: sum(noBids),
  };
}
