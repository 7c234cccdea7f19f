/** Futures only, or futures and options in futures equivalents. It is the key of a `positions` record. */
export const POSITION_BASES = ["futures-only", "combined"] as const;
export type PositionBasis = (typeof POSITION_BASES)[number];

/** Body of a `positions` record: one week of one futures market in the legacy report, in contracts; null if not stated. */
export interface FuturesPositions {
  readonly market: string;
  readonly basis: PositionBasis;
  readonly open_interest: number;
  readonly noncomm_long: number;
  readonly noncomm_short: number;
  readonly noncomm_spread: number;
  readonly noncomm_net: number;
  readonly comm_long: number;
  readonly comm_short: number;
  readonly comm_net: number;
  readonly nonrept_long: number;
  readonly nonrept_short: number;
  readonly change_open_interest: number | null;
  readonly change_noncomm_long: number | null;
  readonly change_noncomm_short: number | null;
  readonly change_noncomm_spread: number | null;
  readonly change_comm_long: number | null;
  readonly change_comm_short: number | null;
  readonly traders_total: number | null;
}
