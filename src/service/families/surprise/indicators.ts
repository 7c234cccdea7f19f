import { DECLARED_SERIES } from "../../records/series/declared";

/** How much a surprise counts. */
const WEIGHTS = { high: 1, medium: 0.5, low: 0.2 } as const;

/** A series whose releases are compared with forecasts. */
export interface SurpriseIndicator {
  readonly series: string;
  readonly weight: number;
  readonly sign: 1 | -1;
  /** Counts for the inflation figure, not for the headline. */
  readonly inflation: boolean;
}

/**
 * The indicators of the index, the most important first. Interest rates, spreads, indices of financial conditions and balance sheets describe markets and policy,
 * not how the economy did against expectations, so they are none.
 */
export const SURPRISE_INDICATORS: readonly SurpriseIndicator[] = DECLARED_SERIES.flatMap(({ id, surprise }) =>
  surprise ? [{ series: id, weight: WEIGHTS[surprise.importance], sign: surprise.sign, inflation: surprise.inflation === true }] : [],
).sort((a, b) => b.weight - a.weight);
