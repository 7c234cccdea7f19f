import type { CoverageSpan } from "./span";

/** The symbols that are fetched, and that the endpoint accepts. */
export const LIQUIDATION_SYMBOLS = ["BTC", "ETH", "SOL", "XRP", "DOGE"] as const;
export type LiquidationSymbol = (typeof LIQUIDATION_SYMBOLS)[number];

/** Side of the closed position: a long is sold, a short bought back. */
export type LiquidatedSide = "long" | "short";

/** One position that a venue liquidated. */
export interface Liquidation {
  readonly exchange: "okx";
  /** The venue's contract name. */
  readonly contract: string;
  /** Milliseconds UTC. */
  readonly time_ms: number;
  readonly side: LiquidatedSide;
  /** Number of contracts as stated, not an amount of the coin. */
  readonly contracts: number;
  /** The bankruptcy price, at which it was closed. */
  readonly price: number;
  /** Contracts × contract size × price. A stablecoin counts as one dollar. */
  readonly usd: number;
}

/** Size of one contract: an amount of the coin (linear) or of dollars (inverse). */
export interface ContractSize {
  readonly kind: "linear" | "inverse";
  readonly size: number;
  readonly of: string;
}

/** The time that one page of liquidations covers: from its oldest to its newest. */
export interface LiquidationSpan extends CoverageSpan {
  readonly contract: string;
}
