import type { Watch } from "./workbook";

/** What a check of the host tries. */
export type Trial =
  /** A cell with `=SERVICE.GET(…)`. */
  | "dotted"
  /** A cell with `=SERVICE(…)`. */
  | "bare"
  /** A date that a function returns with its format. */
  | "dates"
  /** The formulas, as read back. */
  | "stored"
  /** Recalculation of one marked cell. */
  | "marking"
  /** A name of a whole column. */
  | "columns"
  /** A setting saved in the workbook. */
  | "settings"
  /** Opening a file as a new workbook: only looked up, not done. */
  | "copies";

export interface TrialResult {
  readonly trial: Trial;
  readonly result: "yes" | "no" | "unknown";
  /** What was seen instead, or why it is unknown. */
  readonly detail?: string;
}

export interface HostReport {
  /** Program, version and platform, as the host names them. */
  readonly host: string;
  /** The highest version of each set of functions that the host offers. */
  readonly sets: string;
  readonly findings: readonly TrialResult[];
  /** The temporary sheet, if it could not be removed. */
  readonly left?: string;
}

/** Tries what the host supports. Calls reject only with a `WorkbookRefusal`. */
export interface HostCheck {
  /** True if the workbook's structure is protected: the host may refuse the temporary sheet. */
  isProtected(): Promise<boolean>;
  /** Tries everything, cells on a temporary sheet, which it always removes. `sheet: false` adds none and leaves their results unknown. */
  run(sheet: boolean, watch: Watch): Promise<HostReport>;
}
