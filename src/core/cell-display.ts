/** How cells show reasons and dates. Chosen by the user and saved in the workbook. */
export interface CellDisplay {
  /** How a cell shows a reason: as text, or as #N/A with the text as its message, for models that use ISNUMBER or IFERROR. */
  readonly reasons: "text" | "error";
  /** How a cell shows a date: as a formatted number if the host supports that, or as a plain serial number in the cell's own format. */
  readonly values: "formatted" | "plain";
}

export const STANDARD_DISPLAY: CellDisplay = { reasons: "text", values: "formatted" };

/** Name of the workbook setting; its value is JSON. */
export const DISPLAY_SETTING = "service.display";

/** Reads the workbook's setting. Returns the default if it is missing or malformed. */
export function displayFrom(text: string | undefined): CellDisplay {
  if (text === undefined) return STANDARD_DISPLAY;
  try {
    const kept = JSON.parse(text) as Partial<CellDisplay> | null;
    return { reasons: kept?.reasons === "error" ? "error" : "text", values: kept?.values === "plain" ? "plain" : "formatted" };
  } catch {
    return STANDARD_DISPLAY;
  }
}
