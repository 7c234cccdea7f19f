import { parsedJson } from "../contract/json";
import type { FailureOf } from "./failure";
import { REASON_PREFIX } from "./outcome";

/** How cells show reasons and dates. Chosen by the user and saved in the workbook. */
export interface CellDisplay {
  /** How a cell shows a reason: as text, or as #N/A with the text as its message, for models that use ISNUMBER or IFERROR. */
  readonly reasons: "text" | "error";
  /** How a cell shows a date: as a formatted number if the host supports that, or as a plain serial number in the cell's own format. */
  readonly values: "formatted" | "plain";
  /** What a cell shows if the cell of a required argument is empty: the reason `n/a: no ticker`, or nothing. */
  readonly blanks: "reason" | "blank";
}

export const STANDARD_DISPLAY: CellDisplay = { reasons: "text", values: "formatted", blanks: "reason" };

/** Name of the workbook setting; its value is JSON. */
export const DISPLAY_SETTING = "service.display";

/** Reads the workbook's setting. Returns the default if it is missing or malformed. */
export function displayFrom(text: string | undefined): CellDisplay {
  const kept = parsedJson(text ?? "") as Partial<CellDisplay> | null | undefined;
  return {
    reasons: kept?.reasons === "error" ? "error" : "text",
    values: kept?.values === "plain" ? "plain" : "formatted",
    blanks: kept?.blanks === "blank" ? "blank" : "reason",
  };
}

/** The text of a cell whose argument's cell is empty; undefined if it shows #N/A instead, with this reason as its message. */
export function withoutArgument({ argument }: FailureOf<"no_argument">, { blanks, reasons }: CellDisplay): string | undefined {
  if (blanks === "blank") return "";
  return reasons === "error" ? undefined : `${REASON_PREFIX}no ${argument}`;
}

const NO_ARGUMENT = new RegExp(`^${REASON_PREFIX}no (\\S+)$`);

/** The argument that is missing in a cell with this text; undefined for any other text. */
export const missingArgumentIn = (text: string): string | undefined => NO_ARGUMENT.exec(text)?.[1];
