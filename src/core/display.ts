/** How cells show what is not a plain number; the user's choice, kept with the workbook. */
export interface Display {
  /** A reason for no value: words in the cell, or #N/A with the words as its message, for models that test with ISNUMBER or IFERROR. */
  readonly reasons: "text" | "error";
  /** Dates and the like: formatted numbers where the host has them, or plain serial numbers that take the cell's own format. */
  readonly values: "formatted" | "plain";
}

export const STANDARD_DISPLAY: Display = { reasons: "text", values: "formatted" };
