/** Rows and columns of a sheet in Excel. */
export const SHEET_ROWS = 1_048_576;
export const SHEET_COLUMNS = 16_384;

/** Longest formula and longest text of a cell, in characters. */
export const LONGEST_FORMULA = 8_192;
export const LONGEST_TEXT = 32_767;
