import type { IsoDate } from "../../../contract/dates";

export const RISK_ASSETS = ["BTC", "ETH", "SOL"] as const;
export type RiskAsset = (typeof RISK_ASSETS)[number];

/** One component of the stress score. `stress` runs from 0 (calm) to 100; null where it could not be read that day. */
export interface RiskComponent {
  readonly name: string;
  /** Share of the score when every component is there; the weights of a row sum to 1. */
  readonly weight: number;
  readonly stress: number | null;
}

export interface RiskRow {
  readonly asset: RiskAsset;
  readonly date: IsoDate;
  readonly components: readonly RiskComponent[];
}
