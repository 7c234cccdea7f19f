/** How many reports matched a keyword within one full hour, of how many that were monitored. The row's day is the hour's, its key the hour: `07`. */
export interface ReportHour {
  /** Milliseconds UTC at which the hour begins. */
  readonly hour_ms: number;
  readonly reports: number;
  readonly monitored: number;
}

/** A keyword as the rows are filed under it: small letters, single blanks. */
export const keywordOf = (text: string): string => text.trim().replace(/\s+/g, " ").toLowerCase();
