import { append } from "../../../contract/lists";
import { addDays, DAY_MS, type IsoDate, isoOf, msOf } from "../../../contract/dates";
import type { WhaleAsset } from "../../../contract/vocabulary";
import { coinSince } from "../../sample/coins";
import { at, integerBetween, seedOf } from "../../sample/random";
import { SMALLEST_USD, type Direction, type WhaleTransfer, type WhaleWindow } from "../../records/crypto";

/** Minimum and maximum number of transfers a day, and the largest usual size in US dollars. */
const ASSETS: Record<WhaleAsset, readonly [min: number, max: number, largest: number]> = {
  BTC: [60, 180, 4e8],
  ETH: [50, 160, 1.8e8],
  SOL: [12, 60, 6e7],
  USDT: [70, 200, 2.5e8],
  USDC: [40, 130, 2e8],
  WBTC: [2, 18, 5e7],
};
/** Part of the labelled transfers whose labels are heuristic. */
const HEURISTIC_SHARE = 0.15;
const EXCHANGES = 6;
const HOLDERS = 40;

function directionOf(u: number): Direction {
  if (u < 0.34) return "exchange_inflow";
  if (u < 0.66) return "exchange_outflow";
  return u < 0.78 ? "exchange_transfer" : "whale_transfer";
}

/** Labels of both ends. The ends of an internal transfer are the same. */
function labelsOf(direction: Direction, internal: boolean, which: number): Pick<WhaleTransfer, "from_label" | "to_label"> {
  const exchange = `Sample exchange ${1 + Math.floor(which * EXCHANGES)}`;
  if (direction === "exchange_transfer") return { from_label: exchange, to_label: exchange };
  if (direction === "whale_transfer") {
    const holder = internal ? `Sample holder ${1 + Math.floor(which * HOLDERS)}` : null;
    return { from_label: holder, to_label: holder };
  }
  const isInflow = direction === "exchange_inflow";
  return { from_label: isInflow && !internal ? null : exchange, to_label: isInflow || internal ? exchange : null };
}

function transfersOf(asset: WhaleAsset, date: IsoDate): WhaleTransfer[] {
  const [min, max, largest] = ASSETS[asset];
  const labelled = hasExchangeLabels(asset);
  const seed = seedOf("transfer", asset, date);
  return Array.from({ length: integerBetween(min, max, "transfers", asset, date) }, (_, i) => {
    const direction = labelled ? directionOf(at(seed, i, 1)) : "whale_transfer";
    const is_internal_transfer = direction === "exchange_transfer" || at(seed, i, 2) < 0.06;
    const isHeuristic = at(seed, i, 4) < HEURISTIC_SHARE;
    const hasLabels = direction !== "whale_transfer" || is_internal_transfer;
    return {
      asset,
      at: msOf(date) + Math.floor(at(seed, i, 0) * DAY_MS),
      usd: Math.round(SMALLEST_USD * (largest / SMALLEST_USD) ** at(seed, i, 3)),
      direction,
      is_internal_transfer,
      internal_transfer_unverified: is_internal_transfer && isHeuristic,
      label_confidence: hasLabels ? (isHeuristic ? "heuristic" : "exact") : null,
      transaction: `sample ${asset} ${date} ${i + 1}`,
      from: [],
      to: null,
      ...labelsOf(direction, is_internal_transfer, at(seed, i, 5)),
    };
  });
}

const hasExchangeLabels = (asset: WhaleAsset) => asset !== "SOL";

/** Sample transfers after `after` and up to `upTo`, both milliseconds UTC; none before the coin traded. */
export function sampleWhaleWindow(asset: WhaleAsset, after: number, upTo: number): WhaleWindow {
  const transfers: WhaleTransfer[] = [];
  const [first, since] = [isoOf(after), coinSince(asset)];
  for (let date = first < since ? since : first; date <= isoOf(upTo); date = addDays(date, 1)) append(transfers, transfersOf(asset, date));
  return { asset, exchange_labels: hasExchangeLabels(asset), transfers: transfers.filter((t) => t.at > after && t.at <= upTo) };
}
