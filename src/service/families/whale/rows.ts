import type { WhaleAsset } from "../../../contract/vocabulary";

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
