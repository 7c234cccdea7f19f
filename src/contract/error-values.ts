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

/**
 * Errors that Excel also shows for a function that it has not called: it calculates the cell properly the next time (office-js issues 3234, 4502, 5865, 6732;
 * Excel-Custom-Functions issue 376).
 */
export const UNCALLED_ERRORS: readonly string[] = ["#BUSY!", "#GETTING_DATA", "#CALC!", "#CONNECT!", "#NAME?", "#VALUE!", "#N/A"];

/** The source of a regular expression that matches any of these errors. */
export const anyOf = (errors: readonly string[]): string => `(?:${errors.map((error) => error.replace("?", "\\?")).join("|")})`;
