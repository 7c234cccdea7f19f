import type { References } from "../../workbook/areas";

/** Functions that the engine calculates as Excel does, in every case that the tests have. */
const TRUSTED: ReadonlySet<string> = new Set([
  "ABS",
  "AND",
  "AVERAGE",
  "COUNT",
  "COUNTA",
  "IFERROR",
  "IFNA",
  "INDEX",
  "INT",
  "ISERROR",
  "ISNA",
  "ISNUMBER",
  "ISTEXT",
  "LEN",
  "LN",
  "MATCH",
  "MAX",
  "MEDIAN",
  "MIN",
  "NOT",
  "NOW",
  "OR",
  "ROUND",
  "SQRT",
  "SUM",
  "TODAY",
  "VLOOKUP",
]);

/** The first function of a formula whose result in the engine is not certain to be Excel's; undefined if there is none. */
export const distrusted = (_formula: string, { functions }: References): string | undefined =>
  [...functions].find((name) => !TRUSTED.has(name) && !/^SERVICE(?:\.|$)/.test(name));
