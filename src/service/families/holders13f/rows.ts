import type { IsoDate } from "../../../contract/dates";

/** Totals of the institutions' quarterly reports on one symbol. Value in US dollars at the quarter end. */
export interface HoldersQuarter {
  readonly quarterEnd: IsoDate;
  readonly count: number;
  readonly value: number;
  /** Number of holders who added to their position. `reducing`: who cut it. */
  readonly accumulating: number;
  readonly reducing: number;
  /** Number of holders with known reports of both quarters; undefined if all have them. */
  readonly compared?: number;
  /** Set if a split may lie between this quarter and the one before: why no holder is compared. */
  readonly uncompared?: { readonly short: string; readonly full: string };
}
