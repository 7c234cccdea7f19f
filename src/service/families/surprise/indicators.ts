/** How much a surprise counts. */
const WEIGHTS = { high: 1, medium: 0.5, low: 0.2 } as const;

/** A series whose releases are compared with forecasts. */
export interface SurpriseIndicator {
  readonly series: string;
  readonly weight: number;
  /** 1 if a higher figure means a stronger economy, -1 if a weaker one. For inflation: 1 if it means more inflation. */
  readonly sign: 1 | -1;
  /** Counts for the inflation figure, not for the headline. */
  readonly inflation: boolean;
}

const indicator = (series: string, importance: keyof typeof WEIGHTS, sign: 1 | -1, inflation = false): SurpriseIndicator => ({
  series,
  weight: WEIGHTS[importance],
  sign,
  inflation,
});

/**
 * The indicators of the index, with their importance. Interest rates, spreads, indices of financial conditions and balance sheets describe markets and policy, not
 * how the economy did against expectations, so they are none.
 */
export const SURPRISE_INDICATORS: readonly SurpriseIndicator[] = [
  // The earliest figure of the labour market, every week. More claims mean a weaker economy.
  indicator("ICSA", "high", -1),
  // Opinions, which lead spending only loosely.
  indicator("UMCSENT", "medium", 1),
  // Few forecasters follow it, and its link to activity is weak.
  indicator("M2SL", "low", 1),
  // The measure of inflation that is published first.
  indicator("CPIAUCSL", "high", 1, true),
];
