import { STOPPED } from "../../pane/work/until-stopped";
import { WorkbookRefusal } from "../../workbook/workbook-refusal";

const PROTECTED = "The sheet or the workbook is protected or read-only. Unprotect it (Review, Unprotect Sheet) or save a copy, then try again.";
export const NOT_FOUND_IN_EXCEL = "A sheet or a cell no longer exists. Check the workbook, then try again.";
const BUSY = "Excel was busy and cancelled this. Wait a moment, then try again.";
const LIMITED = "Excel refused this for a minute because of too many requests. Wait a minute, then try again.";
const TOO_MUCH = "This is too much for Excel at once. Choose less, such as one sheet or a selection, then try again.";
export const EDITING = "A cell is being edited. Press Enter or Esc in the sheet, then try again.";
const RESTART = "Excel must be restarted first. Save the workbook, then close and reopen Excel.";
const OFFLINE = "Excel has lost its connection. Check the network, then try again.";
export const INACTIVE = "Another workbook is active. Click into this one, then try again.";
const IN_THE_WAY = "Merged cells, a filter, a table or a pivot table are in the way. Choose another place, then try again.";
const TOO_OLD = "This version of Excel cannot do that. Use an up-to-date Excel for Microsoft 365 on Windows, Mac or the web.";

/** Messages for errors of the Excel API, with their codes; numeric codes are from calls on the document. */
const CODES_OF = [
  [EDITING, "InvalidOperationInCellEditMode"],
  [PROTECTED, "AccessDenied 5002 13990"],
  [NOT_FOUND_IN_EXCEL, "ItemNotFound InvalidReference"],
  ["No cells are selected. Select one or more cells in the sheet, then try again.", "InvalidSelection"],
  [BUSY, "RequestAborted Timeout"],
  [LIMITED, "ActivityLimitReached ServiceNotAvailable"],
  [RESTART, "HostRestartNeeded"],
  [OFFLINE, "ConnectionFailure"],
  [TOO_MUCH, "RequestPayloadSizeLimitExceeded ResponsePayloadSizeLimitExceeded OperationCellsExceedLimit RangeExceedsLimit 5103 5104"],
  ["Excel still has an earlier copy of the workbook open. Close and reopen the pane, then try again.", "11000"],
  [IN_THE_WAY, "FilteredRangeConflict MergedRangeConflict PivotTableRangeConflict InsertDeleteConflict NonBlankCellOffSheet"],
  ["The workbook was changed at the same time. Try again.", "Conflict"],
  [INACTIVE, "InactiveWorkbook"],
  ["The formula is longer than Excel allows (8,192 characters). Shorten it, then try again.", "FormulaLengthExceedsLimit"],
  ["This kind of sheet has no cells. Go to a worksheet, then try again.", "UnsupportedSheet"],
  [TOO_OLD, "ApiNotFound ApiNotAvailable NotImplemented UnsupportedFeature UnsupportedOperation 1009"],
] as const;

/** The message for a code; undefined for an unknown one. */
const messageFor = (code: string): string | undefined => CODES_OF.find(([, codes]) => codes.split(" ").includes(code))?.[0];

const textOf = (error: unknown, name: "code" | "message"): string => {
  const value = typeof error === "object" && error !== null ? (error as Record<string, unknown>)[name] : undefined;
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
};

export const codeOf = (error: unknown): string => textOf(error, "code");

/** True if Excel rejected the size of a request or reply, so that a smaller one may succeed. */
export const isTooMuch = (error: unknown): boolean => messageFor(codeOf(error)) === TOO_MUCH;

/** True if Excel refused a whole request for now, such as HTTP 429, and has done nothing of it. */
export const isThrottled = (error: unknown): boolean => messageFor(codeOf(error)) === LIMITED;

/** Messages of refusals that any request would get now, whatever its cells are. */
const OF_HOST = new Set([EDITING, BUSY, LIMITED, RESTART, OFFLINE, INACTIVE, STOPPED]);

/** True if Excel would refuse any request now, so that trying it with fewer cells is of no use. */
export const isOfHost = (error: unknown): boolean => OF_HOST.has(excelRefusal(error).message);

/** Converts any error of Office.js to a refusal whose message says what to do; returns a refusal unchanged. */
export function excelRefusal(error: unknown): WorkbookRefusal {
  if (error instanceof WorkbookRefusal) return error;
  const code = codeOf(error);
  const detail = textOf(error, "message").trim().replace(/\.$/, "");
  const known = code === "InvalidOperation" && /edit/i.test(detail) ? EDITING : messageFor(code);
  const message =
    known ?? `Excel could not do this${detail ? `: ${detail}` : code && ` (${code})`}. Try again; if this persists, save and reopen the workbook.`;
  return new WorkbookRefusal(message, { cause: error });
}

/** Throws a refusal if a requirement set is missing; otherwise Office.js would fail with a type error. */
export function requireSet(isSupported: boolean): void {
  if (!isSupported) throw new WorkbookRefusal(TOO_OLD);
}
