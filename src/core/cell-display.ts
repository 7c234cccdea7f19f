/** How cells show what is not a plain number; the user's choice, kept with the workbook. */
export interface CellDisplay {
  /** A reason for no value: words in the cell, or #N/A with the words as its message, for models that test with ISNUMBER or IFERROR. */
  readonly reasons: "text" | "error";
  /** Dates and the like: formatted numbers where the host has them, or plain serial numbers that take the cell's own format. */
  readonly values: "formatted" | "plain";
}

export const STANDARD_DISPLAY: CellDisplay = { reasons: "text", values: "formatted" };

/** The workbook's setting that keeps it, as JSON. */
export const DISPLAY_SETTING = "service.display";

/** The choice that a workbook keeps; the standard one where it keeps none, or something else wrote there. */
export function displayFrom(text: string | undefined): CellDisplay {
  if (text === undefined) return STANDARD_DISPLAY;
  try {
    const kept = JSON.parse(text) as Partial<CellDisplay> | null;
    return { reasons: kept?.reasons === "error" ? "error" : "text", values: kept?.values === "plain" ? "plain" : "formatted" };
  } catch {
    return STANDARD_DISPLAY;
  }
}
