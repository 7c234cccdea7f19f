/** How many reports matched a keyword within one full hour, of how many that were monitored. The row's day is the hour's, its key the hour: `07`. */
export interface ReportHour {
  /** Milliseconds UTC at which the hour begins. */
  readonly hour_ms: number;
  readonly reports: number;
  readonly monitored: number;
}

/** A keyword as the rows are filed under it: small letters, single blanks. */
export const keywordOf = (text: string): string => text.trim().replace(/\s+/g, " ").toLowerCase();

/** Letters of any script and digits; between them what words hold: covid-19, at&t, o'neill. */
const WORD = /^[\p{L}\p{N}]+(?:[-'’.&/][\p{L}\p{N}]+)*$/u;
const PLAIN = /^[\p{L}\p{N}]+$/u;

/**
 * What GDELT is asked for a keyword: all of its words, each as it is. Undefined where the keyword holds signs that would be read as something else there
 * (`-oil` leaves out, `domain:` and brackets select, quotes make a phrase). Words with a sign inside are put in quotes, without which they are refused.
 */
export function queryOf(keyword: string): string | undefined {
  const words = keyword.split(" ");
  return words.every((word) => WORD.test(word)) ? words.map((word) => (PLAIN.test(word) ? word : `"${word}"`)).join(" ") : undefined;
}
