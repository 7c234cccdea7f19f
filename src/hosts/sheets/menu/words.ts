/** A moment to the minute on the spreadsheet's clock. */
export function momentWords(ms: number, timeZone: string): string {
  return `${Utilities.formatDate(new Date(ms), timeZone, "yyyy-MM-dd HH:mm")} (${timeZone})`;
}
