/** Reports that matched a keyword in one full hour, and all monitored reports. The row's date is the hour's day, its key the hour: `07`. */
export interface ReportHour {
  /** Start of the hour, milliseconds UTC. */
  readonly hour_ms: number;
  readonly reports: number;
  readonly monitored: number;
}

/** Normalizes a keyword to the entity of its rows: lower case, single spaces. */
export const keywordOf = (text: string): string => text.trim().replace(/\s+/g, " ").toLowerCase();

/** Letters of any script and digits, joined by signs that words contain: covid-19, at&t, o'neill. */
const WORD = /^[\p{L}\p{N}]+(?:[-'’.&/][\p{L}\p{N}]+)*$/u;
const PLAIN = /^[\p{L}\p{N}]+$/u;

/**
 * The GDELT query for a keyword: all of its words must match. Undefined if the keyword has signs that are operators in GDELT
 * (`-oil` excludes, `domain:` and brackets select, quotes make a phrase). Words with a sign inside are quoted, because GDELT refuses them otherwise.
 */
export function queryOf(keyword: string): string | undefined {
  const words = keyword.split(" ");
  return words.every((word) => WORD.test(word)) ? words.map((word) => (PLAIN.test(word) ? word : `"${word}"`)).join(" ") : undefined;
}
