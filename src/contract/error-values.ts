/** The error values of every version of Excel, which can be typed into a formula. */
export const CLASSIC_ERRORS: readonly string[] = ["#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A"];

/** These and the newer ones, which a cell can show. */
export const CELL_ERRORS: readonly string[] = [
  ...CLASSIC_ERRORS,
  "#GETTING_DATA",
  "#SPILL!",
  "#CALC!",
  "#CONNECT!",
  "#BLOCKED!",
  "#UNKNOWN!",
  "#FIELD!",
  "#BUSY!",
];

/** The source of a regular expression that matches any of these errors. */
export const anyOf = (errors: readonly string[]): string => `(?:${errors.map((error) => error.replace("?", "\\?")).join("|")})`;
