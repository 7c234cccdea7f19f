import { LAST_ROW } from "./cell-reference";
import { withReferences } from "./with-references";

/** Functions that give the same if blank rows at the end of a range are left out. Not those that count blank cells, such as COUNTIF with `<>1`. */
const WITHOUT_BLANKS: ReadonlySet<string> = new Set(
  (
    "AVERAGE AVERAGEA AVERAGEIF AVERAGEIFS COUNT COUNTA INDEX LARGE LOOKUP MATCH MAX MAXA MAXIFS MEDIAN MIN MINA MINIFS PRODUCT SMALL STDEV STDEV.P STDEV.S SUM SUMIF " +
    "SUMIFS SUMSQ VAR VAR.P VAR.S VLOOKUP XLOOKUP"
  ).split(" "),
);

/**
 * A formula whose ranges have so many rows at most, where the rows below are blank and do not count. An engine makes a value of each cell of `A2:Z1048576`, but
 * reads whole columns only as far as they are used.
 *
 * @param sheet the sheet of the formula's cell
 */
export const withRowsUpTo = (formula: string, sheet: string, rows: number): string =>
  withReferences(formula, sheet, ({ isRange, ...range }, functionName) =>
    isRange && range.rows > rows && range.row + rows <= LAST_ROW && WITHOUT_BLANKS.has(functionName() ?? "") ? { ...range, rows } : undefined,
  );
