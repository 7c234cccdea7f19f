import type { IsoDate } from "../../../contract/dates";
import type { Unit } from "../../../contract/units";
import type { SourceId } from "../../records/attribution";
import type { RowsName } from "../../store/freshness";
import { MAXIMUM_AGES } from "../../answers/maximum-age";

export const RISK_ASSETS = ["BTC", "ETH", "SOL"] as const;
export type RiskAsset = (typeof RISK_ASSETS)[number];

/** Share of the score if every component is known. They sum to 1. */
export const RISK_WEIGHTS = { funding: 0.25, liquidations: 0.25, "exchange flows": 0.2, volatility: 0.2, stablecoins: 0.1 } as const;
export type RiskName = keyof typeof RISK_WEIGHTS;
export const RISK_NAMES = Object.keys(RISK_WEIGHTS) as RiskName[];

/** A measured component, with its stress. */
export interface MeasuredStress {
  /** From 0 (calm) to 100. */
  readonly stress: number;
  readonly value: number;
  readonly unit: Unit;
  readonly observation_date: IsoDate;
  readonly source: SourceId;
  readonly provenance?: readonly RowsName[] | undefined;
  /** Absent for sample data. */
  readonly evidence?: string;
}

/** Why a component is absent, in words. */
export interface Absent {
  readonly absent: string;
}

/** One component of the stress score. */
export interface RiskComponent {
  readonly name: RiskName;
  readonly reading: MeasuredStress | Absent;
}

export interface RiskRow {
  readonly asset: RiskAsset;
  readonly date: IsoDate;
  readonly components: readonly RiskComponent[];
}

/** Components older than this many days count as absent. */
export const STALE_DAYS = MAXIMUM_AGES.funding.days;

export const isMeasured = (reading: MeasuredStress | Absent): reading is MeasuredStress => "stress" in reading;

/** Clamps points to the scale of 0 to 100. */
export const stressOf = (points: number): number => Math.max(0, Math.min(100, points));
