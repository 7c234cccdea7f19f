/** The error values of every version of Excel, which can be typed into a formula. */
export const CLASSIC_ERRORS: readonly string[] = ["#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A"];

/** All error values that a cell can show, newer ones too. */
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
