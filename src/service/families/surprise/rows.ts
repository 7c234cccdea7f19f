import type { IsoDate } from "../../../contract/dates";

/** One scored release: its surprise in standard deviations of the indicator's own earlier surprises, not yet clipped. */
export interface ScoredRelease {
  readonly date: IsoDate;
  readonly indicator: string;
  readonly importance: "high" | "medium" | "low";
  /** Inflation releases are kept out of the headline. */
  readonly inflation: boolean;
  readonly surprise: number;
}
