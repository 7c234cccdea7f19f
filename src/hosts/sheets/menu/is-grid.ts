/** True if a tab has cells. A tab may instead be a chart or a data source. */
export const isGrid = (tab: GoogleAppsScript.Spreadsheet.Sheet): boolean => tab.getType() === SpreadsheetApp.SheetType.GRID;
