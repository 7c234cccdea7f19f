import type { IsoDate } from "../../../contract/dates";
import type { Horizon, SignalType } from "../../../contract/vocabulary";

/** One signal on one symbol. Score from 0 to 100. */
export interface SignalRow {
  readonly date: IsoDate;
  readonly type: SignalType;
  readonly direction: "bull" | "bear" | "neutral";
  readonly severity: "critical" | "high" | "medium" | "low";
  readonly score: number;
  readonly headline: string;
}

/** What the price did after one signal of a type: percent over each horizon that has been completed since. */
export interface SignalOutcome {
  readonly date: IsoDate;
  readonly forwardReturnPct: { readonly [H in Horizon]?: number };
}
