import type { IsoDate } from "../../../contract/dates";
import type { Origin, ReasonText } from "../../answers/answering";
import type { SourceId } from "../../records/attribution";
import type { SharesCounted } from "./shares-counted";

/** Why a float is unknown; each is also the code of the answer. */
export const FLOAT_REASONS = ["no_affiliate_data", "multi_class_unresolved", "denominator_invalid", "float_non_positive", "not_latest_settlement"] as const;
export type FloatReason = (typeof FLOAT_REASONS)[number];

export interface KnownFloat {
  readonly shares: number;
  readonly source: string;
  readonly confidence: "high" | "medium" | "low";
}

/** One settlement of one symbol. Shares; percentages as percent. */
export interface ShortInterestRow {
  readonly settlementDate: IsoDate;
  readonly shortInterest: number;
  /** Undefined if the source states none. */
  readonly previousShortInterest: number | undefined;
  /** Change from the previous settlement in percent, if the source states it. */
  readonly changePct?: number | undefined;
  /** Undefined if the source states none; 0 is a stated zero. */
  readonly averageDailyVolume: number | undefined;
  /** True if the source states its ceiling of 999.99. */
  readonly daysToCoverCensored: boolean;
  readonly daysToCover: number | undefined;
  /** Why it is not compared with the previous settlement: a split may lie between. */
  readonly uncompared?: ReasonText | undefined;
  /** The shares outstanding in shares of the settlement, or why there is no count of what is sold short. */
  readonly outstanding: SharesCounted;
  /** Origin of that count, if published. */
  readonly outstandingOf?: Origin | undefined;
  /** Shares outstanding less affiliate holdings, or why it is unknown. */
  readonly float: KnownFloat | { readonly unknown: FloatReason };
}

/** The rows of one symbol, and the newest settlement of all symbols. */
export interface ShortInterestHistory {
  /** Oldest first. */
  readonly rows: readonly ShortInterestRow[];
  readonly latestSettlement: IsoDate;
}

/** A settlement in a list, with its symbol and source. */
export interface ListedSettlement {
  readonly symbol: string;
  readonly source: SourceId;
  readonly row: ShortInterestRow;
}
