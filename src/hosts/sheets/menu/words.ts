/** A time to the minute, in the spreadsheet's time zone. */
export function localMoment(ms: number, timeZone: string): string {
  return `${Utilities.formatDate(new Date(ms), timeZone, "yyyy-MM-dd HH:mm")} (${timeZone})`;
}
