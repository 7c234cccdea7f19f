/** A refresh that a host runs also while the spreadsheet is closed. */
export type UnattendedPlan = { readonly every: "hour" } | { readonly every: "day"; readonly hour: number };

export interface UnattendedState {
  /** Undefined if this user has set none. */
  readonly schedule: UnattendedPlan | undefined;
  /** The spreadsheet's time zone, such as `America/New_York`. */
  readonly timeZone: string;
  /** Time and result of the last run, in words; undefined before the first. */
  readonly lastRun?: string;
}
