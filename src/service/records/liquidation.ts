import type { Span } from "./span";

/** The starter set: what is fetched, and what the endpoint takes. */
export const LIQUIDATION_SYMBOLS = ["BTC", "ETH", "SOL", "XRP", "DOGE"] as const;
export type LiquidationSymbol = (typeof LIQUIDATION_SYMBOLS)[number];

/** The side of the position that was closed: a long is sold, a short bought back. */
export type LiquidatedSide = "long" | "short";

/** One position that a venue closed by force. */
export interface Liquidation {
  readonly exchange: "okx";
  /** The venue's own name of the contract. */
  readonly contract: string;
  /** Milliseconds UTC. */
  readonly time_ms: number;
  readonly side: LiquidatedSide;
  /** As stated: a number of contracts, which is no amount of a coin. */
  readonly contracts: number;
  /** The bankruptcy price, at which it was closed. */
  readonly price: number;
  /** Contracts × what one stands for × price; a stablecoin counts as a dollar. */
  readonly usd: number;
}

/** What one contract stands for: so much of the coin (linear), or so many dollars (inverse). */
export interface ContractSize {
  readonly kind: "linear" | "inverse";
  readonly size: number;
  readonly of: string;
}

/** What one page of liquidations speaks for: from its oldest to its newest. */
export interface LiquidationSpan extends Span {
  readonly contract: string;
}
