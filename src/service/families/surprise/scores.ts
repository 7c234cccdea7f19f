import type { Release } from "./releases-against-forecasts";

/** How many earlier surprises of the same indicator a surprise is compared with. */
const MOST_PRIOR = 40;
const LEAST_PRIOR = 8;
/** The largest score, in either direction: one release must not be the whole index. */
const LARGEST = 4;

/** A release with its surprise in standard deviations of the earlier ones. */
export interface Scored {
  readonly release: Release;
  /** Above zero if the economy did better than forecast; for inflation, if there was more of it. */
  readonly score: number;
  readonly deviation: number;
  /** The number of earlier surprises. */
  readonly prior: number;
}

/** The standard deviation of a sample, around its mean. */
function deviationOf(values: readonly number[]): number {
  const mean = values.reduce((sum, v) => sum + v, 0) / values.length;
  return Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (values.length - 1));
}

/** Scores one release against those before it, of one indicator and oldest first; or says why it has no score. */
export function scoreOf(release: Release, all: readonly Release[]): Scored | string {
  const prior = all
    .filter(({ at }) => at < release.at)
    .slice(-MOST_PRIOR)
    .map(({ surprise }) => surprise);
  if (prior.length < LEAST_PRIOR) return `not scored: ${prior.length} earlier surprises are known, and ${LEAST_PRIOR} are needed`;
  // Equal surprises have no deviation: their mean may differ from them by a rounding error.
  if (new Set(prior).size === 1) return `not scored: all ${prior.length} earlier surprises are equal, so they have no standard deviation`;
  const deviation = deviationOf(prior);
  const score = (release.indicator.sign * release.surprise) / deviation;
  return { release, score: Math.max(-LARGEST, Math.min(LARGEST, score)), deviation, prior: prior.length };
}
