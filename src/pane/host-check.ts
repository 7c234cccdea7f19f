import type { Watch } from "./workbook";

/** What a check of the host tries. The opening of a copy is only looked up, not done. */
export const TRIAL_WORDS = {
  dotted: "=SERVICE.GET(…) calculates",
  bare: "=SERVICE(…) calculates",
  dates: "Dates show as dates",
  stored: "Formulas read back as written",
  marking: "Single cells can be refreshed",
  columns: "Names can stand for whole columns",
  settings: "Settings are saved in the workbook",
  copies: "Copies open as new workbooks",
} as const;
export type Trial = keyof typeof TRIAL_WORDS;

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
