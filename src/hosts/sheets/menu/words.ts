/** A count in figures: 12,345. */
const inFigures = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ",");

/** A count with what is counted: 1 formula, 12,345 formulas. */
export const counted = (n: number, one: string, many = `${one}s`): string => `${inFigures(n)} ${n === 1 ? one : many}`;

/** A moment to the minute on the spreadsheet's clock. */
export function momentWords(ms: number, timeZone: string): string {
  return `${Utilities.formatDate(new Date(ms), timeZone, "yyyy-MM-dd HH:mm")} (${timeZone})`;
}
