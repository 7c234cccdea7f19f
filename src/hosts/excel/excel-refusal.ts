import { own } from "../../contract/own";
import { WorkbookRefusal } from "../../pane/workbook";

const PROTECTED =
  "Excel does not let this be changed: the sheet or the workbook is protected, or open for reading only. Take the protection off (Review, Unprotect Sheet) or save a copy, then try again.";
const GONE = "A sheet or a cell that this needs is no longer there. Look at the workbook as it is now, then try again.";
const BUSY = "Excel broke this off because it was busy with something else. Wait a moment, then try again.";
const TOO_MUCH = "This is more than Excel takes in one piece. Choose less at a time, such as one sheet or a selection, then try again.";
const EDITING = "A cell is being edited. Press Enter or Esc in the sheet, then try again.";
const IN_THE_WAY = "Merged cells, a filter, a table or a pivot table are in the way. Choose another place, then try again.";
const TOO_OLD = "This Excel cannot do that. An up-to-date Excel for Microsoft 365 on Windows, Mac or the web can.";

/** What a person does about each error of the Excel API; numbers are those of calls on the document. */
const SENTENCES: Readonly<Record<string, string>> = {
  InvalidOperationInCellEditMode: EDITING,
  AccessDenied: PROTECTED,
  5002: PROTECTED,
  13990: PROTECTED,
  ItemNotFound: GONE,
  InvalidReference: GONE,
  InvalidSelection: "No cells are selected. Select one or more cells in the sheet, then try again.",
  RequestAborted: BUSY,
  Timeout: BUSY,
  ActivityLimitReached: BUSY,
  ServiceNotAvailable: BUSY,
  HostRestartNeeded: "Excel needs to be restarted before it can do this. Save the workbook, close Excel and open it again.",
  ConnectionFailure: "Excel has lost its connection. Check the network, then try again.",
  RequestPayloadSizeLimitExceeded: TOO_MUCH,
  ResponsePayloadSizeLimitExceeded: TOO_MUCH,
  OperationCellsExceedLimit: TOO_MUCH,
  RangeExceedsLimit: TOO_MUCH,
  5103: TOO_MUCH,
  5104: TOO_MUCH,
  11000: "Excel still holds an earlier copy of the workbook. Close the pane, open it again, then try once more.",
  FilteredRangeConflict: IN_THE_WAY,
  MergedRangeConflict: IN_THE_WAY,
  PivotTableRangeConflict: IN_THE_WAY,
  InsertDeleteConflict: IN_THE_WAY,
  NonBlankCellOffSheet: IN_THE_WAY,
  Conflict: "Somebody else changed the workbook at the same moment. Try again.",
  InactiveWorkbook: "Another workbook is in front. Click into this one, then try again.",
  FormulaLengthExceedsLimit: "The formula is longer than Excel takes (8,192 characters). Shorten it, then try again.",
  UnsupportedSheet: "This kind of sheet takes no cells. Go to an ordinary worksheet, then try again.",
  ApiNotFound: TOO_OLD,
  ApiNotAvailable: TOO_OLD,
  NotImplemented: TOO_OLD,
  UnsupportedFeature: TOO_OLD,
  UnsupportedOperation: TOO_OLD,
  1009: TOO_OLD,
};

const textOf = (error: unknown, name: "code" | "message"): string => {
  const value = typeof error === "object" && error !== null ? (error as Record<string, unknown>)[name] : undefined;
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
};

export const codeOf = (error: unknown): string => textOf(error, "code");

/** True where Excel refused the size of a request or its reply: half of it may pass. */
export const isTooMuch = (error: unknown): boolean => own(SENTENCES, codeOf(error)) === TOO_MUCH;

/** Any error of Office.js as a refusal whose message says what to do; a refusal stays the one that it is. */
export function refusalOf(error: unknown): WorkbookRefusal {
  if (error instanceof WorkbookRefusal) return error;
  const code = codeOf(error);
  const said = textOf(error, "message").trim().replace(/\.$/, "");
  const known = code === "InvalidOperation" && /edit/i.test(said) ? EDITING : own(SENTENCES, code);
  const told =
    known ?? `Excel could not do this${said ? ` and says: ${said}` : code && ` (${code})`}. Try again; if it stays, save the workbook and open it again.`;
  return new WorkbookRefusal(told, { cause: error });
}

/** Where the requirement set is missing, a refusal in place of a type error. */
export function needed(isThere: boolean): void {
  if (!isThere) throw new WorkbookRefusal(TOO_OLD);
}
