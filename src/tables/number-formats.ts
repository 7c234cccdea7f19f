/** Number formats by unit, in en-US form. A percentage is a number of percent: 4.23 shows as 4.23%. */
export const DAY_FORMAT = "yyyy-mm-dd";
export const MOMENT_FORMAT = "yyyy-mm-dd hh:mm";
export const WHOLE_FORMAT = "#,##0";
export const PRICE_FORMAT = "#,##0.00";
export const PERCENT_FORMAT = '0.00"%"';

/** The format of a unit, with at least these decimals where the unit has any. */
export function formatOf(unit: string, decimals?: number): string {
  const point = (n: number): string => (n > 0 ? `.${"0".repeat(n)}` : "");
  if (unit === "%" || unit === "pp" || unit === "% per interval") return `0${point(decimals ?? 2)}"%"`;
  if (unit === "count" || unit === "shares" || unit === "days") return decimals ? `#,##0${point(decimals)}` : WHOLE_FORMAT;
  if (unit === "bps") return "0";
  if (unit === "probability" || unit === "score" || unit === "ratio") return `0${point(decimals ?? 2)}`;
  return `#,##0${point(decimals ?? 2)}`;
}

/** Most decimals of a published figure, by unit and otherwise; a figure with more is computed, and two say enough of it. Ratios are always computed. */
const MOST_DECIMALS: Readonly<Record<string, number>> = { "%": 3, ratio: 2 };
const DECIMALS = 4;
/** Below this size, two decimals would show 0. */
const SMALL = 0.01;
/** From this size on, decimals say nothing. */
const LARGE = 1e5;

const decimalsOf = (value: number): number => (/\.(\d+)$/.exec(String(value))?.[1] ?? "").length;

/** The format of one number in a unit, by its size and decimals. Undefined if it is so small that a format would show 0. */
export function formatOfNumber(unit: string, value: number): string | undefined {
  const own = decimalsOf(value);
  if (own > 0 && Math.abs(value) < SMALL) return undefined;
  const decimals = own > (MOST_DECIMALS[unit] ?? DECIMALS) ? 2 : own;
  if (unit === "count" || unit === "shares" || unit === "days" || unit === "bps") return formatOf(unit, decimals);
  return formatOf(unit, Math.abs(value) >= LARGE ? 0 : Math.max(2, decimals));
}
