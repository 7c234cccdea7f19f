/** Adds the menu. Google runs this without permissions when the spreadsheet opens, so it must not read anything. */
export function addMenu(): void {
  SpreadsheetApp.getUi()
    .createMenu("SERVICE")
    .addItem("Open sidebar", "serviceOpenSidebar")
    .addItem("Refresh this sheet", "serviceRefreshSheet")
    .addItem("Refresh the whole book", "serviceRefreshBook")
    .addItem("Refresh errors and reasons", "serviceRefreshErrors")
    .addItem("Copy this tab as values", "serviceCopyAsValues")
    .addSeparator()
    .addItem("Sources of the selected cell", "serviceOpenSources")
    .addToUi();
}
