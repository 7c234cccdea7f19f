import { AccountTab } from "../../../pane/account/account-tab";
import { FormulaTab } from "../../../pane/formula/formula-tab";
import { SpreadsheetInspectTab } from "../../../pane/inspect/spreadsheet-inspect-tab";
import { SpreadsheetRefreshTab } from "../../../pane/refresh/spreadsheet-refresh-tab";
import { SheetCopy } from "../../../pane/share/sheet-copy";
import type { Tab } from "../../../pane/tab";

/** The pane's tabs in a spreadsheet. Audit and Settings read and write whole workbooks, which a script cannot do in time. */
export const SIDEBAR_TABS: readonly Tab[] = [
  { id: "build", label: "Build", body: FormulaTab },
  { id: "inspect", label: "Inspect", body: SpreadsheetInspectTab },
  { id: "refresh", label: "Refresh", body: SpreadsheetRefreshTab },
  { id: "share", label: "Share", body: SheetCopy },
  { id: "account", label: "Account", body: AccountTab },
];
