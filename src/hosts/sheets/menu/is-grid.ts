/** Whether a tab has cells: one may hold nothing but a chart, or data of elsewhere. */
export const isGrid = (tab: GoogleAppsScript.Spreadsheet.Sheet): boolean => tab.getType() === SpreadsheetApp.SheetType.GRID;
