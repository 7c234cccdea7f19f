import type { WhaleAsset } from "../../contract/vocabulary";
import type { Span } from "./span";

export type Direction = "exchange_inflow" | "exchange_outflow" | "exchange_transfer" | "whale_transfer";

/** One large on-chain transfer. */
export interface WhaleTransfer {
  readonly asset: WhaleAsset;
  /** Milliseconds UTC. */
  readonly at: number;
  readonly usd: number;
  readonly direction: Direction;
  /** Both ends are the same entity's: not a flow. */
  readonly is_internal_transfer: boolean;
}

/** An asset's transfers of a window. `exchange_labels` is false where no address of an exchange is known on its chain. */
export interface WhaleWindow {
  readonly asset: WhaleAsset;
  readonly exchange_labels: boolean;
  readonly transfers: readonly WhaleTransfer[];
}

/** The least size that counts as large, in US dollars. */
export const SMALLEST_USD = 100_000;

/** One large transfer of the operator's own file or node. What the file does not say is null; labels are looked up when it is read. */
export interface PublishedTransfer {
  /** The chain's own id of the transaction. */
  readonly transaction: string;
  /** Milliseconds UTC. */
  readonly time_ms: number;
  readonly usd: number;
  /** As the file states it. */
  readonly direction: Direction | null;
  /** As the file states it: both ends are one entity's. */
  readonly internal: boolean | null;
  /** Addresses or names of those who paid; empty where the file says nothing. */
  readonly from: readonly string[];
  readonly to: string | null;
  /** Of the operator's own node: the amount in coins and the price that it was valued with. */
  readonly valued?: { readonly amount: number; readonly price: number };
}

/** Whose an address is, by the operator's own list. */
export interface AddressLabel {
  readonly entity: string;
  /** `exchange` counts; any other word says that it is none. */
  readonly kind: string;
}

/** One block of a chain: a moment, joined to its neighbours by the height. */
export interface BlockSpan extends Span {
  readonly height: number;
}
