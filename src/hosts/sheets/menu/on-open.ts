import { asOfText, type AsOf } from "../../../contract/as-of";
import { isUnreadable, type UnreadableAsOf } from "../../../core/as-of-setting";
import { storedAsOf } from "../as-of";
import { sheetsWords } from "../words";

/** Adds the menu. Google runs this without the user's permissions when the spreadsheet opens, so it must not read anything. */
export function addMenu(): void {
  SpreadsheetApp.getUi()
    .createMenu("SERVICE")
    .addItem("Open sidebar", "serviceOpenSidebar")
    .addItem("Refresh this sheet", "serviceRefreshSheet")
    .addItem("Refresh the whole book", "serviceRefreshBook")
    .addItem("Refresh errors and reasons", "serviceRefreshErrors")
    .addItem("Refresh tables", "serviceRefreshTables")
    .addItem("Copy this tab as values", "serviceCopyAsValues")
    .addItem("As of…", "serviceSetAsOf")
    .addSeparator()
    .addItem("Sources of the selected cell", "serviceOpenSources")
    .addToUi();
}

/** The spreadsheet's day, for the user who opens it; undefined if cells show the latest values. */
export function asOfNotice(): string | undefined {
  let asOf: AsOf | UnreadableAsOf | undefined;
  try {
    asOf = storedAsOf();
  } catch {
    // Opening must not show an error; the cells and the sidebar do.
  }
  if (isUnreadable(asOf)) return sheetsWords({ code: "as_of_unreadable", text: asOf.unreadable });
  return asOf && `As of ${asOfText(asOf)}. Cells show only what was public by then. To change it, choose As of in the SERVICE menu.`;
}
