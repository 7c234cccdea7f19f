/** A smooth path through known points, in logarithms because amounts grow by factors. */
export interface Course {
  /** Years with fraction, ascending. */
  readonly at: readonly number[];
  /** Logarithms of the amounts. */
  readonly log: readonly number[];
  /** Slope of the path at each point, per year. */
  readonly slope: readonly number[];
}

/** Maximum slope of a monotone path, as a multiple of the adjacent straight line's slope (Fritsch and Carlson). */
const MAX_SLOPE_FACTOR = 3;

/** Slope at a point: zero at a turn, else the harmonic mean of the adjacent slopes, so that the path never overshoots its points. */
const slopeBetween = (before: number, after: number): number => (before * after <= 0 ? 0 : (2 * before * after) / (before + after));

/** Slope at an end of the path: as near to the slope beyond it as the adjacent straight line allows. */
const slopeAtEnd = (adjacent: number, beyond: number): number =>
  adjacent * beyond <= 0 ? 0 : Math.sign(beyond) * Math.min(Math.abs(beyond), MAX_SLOPE_FACTOR * Math.abs(adjacent));

/** A path through points of years and amounts above zero. `first` and `last` are the slopes before the first and after the last point. */
export function courseThrough(points: readonly (readonly [year: number, amount: number])[], first: number, last: number): Course {
  const sorted = [...points].sort(([a], [b]) => a - b);
  const at = sorted.map(([year]) => year);
  const log = sorted.map(([, amount]) => Math.log(amount));
  const lines = at.slice(1).map((year, n) => ((log[n + 1] as number) - (log[n] as number)) / (year - (at[n] as number)));
  const slope = at.map((_, n) => {
    const [before, after] = [lines[n - 1], lines[n]];
    if (before === undefined) return slopeAtEnd(after as number, first);
    return after === undefined ? slopeAtEnd(before, last) : slopeBetween(before, after);
  });
  return { at, log, slope };
}

/** Logarithm of the amount between the first and the last point (cubic Hermite). */
export function logOn({ at, log, slope }: Course, year: number): number {
  let n = 0;
  while (n < at.length - 2 && year > (at[n + 1] as number)) n++;
  const [x0, x1] = [at[n] as number, at[n + 1] as number];
  const width = x1 - x0;
  const u = (year - x0) / width;
  const [y0, y1, s0, s1] = [log[n] as number, log[n + 1] as number, (slope[n] as number) * width, (slope[n + 1] as number) * width];
  const rest = 1 - u;
  return y0 * (1 + 2 * u) * rest * rest + s0 * u * rest * rest + y1 * u * u * (3 - 2 * u) - s1 * u * u * rest;
}
