/** A time to the minute, in the spreadsheet's time zone. */
export function localMoment(ms: number, timeZone: string): string {
  return `${Utilities.formatDate(new Date(ms), timeZone, "yyyy-MM-dd HH:mm")} (${timeZone})`;
}

function hasUi(): boolean {
  try {
    SpreadsheetApp.getUi();
    return true;
  } catch {
    return false;
  }
}

/**
 * Throws unless a user runs this from the spreadsheet. Every function of the script can be called from a cell, at each calculation and with the owner's key.
 * @param message what the cell shows: where this works
 */
export function requireUi(message: string): void {
  if (!hasUi()) throw new Error(message);
}
