/** A time to the minute, in the spreadsheet's time zone. */
export function momentWords(ms: number, timeZone: string): string {
  return `${Utilities.formatDate(new Date(ms), timeZone, "yyyy-MM-dd HH:mm")} (${timeZone})`;
}
