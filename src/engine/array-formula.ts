/** Functions that take ranges whole and give one value; inside them a range is no array of results. */
const AGGREGATES = new Set(
  (
    "SUM SUMIF SUMIFS SUMPRODUCT AVERAGE AVERAGEIF AVERAGEIFS MIN MAX MINIFS MAXIFS COUNT COUNTA COUNTBLANK COUNTIF COUNTIFS MEDIAN MODE PRODUCT " +
    "STDEV STDEV.S STDEV.P VAR VAR.S VAR.P LARGE SMALL RANK RANK.EQ PERCENTILE PERCENTILE.INC QUARTILE CORREL SLOPE INTERCEPT RSQ COVAR " +
    "VLOOKUP HLOOKUP MATCH AND OR NPV IRR XIRR XNPV SUBTOTAL ROWS COLUMNS TEXTJOIN CONCAT"
  ).split(" "),
);

const ONE_CALL = /^=\s*([A-Z][A-Z0-9.]*)\(([^()*/+\-^&<>={}]*)\)\s*$/i;

/**
 * Whether a formula may work on whole ranges. In a file such a formula must say so, or Excel takes one cell of each range and another value comes out;
 * saying it of one that does not need it changes nothing.
 */
export function mayGiveArray(formula: string): boolean {
  const visible = formula.replace(/"(?:[^"]|"")*"/g, '""');
  if (!/[:{#]/.test(visible)) return false;
  const call = ONE_CALL.exec(visible);
  return !(call && AGGREGATES.has((call[1] ?? "").toUpperCase()));
}
