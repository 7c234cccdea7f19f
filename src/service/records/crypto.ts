import { addDays, isoOf, msOf } from "../../contract/dates";
import { type Perpetual, PERPETUALS, type WhaleAsset } from "../../contract/vocabulary";
import type { RecordRow } from "./record";

/** The asset of a perpetual, parsed from a venue's contract name: BTCUSDT, BTC-USDT-SWAP, 1000PEPEUSDT and kPEPE. Undefined for other names. */
export function baseSymbol(contract: string): string | undefined {
  const m = /^(?:1000+|k(?=[A-Z]))?([A-Z0-9]+?)(?:-?(?:USDT|USDC|USD)(?:-SWAP|_PERP)?|PERP)?$/.exec(contract);
  return m?.[1] === "" ? undefined : m?.[1];
}

/** Normalizes an address. Ethereum and newer Bitcoin addresses ignore case; older Bitcoin and Solana addresses do not. */
export const chainAddress = (text: string): string => (/^(0x[0-9a-f]{40}|(bc1|tb1)[0-9a-z]+)$/i.test(text) ? text.toLowerCase() : text);

/** True for a placeholder such as `unknown`. */
export const isNobody = (text: string): boolean => /^(|unknown|-|n\/a)$/i.test(text);

export const DIRECTIONS = ["exchange_inflow", "exchange_outflow", "whale_transfer", "exchange_transfer"] as const;
export type Direction = (typeof DIRECTIONS)[number];

/**
 * How the owners of a transfer are known: its file states them, labels of all its addresses do (`exact`), or labels of some of its senders, which paid together with
 * the others and so have the same owner (`heuristic`).
 */
export const LABEL_CONFIDENCES = ["stated", "exact", "heuristic"] as const;
export type LabelConfidence = (typeof LABEL_CONFIDENCES)[number];

/** One large on-chain transfer, ready to serve. */
export interface WhaleTransfer {
  readonly asset: WhaleAsset;
  /** Milliseconds UTC. */
  readonly at: number;
  readonly usd: number;
  readonly direction: Direction;
  /** Both ends belong to the same entity, so it is not a flow. */
  readonly is_internal_transfer: boolean;
  /** `is_internal_transfer` follows from a heuristic label alone. */
  readonly internal_transfer_unverified: boolean;
  /** Null without a statement and without a matching label. */
  readonly label_confidence: LabelConfidence | null;
  /** The transaction's id on its chain. */
  readonly transaction: string;
  /** Addresses or names of the senders; empty if not stated. */
  readonly from: readonly string[];
  readonly to: string | null;
  /** Owners by label. */
  readonly from_label: string | null;
  readonly to_label: string | null;
}

/** An asset's transfers in a window. `exchange_labels` is false if no exchange address is known on its chain. */
export interface WhaleWindow {
  readonly asset: WhaleAsset;
  readonly exchange_labels: boolean;
  readonly transfers: readonly WhaleTransfer[];
}

/** Smallest size of a large transfer, in US dollars. */
export const SMALLEST_USD = 100_000;

/** One large transfer from the operator's file or node. Unstated members are null. Labels are resolved at reading. */
export interface PublishedTransfer {
  /** The transaction's id on its chain. */
  readonly transaction: string;
  /** Milliseconds UTC. */
  readonly time_ms: number;
  readonly usd: number;
  /** As stated in the file. */
  readonly direction: Direction | null;
  /** As stated in the file: both ends belong to one entity. */
  readonly internal: boolean | null;
  /** Addresses or names of the senders; empty if not stated. */
  readonly from: readonly string[];
  readonly to: string | null;
  /** From the operator's node: the amount in coins and the price used to value it. */
  readonly valued?: { readonly amount: number; readonly price: number };
}

/** Owner of an address, from the operator's list. */
export interface AddressLabel {
  readonly entity: string;
  /** `exchange`, or any other word for an owner that is not an exchange. */
  readonly kind: string;
}

/** One block of a chain: its time, and its height, which links it to its neighbours. */
export interface BlockSpan extends CoverageSpan {
  readonly height: number;
}

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

/** A period that one document covers without a gap, in milliseconds UTC, both ends included. */
export interface CoverageSpan {
  readonly from_ms: number;
  readonly to_ms: number;
}

/**
 * Coverage rows of a document, one per day, so that a service with an earlier date sees the days before it. `of` is the dataset and the entity:
 * `liquidation BTC`.
 */
export function coverageRows<S extends CoverageSpan>(of: string, span: S, source: RecordRow["source"]): RecordRow[] {
  const rows: RecordRow[] = [];
  for (let date = isoOf(span.from_ms); date <= isoOf(span.to_ms); date = addDays(date, 1)) {
    const body: S = { ...span, from_ms: Math.max(span.from_ms, msOf(date)), to_ms: Math.min(span.to_ms, msOf(addDays(date, 1))) };
    rows.push({ dataset: "coverage", entity: of, date, key: `${body.from_ms}-${body.to_ms}`, known: date, body, source });
  }
  return rows;
}

/** The end of coverage from a moment on, without a gap longer than `join`. Undefined if coverage begins later. */
export function reachFrom(spans: readonly CoverageSpan[], from: number, join = 0): number | undefined {
  const reach = spans.reduce((end, s) => (s.from_ms <= end + join ? Math.max(end, s.to_ms) : end), from);
  return reach > from || spans.some((s) => s.from_ms <= from && s.to_ms >= from) ? reach : undefined;
}

export const isPerpetual = (name: string): name is Perpetual => (PERPETUALS as readonly string[]).includes(name);

/** The covered venues, the preferred one first. FUNDING shows the first one whose last settlement is not too old. */
export const VENUES = ["binance", "bybit", "okx", "hyperliquid"] as const;
export type Venue = (typeof VENUES)[number];

/** One settled interval of one perpetual at one venue. Longs pay shorts if the rate is positive. */
export interface PublishedFunding {
  readonly exchange: Venue;
  /** The venue's contract name. */
  readonly contract: string;
  /** Milliseconds UTC of the settlement as stated. Some venues are seconds late. */
  readonly time_ms: number;
  /** Percent of the position per interval. Comparable only with the interval. */
  readonly rate_pct: number;
  /** Length of the interval in hours; null if the document does not state it. */
  readonly interval_hours: number | null;
}
