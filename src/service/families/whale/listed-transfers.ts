import { WHALE_ASSETS, type WhaleAsset } from "../../../contract/vocabulary";
import { mergeProvenance, type Origin } from "../../answers/answering";
import type { Context } from "../../answers/context";
import type { WhaleTransfer } from "../../records/crypto";
import { isSampleShown } from "../sample-switch";
import { notReached } from "./reach";
import { originOfTransfers, transfersIn } from "./transfers";

/** The chains that transfers are listed for. */
export const TRANSFER_CHAINS = ["ETH", "BTC", "SOL"] as const;
type Chain = (typeof TRANSFER_CHAINS)[number];

/** The chain of an asset. Files do not state it: stablecoins and wrapped bitcoins count as those of Ethereum. */
export const chainOf = (asset: WhaleAsset): Chain => (asset === "BTC" || asset === "SOL" ? asset : "ETH");

export interface ListedTransfer extends WhaleTransfer {
  readonly origin: Origin;
}

/** Transfers of several assets in a window, newest first. */
interface ListedTransfers {
  readonly transfers: readonly ListedTransfer[];
  /** The published rows that were read. */
  readonly provenance: NonNullable<Origin["provenance"]>;
  /** Why the operator's rows of an asset do not cover the window, in words. */
  readonly gaps: readonly string[];
}

const byTime = (a: WhaleTransfer, b: WhaleTransfer): number => b.at - a.at || b.usd - a.usd || (a.transaction < b.transaction ? -1 : 1);

/** The transfers of a chain, or of all, after `after` and up to `upTo`, both milliseconds UTC: those that WHALE counts. An asset without the operator's rows has sample rows. */
export function listedTransfers(context: Context, chain: Chain | undefined, after: number, upTo: number): ListedTransfers {
  const isShown = isSampleShown(context);
  const read = WHALE_ASSETS.filter((asset) => chain === undefined || chainOf(asset) === chain).map((asset) => {
    const origin = originOfTransfers(context, asset);
    return {
      transfers: origin.sample && !isShown ? [] : transfersIn(context, asset, after, upTo),
      origin,
      gap: origin.sample ? undefined : notReached(context, asset, after, upTo),
    };
  });
  return {
    transfers: read.flatMap(({ transfers, origin }) => transfers.map((t) => ({ ...t, origin }))).sort(byTime),
    provenance: mergeProvenance(read.map((r) => r.origin)).provenance ?? [],
    gaps: read.flatMap(({ gap }) => gap ?? []),
  };
}
