import type { CaveatId } from "../../../contract/caveats";
import { DAY_MS } from "../../../contract/dates";
import type { FieldName } from "../../../contract/functions";
import { largest } from "../../../contract/lists";
import { WHALE_ASSETS, type WhaleAsset } from "../../../contract/vocabulary";
import { answering, mergeProvenance, type Origin, SAMPLE, type Sourced, unknownReason } from "../../answers/answering";
import type { Context } from "../../answers/context";
import type { EvaluateField, Family, FamilyAnswer } from "../../answers/family";
import { all } from "../../answers/field-ages";
import { publishedRows } from "../../answers/published-rows";
import { whyUnknown } from "../../names/unknown";
import type { Direction, WhaleTransfer, WhaleWindow } from "../../records/crypto";
import { coinSince } from "../../sample/coins";
import { momentInUtc } from "../../time/clock";
import { isSampleShown } from "../sample-switch";
import { type NotReached, notReached, originOfTransfers, transfersIn, whaleWindow } from "./transfers";
import { sumOf } from "../statistics";

/** The chains that transfers are listed for. */
export const TRANSFER_CHAINS = ["ETH", "BTC", "SOL"] as const;
type Chain = (typeof TRANSFER_CHAINS)[number];

/** The chain of an asset. Files do not state it: stablecoins and wrapped bitcoins count as those of Ethereum. */
export const chainOf = (asset: WhaleAsset): Chain => (asset === "BTC" || asset === "SOL" ? asset : "ETH");

export interface ListedTransfer extends WhaleTransfer {
  readonly origin: Origin;
}

const byTime = (a: WhaleTransfer, b: WhaleTransfer): number => b.at - a.at || b.usd - a.usd || (a.transaction < b.transaction ? -1 : 1);

/** The transfers of a chain, or of all, after `after` and up to `upTo`, both milliseconds UTC: those that WHALE counts. An asset without the operator's rows has sample rows. */
export function listedTransfers(context: Context, chain: Chain | undefined, after: number, upTo: number) {
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
    /** Newest first. */
    transfers: read.flatMap(({ transfers, origin }) => transfers.map((t): ListedTransfer => ({ ...t, origin }))).sort(byTime),
    /** The published rows that were read. */
    provenance: mergeProvenance(read.map((r) => r.origin)).provenance ?? [],
    /** Why the operator's rows of an asset do not cover the window, in words. */
    gaps: read.flatMap(({ gap }) => gap ?? []),
  };
}

const MAX_AGE_S = 5 * 60;
const WINDOW_MS = DAY_MS;

/** The transfers of the last 24 hours, or why the stored ones do not cover them. */
export const rowsFor = (context: Context, asset: WhaleAsset): Sourced<WhaleWindow | NotReached> => {
  const now = momentInUtc(context.clock);
  return whaleWindow(context, asset, now - WINDOW_MS, now);
};

const isAsset = (name: string): name is WhaleAsset => (WHALE_ASSETS as readonly string[]).includes(name);

/** Sum of the transfers of one direction in US dollars. A transfer within one entity is not a flow. */
export const flow = ({ transfers }: WhaleWindow, direction: Direction) =>
  transfers.reduce((sum, t) => (t.direction === direction && !t.is_internal_transfer ? sum + t.usd : sum), 0);

/**
 * Large transfers of one asset over the last 24 hours, in US dollars. `total_usd` includes every transfer; flows leave out transfers within one entity. Fails with
 * `unknown_asset`, `not_covered` (flows without exchange labels), `no_observation`, and `no_data_yet` if the rows do not cover the window. Uses the operator's own files
 * if any of the asset are imported, else sample rows.
 */
const whale: EvaluateField<FieldName<"WHALE">> = ([assetIn], context, field) => {
  const asset = String(assetIn);
  if (!isAsset(asset)) return unknownReason(answering(SAMPLE, MAX_AGE_S), whyUnknown("whale asset", asset, WHALE_ASSETS));
  const today = context.clock.today();
  const { rows, ...origin } = rowsFor(context, asset);
  const say = answering(origin, MAX_AGE_S, ["heuristic_labels_do_not_suppress"]);
  if ("missing" in rows) return say.reasonOn(rows.newest, "no_data_yet", { short: `The transfers of ${asset} do not cover 24 hours.`, full: rows.missing });
  if (origin.sample && today < coinSince(asset)) return say.reason("no_data_yet", `Whale transfers of ${asset} begin on ${coinSince(asset)}.`);
  const caveats: CaveatId[] = ["internal_transfers_labelled", ...(asset === "BTC" ? (["btc_netflow_artifact"] as const) : [])];
  const sizes = rows.transfers.map((t) => t.usd);
  const flows = (usd: number) =>
    rows.exchange_labels
      ? say.number(usd, "USD", today, ...caveats)
      : say.reasonOn(today, "not_covered", {
          short: `Transfers of ${asset} have no exchange labels.`,
          full: `Transfers of ${asset} have no exchange labels, so flows are not known. ${origin.sample ? "Fields" : "Import labels of addresses, or use fields"} total_usd, count and largest_usd${origin.sample ? " are available" : ""}.`,
        });
  const figures: Readonly<Record<typeof field, () => FamilyAnswer>> = {
    total_usd: () => say.number(sumOf(sizes), "USD", today),
    count: () => say.number(sizes.length, "count", today),
    largest_usd: () =>
      sizes.length === 0
        ? say.reasonOn(today, "no_observation", `No large transfer of ${asset} in the last 24 hours.`)
        : say.number(largest(sizes), "USD", today),
    inflow_usd: () => flows(flow(rows, "exchange_inflow")),
    outflow_usd: () => flows(flow(rows, "exchange_outflow")),
    net_usd: () => flows(flow(rows, "exchange_inflow") - flow(rows, "exchange_outflow")),
  };
  return figures[field]();
};

export const whales: Family = {
  name: "whale",
  functions: {
    WHALE: {
      evaluate: whale,
      ages: { fields: all("window", "total_usd", "count", "inflow_usd", "outflow_usd", "net_usd", "largest_usd") },
      universe: () => WHALE_ASSETS.length,
      asOf: "name",
    },
  },
  rows: publishedRows(["whale_transfer"]),
};
