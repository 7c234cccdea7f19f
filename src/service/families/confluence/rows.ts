import type { IsoDate } from "../../../contract/dates";

/** An agreement or a contradiction of independent data families on one symbol. Score from 0 to 100. */
export interface ConfluenceRow {
  readonly date: IsoDate;
  readonly kind: "confluence" | "divergence";
  readonly direction: "bull" | "bear";
  readonly score: number;
  /** Every leg, with its own direction; a family without coverage is missing. */
  readonly legs: readonly { readonly family: string; readonly direction: "bull" | "bear" }[];
}
