/** Number formats by unit, in en-US form. A percentage is a number of percent: 4.23 shows as 4.23%. */
export const DAY = "yyyy-mm-dd";
export const MOMENT = "yyyy-mm-dd hh:mm";
export const WHOLE = "#,##0";
export const PRICE = "#,##0.00";
export const PERCENT = '0.00"%"';

/** The format of a unit, with at least these decimals where the unit has any. */
export function formatOf(unit: string, decimals?: number): string {
  const point = (n: number): string => (n > 0 ? `.${"0".repeat(n)}` : "");
  if (unit === "%" || unit === "pp" || unit === "% per interval") return `0${point(decimals ?? 2)}"%"`;
  if (unit === "count" || unit === "shares" || unit === "days") return decimals ? `#,##0${point(decimals)}` : WHOLE;
  if (unit === "bps") return "0";
  if (unit === "probability" || unit === "score" || unit === "ratio") return `0${point(decimals ?? 2)}`;
  return `#,##0${point(decimals ?? 2)}`;
}
