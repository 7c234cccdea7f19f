import type { WhaleAsset } from "../../contract/vocabulary";
import type { CoverageSpan } from "./span";

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
