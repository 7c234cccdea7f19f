/** Range of a ratio: published figures are rounded. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** Smaller splits and stock dividends cannot be distinguished from growth or rounding. They must come from a list of splits. */
export const SMALLEST_SPLIT = 1.25;
/** Factors of a thousand are figures in another unit, not splits. */
const LARGEST_SPLIT = 500;
const FRACTIONAL = [1.25, 4 / 3, 1.5, 5 / 3, 2.5, 3.5];
const UP: readonly number[] = [...FRACTIONAL, ...Array.from({ length: LARGEST_SPLIT - 1 }, (_, i) => i + 2)].sort((a, b) => a - b);
/** Ratios that companies split by: `n`-for-1, a few such as 3-for-2, and the reverse of each. */
const PLAIN: readonly number[] = [...UP.map((r) => 1 / r).reverse(), ...UP];

/** Slack for fractional shares and small restatements, as a share of the ratio. */
const SLACK = 0.005;

export const includesRatio = ({ low, high }: Range, ratio: number): boolean => low * (1 - SLACK) <= ratio && ratio <= high * (1 + SLACK);

/** The plain split ratios within a range. */
export const plainRatiosIn = (range: Range): readonly number[] => PLAIN.filter((r) => includesRatio(range, r));

/** The plain split ratio nearest to a ratio, if it is within `tolerance` (a share of it). */
export function plainRatioNear(ratio: number, tolerance: number): number | undefined {
  const up = Math.max(ratio, 1 / ratio);
  // Fast path: most filings and sessions have no split between them.
  if (!(up >= SMALLEST_SPLIT / (1 + tolerance)) || up > LARGEST_SPLIT) return undefined;
  const distance = (r: number): number => Math.abs(Math.log(r / up));
  const nearest = [...FRACTIONAL, Math.max(2, Math.round(up))].reduce((best, r) => (distance(r) < distance(best) ? r : best));
  if (distance(nearest) > Math.log1p(tolerance)) return undefined;
  return ratio === up ? nearest : 1 / nearest;
}

/** Range of a rounded per-share figure: rounded to the cent, or to its own decimals if it has more. */
export function perShareRange(value: number): Range {
  const decimals = Math.max(2, (/\.(\d+)$/.exec(String(value))?.[1] ?? "").length);
  const half = 0.5 * 10 ** -decimals;
  return { low: value - half, high: value + half };
}

/** Range of a rounded share count: trailing zeros may be rounding, up to a tenth of the count. */
export function countRange(value: number): Range {
  let unit = 1;
  while (value % (unit * 10) === 0 && unit * 100 <= value) unit *= 10;
  return { low: value - unit / 2, high: value + unit / 2 };
}

/** Range of `after` divided by `before`; undefined if signs differ or a figure rounds to zero. */
export function timesOf(before: Range, after: Range): Range | undefined {
  const [a, b] = before.high < 0 && after.high < 0 ? [flip(before), flip(after)] : [before, after];
  return a.low > 0 && b.low > 0 ? { low: b.low / a.high, high: b.high / a.low } : undefined;
}
const flip = ({ low, high }: Range): Range => ({ low: -high, high: -low });
