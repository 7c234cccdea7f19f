const UNCALLED =
  "The arguments are valid, but Excel shows no result of the function. Refresh the cell; if this persists, press F2 and Enter in it, or reopen the workbook.";

const WORDS: Readonly<Record<string, string>> = {
  "#N/A": "The service did not answer at the last calculation. Refresh it.",
  "#VALUE!": "An argument, or a cell it refers to, is invalid. Open it in Build to see which.",
  "#REF!": "The formula refers to a deleted cell. Correct it.",
  "#DIV/0!": "The formula divides by zero or by an empty cell.",
  "#NUM!": "A number is too large, too small, or not allowed here.",
  "#NULL!": "Two ranges with a space between them have no cell in common. A comma may be missing.",
  "#SPILL!": "The result needs the cells below or beside it, and they are not empty, or are merged. Clear them, or move the formula.",
  "#CALC!":
    "Excel could not wait for an answer: Evaluate Formula, F9 on a part of a formula, a macro's Calculate and conditional formats cannot call the service. Refresh it.",
  "#BLOCKED!": "Excel does not let the add-in run here. Allow add-ins for this workbook, then refresh.",
  "#CONNECT!": "Excel could not reach the add-in. Refresh the cell; if this persists, reopen the workbook.",
  "#FIELD!": "The formula uses a field that the value does not have.",
};

/** What an error value means in a cell that calls SERVICE, and what to do; undefined for one that is not known. */
export const errorMeaning = (error: string): string | undefined => WORDS[error];

/**
 * The same in words for every error.
 *
 * @param uncalled the arguments are valid, and the function did not return the error
 */
export const serviceErrorWords = (error: string, uncalled: boolean): string =>
  (uncalled && error === "#VALUE!" ? UNCALLED : WORDS[error]) ?? `The formula returns ${error}. Correct it, or refresh it.`;
