function hasUi(): boolean {
  try {
    SpreadsheetApp.getUi();
    return true;
  } catch {
    return false;
  }
}

/**
 * Throws where no person runs this from the spreadsheet: in a cell every function of the script can be called, again at each calculation, and there the key
 * is the owner's.
 * @param instead the sentence for the cell: where this works
 */
export function personNeeded(instead: string): void {
  if (!hasUi()) throw new Error(instead);
}
